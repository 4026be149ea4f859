import { describe, expect, it } from "vitest";
import {
	GAUGE,
	GAUGE_LABELS,
	intervalPath,
	keepApart,
	needlePath,
	tickPaths,
} from "#contract/gauge.ts";

type Point = { x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

/** A step that includes both ends, and the scores beside the bands' limits. */
const SCORES = [...Array.from({ length: 21 }, (_, step) => 5 * step), 29, 31, 69, 71, 99].sort(
	(a, b) => a - b,
);
const TRIPLES = SCORES.flatMap((first) =>
	SCORES.flatMap((second) => SCORES.map((third) => [first, second, third] as const)),
);

/** The straight pieces of a path that has only M, L and A commands; arcs are left out. */
function pieces(path: string): [Point, Point][] {
	return [...path.matchAll(/M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)/g)].map(([, ...numbers]) => {
		const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers.map(Number);
		return [
			{ x: x1, y: y1 },
			{ x: x2, y: y2 },
		];
	});
}

/** Points on a line, close enough together that nothing fits between them. */
function along([from, to]: [Point, Point]): Point[] {
	return Array.from({ length: 9 }, (_, step) => ({
		x: from.x + ((to.x - from.x) * step) / 8,
		y: from.y + ((to.y - from.y) * step) / 8,
	}));
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const fromCentre = (point: Point) => distance(point, { x: GAUGE.cx, y: GAUGE.cy });

/** The box of a text in the sans, whose figures are half as wide as they are high. */
function textBox(words: string, size: number, { x, y }: Point): Box {
	const half = (words.length * size * 0.5) / 2;
	return { left: x - half, right: x + half, top: y - size * 0.67, bottom: y };
}

const labels = GAUGE_LABELS.map(({ value, x, y }) =>
	textBox(String(value), GAUGE.label.size, { x, y }),
);
const number = textBox("100", GAUGE.number.size, { x: GAUGE.cx, y: GAUGE.cy - GAUGE.number.above });

/** How far a point is from a box; 0 inside. */
function distanceTo({ left, right, top, bottom }: Box, { x, y }: Point): number {
	return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function nearest(points: readonly Point[], boxes: readonly Box[]): number {
	return least(points.flatMap((point) => boxes.map((box) => distanceTo(box, point))));
}

describe("the gauge's ticks", () => {
	const drawn = TRIPLES.map((scores) =>
		tickPaths(scores).map(({ bar, lead }) => [pieces(bar), pieces(lead)].flat()),
	);

	it("are never closer than their width", () => {
		const closest = drawn.map((ticks) => {
			const ends = ticks.map(([bar]) => bar?.[0] ?? { x: 0, y: 0 });
			return Math.min(
				...ends.flatMap((end, at) => ends.slice(at + 1).map((other) => distance(end, other))),
			);
		});
		expect(least(closest)).toBeGreaterThan(1.5 * GAUGE.tick.width);
	});

	it("cover neither labels nor the number nor needle and interval", () => {
		const { needle, interval, tick } = GAUGE;
		const points = drawn.flat(2).flatMap(along);
		expect(nearest(points, [...labels, number])).toBeGreaterThan(tick.width / 2);
		const beyond = Math.max(needle.outer + needle.width / 2, interval.radius + interval.cap);
		expect(least(points.map(fromCentre))).toBeGreaterThan(beyond);
	});

	it("stay in the drawing and within 3 points of their scores, in the scores' order", () => {
		const [left = 0, top = 0, width = 0, height = 0] = GAUGE.viewBox.split(" ").map(Number);
		const points = drawn.flat(2).flat();
		const margins = points.flatMap(({ x, y }) => [
			x - left,
			left + width - x,
			y - top,
			top + height - y,
		]);
		expect(least(margins)).toBeGreaterThan(GAUGE.tick.width / 2);
		const wrong = TRIPLES.filter((scores) => {
			const places = keepApart(scores, 1.5);
			return scores.some((score, index) => {
				const place = places[index] ?? 0;
				const overtaken = scores.some((other, at) => other < score && (places[at] ?? 0) >= place);
				return overtaken || Math.abs(place - score) > 3;
			});
		});
		expect(wrong).toEqual([]);
	});
});

describe("the gauge's needle and interval", () => {
	const points = SCORES.flatMap((score) => [
		...pieces(needlePath(score)).flatMap(along),
		...pieces(intervalPath([score, 100])).flatMap(along),
	]);

	it("cover neither labels nor the number", () => {
		expect(nearest(points, [...labels, number])).toBeGreaterThan(GAUGE.needle.width / 2);
	});

	it("leave the coverage arc and the interval's line to themselves", () => {
		const { needle, interval, coverage_radius, coverage_width, radius, active_width } = GAUGE;
		expect(needle.inner).toBeGreaterThan(coverage_radius + coverage_width / 2 + needle.width);
		expect(interval.radius - interval.cap).toBeGreaterThan(needle.outer);
		expect(interval.radius - interval.cap).toBeGreaterThan(radius + active_width / 2);
	});
});
