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
 * The gauge's dimensions. The server draws the same gauge into the report's page before the app
 * runs.
 */
export const GAUGE = {
	viewBox: "0 18 280 140",
	cx: 140,
	cy: 140,
	radius: 96,
	/** The arc of the score's band is wide; the other arcs are thin and inset. */
	active_width: 14,
	width: 4,
	inset: 5,
	/** The arc for coverage, inside the band arcs. */
	coverage_radius: 66,
	/**
	 * Distance of each edge from the middle of the ring that is drawn for a result without a
	 * verdict.
	 */
	hollow_edge: 6,
};

/**
 * The mark is thin for a certain score and wide for an uncertain one. Half widths in points of
 * the scale.
 */
const MIN_HALF_WIDTH = 1;
const HALF_WIDTH_PER_POINT = 0.14;

/** The score range that the mark covers, clamped to the scale. */
export function markSpan(score: number, confidence: number): [number, number] {
	const half = MIN_HALF_WIDTH + (100 - confidence) * HALF_WIDTH_PER_POINT;
	return [Math.max(0, score - half), Math.min(100, score + half)];
}

type Point = { x: number; y: number };

/** Draws on a half ring around a centre: scores run clockwise from 0 at the left. */
export function halfRing(centre: { cx: number; cy: number }, decimals = 2) {
	const round = (value: number) => Number(value.toFixed(decimals));

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
		/** The piece of the ring between two radii and two scores, as an SVG path. */
		wedge: (inner: number, outer: number, [from, to]: [number, number]) =>
			`M${at(inner, from)}L${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}Z`,
	};
}
