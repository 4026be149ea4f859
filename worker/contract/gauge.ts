import { type Band, HIGH_FROM, MODERATE_FROM } from "./bands.ts";

/** The gap between two bands, in points of the scale. */
const GAP = 0.6;

/** The score range of each band's arc. */
export const BAND_ARCS: { band: Band; from: number; to: number }[] = [
	{ band: "factual", from: 0, to: MODERATE_FROM - GAP },
	{ band: "moderate", from: MODERATE_FROM + GAP, to: HIGH_FROM - GAP },
	{ band: "high", from: HIGH_FROM + GAP, to: 100 },
];

/**
 * The gauge's dimensions, for every place that draws it. From the middle outwards: number, coverage
 * arc, bands, the line for the interval, the providers' ticks, labels. Each has a ring of its own,
 * so that none covers another.
 */
export const GAUGE = {
	viewBox: "0 12 280 148",
	cx: 140,
	cy: 140,
	/** The arc for coverage. */
	coverage_radius: 66,
	coverage_width: 4,
	needle: { inner: 74, outer: 104, width: 3 },
	radius: 96,
	/** The arc of the score's band is wide; the other arcs are thin and inset. */
	active_width: 14,
	width: 4,
	inset: 5,
	/**
	 * Distance of each edge from the middle of the ring that is drawn for a result without a
	 * verdict.
	 */
	hollow_edge: 6,
	interval: { radius: 108, cap: 2.5, width: 1.5 },
	/** A bar between `inner` and `outer`, and a thin line from `foot`, which is at the score. */
	tick: { foot: 112, inner: 117, outer: 125, width: 3 },
	label: { radius: 136, size: 13 },
	/** The baselines of the texts in the middle, above the centre and below it. */
	number: { above: 6, size: 56, hollow_size: 30 },
	caption: { below: 13, size: 13 },
};

const MIN_HALF_WIDTH = 1;
const HALF_WIDTH_PER_POINT = 0.14;

/**
 * The score range of the line outside the bands if there is no interval: short for a certain score,
 * long for an uncertain one, within the scale.
 */
export function spanFor(score: number, confidence: number): [number, number] {
	const half = MIN_HALF_WIDTH + (100 - confidence) * HALF_WIDTH_PER_POINT;
	return [Math.max(0, score - half), Math.min(100, score + half)];
}

/**
 * Moves scores that would meet apart by the least that leaves `gap` points between neighbours.
 * Their order stays, and so does the scale's end.
 */
export function keepApart(scores: readonly number[], gap: number): number[] {
	const order = scores.map((_, index) => index).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
	// Scores that would meet form a group, which is centred on their mean.
	const groups: { sum: number; count: number }[] = [];
	order.forEach((index, rank) => {
		let last = { sum: (scores[index] ?? 0) - rank * gap, count: 1 };
		for (let before = groups.at(-1); before !== undefined; before = groups.at(-1)) {
			if (before.sum / before.count <= last.sum / last.count) break;
			groups.pop();
			last = { sum: before.sum + last.sum, count: before.count + last.count };
		}
		groups.push(last);
	});
	const room = Math.max(0, 100 - (scores.length - 1) * gap);
	const moved = groups.flatMap(({ sum, count }) =>
		Array<number>(count).fill(Math.min(room, Math.max(0, sum / count))),
	);
	const places = [...scores];
	order.forEach((index, rank) => {
		places[index] = (moved[rank] ?? 0) + rank * gap;
	});
	return places;
}

type Point = { x: number; y: number };

/** Draws on a half ring around a centre: scores run clockwise from 0 at the left. */
export function halfRing(centre: { cx: number; cy: number }) {
	const round = (value: number) => Number(value.toFixed(2));

	function point(radius: number, score: number): Point {
		const angle = Math.PI * (1 - score / 100);
		return {
			x: round(centre.cx + radius * Math.cos(angle)),
			y: round(centre.cy - radius * Math.sin(angle)),
		};
	}

	const at = (radius: number, score: number) => {
		const { x, y } = point(radius, score);
		return `${x} ${y}`;
	};

	return {
		point,
		/** The arc between two scores, as an SVG path. */
		arc: (radius: number, from: number, to: number) =>
			`M${at(radius, from)}A${radius} ${radius} 0 0 1 ${at(radius, to)}`,
		/** The line across the ring at a score, as an SVG path. */
		line: (inner: number, outer: number, score: number) =>
			`M${at(inner, score)}L${at(outer, score)}`,
	};
}

const { point, arc, line } = halfRing(GAUGE);

/** The line across the band at the score, as an SVG path. */
export const needlePath = (score: number) => line(GAUGE.needle.inner, GAUGE.needle.outer, score);

/** The line outside the bands between two scores, with a cap at each end, as an SVG path. */
export function intervalPath([from, to]: [number, number]): string {
	const { radius, cap } = GAUGE.interval;
	const ends = [from, to].map((end) => line(radius - cap, radius + cap, end));
	return arc(radius, from, to) + ends.join("");
}

/** The least distance of two ticks in points of the scale: their width and as much between them. */
const TICK_GAP = 1.6;

/**
 * Each score's tick as SVG paths, in the given order: the bar, which gives way to its neighbours,
 * and the thin line from it to the score.
 */
export function tickPaths(scores: readonly number[]): { bar: string; lead: string }[] {
	const { foot, inner, outer } = GAUGE.tick;
	return keepApart(scores, TICK_GAP).map((place, index) => {
		const from = point(foot, scores[index] ?? 0);
		const to = point(inner, place);
		return { bar: line(inner, outer, place), lead: `M${from.x} ${from.y}L${to.x} ${to.y}` };
	});
}

/** The scale's numbers, each with the middle of its baseline. */
export const GAUGE_LABELS = [0, MODERATE_FROM, HIGH_FROM, 100].map((value) => {
	const { radius, size } = GAUGE.label;
	if (value === 0 || value === 100)
		return { value, x: point(GAUGE.radius, value).x, y: GAUGE.cy + size + 3 };
	const { x, y } = point(radius, value);
	return { value, x, y: y + size / 3 };
});
