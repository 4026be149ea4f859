/** The half ring in its own units: scores run clockwise from 0 at the left. */
export const GAUGE = {
	top: 18,
	width: 280,
	height: 140,
	cx: 140,
	cy: 140,
	radius: 96,
};

/** A sure score is a thin mark, an unsure one a broad one; half widths in points. */
const THINNEST = 1;
const POINTS_PER_DOUBT = 0.14;

export type Point = { x: number; y: number };

export function gaugePoint(radius: number, score: number): Point {
	const angle = Math.PI * (1 - score / 100);
	return {
		x: round(GAUGE.cx + radius * Math.cos(angle)),
		y: round(GAUGE.cy - radius * Math.sin(angle)),
	};
}

/** The arc between two scores, as an SVG path. */
export function gaugeArc(radius: number, from: number, to: number): string {
	const start = gaugePoint(radius, from);
	const end = gaugePoint(radius, to);
	return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}

/** The scores that the mark spans, within the scale. */
export function markSpan(score: number, confidence: number): [number, number] {
	const half = THINNEST + (100 - confidence) * POINTS_PER_DOUBT;
	return [Math.max(0, score - half), Math.min(100, score + half)];
}

/** A piece of the ring between two radii and two scores, as an SVG path. */
export function gaugeWedge(
	inner: number,
	outer: number,
	[from, to]: [number, number],
): string {
	const a = gaugePoint(inner, from);
	const b = gaugePoint(outer, from);
	const c = gaugePoint(outer, to);
	const d = gaugePoint(inner, to);
	return `M${a.x} ${a.y}L${b.x} ${b.y}A${outer} ${outer} 0 0 1 ${c.x} ${c.y}L${d.x} ${d.y}A${inner} ${inner} 0 0 0 ${a.x} ${a.y}Z`;
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
