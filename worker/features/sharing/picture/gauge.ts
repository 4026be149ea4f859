import {
	type Band,
	bandFor,
	HIGH_FROM,
	MODERATE_FROM,
} from "#contract/bands.ts";

const CENTRE = { x: 905, y: 352 };
const RADIUS = 190;
/** Between two bands, in points of the scale. */
const GAP = 0.6;
const RINGS: { band: Band; from: number; to: number }[] = [
	{ band: "factual", from: 0, to: MODERATE_FROM - GAP },
	{ band: "moderate", from: MODERATE_FROM + GAP, to: HIGH_FROM - GAP },
	{ band: "high", from: HIGH_FROM + GAP, to: 100 },
];
/** A confident score is a thin mark, an uncertain one a broad mark; half widths in points. */
const THINNEST = 1;
const POINTS_PER_DOUBT = 0.14;

/** The half circle with the score; without one, the empty half circle. */
export function pictureGauge(gauge: {
	score: number | null;
	confidence: number;
	simulated: boolean;
}): string {
	const { score, confidence, simulated } = gauge;
	const active = score === null ? null : bandFor(score);
	const rings = RINGS.map(({ band, from, to }) => {
		const is_active = band === active;
		const plain = active === null ? PAPER.line : BAND_COLOURS[band];
		const colour = is_active && simulated ? "url(#hatch)" : plain;
		return `<path d="${arc(RADIUS - (is_active ? 0 : 10), from, to)}" fill="none" stroke="${colour}" stroke-width="${is_active ? 30 : 9}"/>`;
	});
	return [
		...rings,
		...[0, MODERATE_FROM, HIGH_FROM, 100].map(limit),
		score === null ? "" : mark(score, confidence),
		score === null || active === null
			? text(CENTRE.x, CENTRE.y - 34, 100, PAPER.muted, "–")
			: text(CENTRE.x, CENTRE.y - 22, 124, BAND_COLOURS[active], `${score}`),
		text(
			CENTRE.x,
			CENTRE.y + 16,
			26,
			PAPER.muted,
			score === null ? "no score" : "BS score of 100",
		),
	].join("\n");
}

function mark(score: number, confidence: number): string {
	const half = THINNEST + (100 - confidence) * POINTS_PER_DOUBT;
	const [from, to] = [Math.max(0, score - half), Math.min(100, score + half)];
	const needle = `M${point(RADIUS - 46, score)}L${point(RADIUS + 20, score)}`;
	return `<path d="${wedge(RADIUS - 38, RADIUS + 14, from, to)}" fill="${PAPER.ink}" fill-opacity=".28"/>
<path d="${needle}" stroke="${PAPER.ground}" stroke-width="13"/><path d="${needle}" stroke="${PAPER.ink}" stroke-width="7" stroke-linecap="round"/>`;
}

function limit(value: number): string {
	const end = value === 0 || value === 100;
	const [x, y] = place(end ? RADIUS : RADIUS + 44, value);
	return text(x, end ? CENTRE.y + 36 : y + 8, 24, PAPER.muted, String(value));
}

function text(
	x: number,
	y: number,
	size: number,
	colour: string,
	words: string,
): string {
	return `<text x="${x}" y="${y}" font-family="Detector Sans" font-size="${size}" text-anchor="middle" fill="${colour}">${words}</text>`;
}

function place(radius: number, score: number): [number, number] {
	const angle = Math.PI * (1 - score / 100);
	const round = (value: number) => Math.round(value * 10) / 10;
	return [
		round(CENTRE.x + radius * Math.cos(angle)),
		round(CENTRE.y - radius * Math.sin(angle)),
	];
}

function point(radius: number, score: number): string {
	return place(radius, score).join(" ");
}

function arc(radius: number, from: number, to: number): string {
	return `M${point(radius, from)}A${radius} ${radius} 0 0 1 ${point(radius, to)}`;
}

function wedge(inner: number, outer: number, from: number, to: number): string {
	return `M${point(inner, from)}L${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}Z`;
}

/** The light theme's colours, because the background of a preview is unknown. */
export const PAPER = {
	ground: "#f9f7f2",
	raised: "#ffffff",
	line: "#dbd6ca",
	rule: "#8b8577",
	ink: "#1c1a17",
	muted: "#5c574d",
};

export const BAND_COLOURS: Record<Band, string> = {
	factual: "#005f73",
	moderate: "#9a5800",
	high: "#9b1c31",
};
