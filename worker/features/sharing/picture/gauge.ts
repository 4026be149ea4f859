import { bandFor, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { BAND_ARCS, halfRing, markSpan } from "#contract/gauge.ts";
import { BAND_COLOURS, PAPER } from "../appearance.ts";

const CENTRE = { cx: 905, cy: 352 };
const RADIUS = 190;
const { arc, line, point, wedge } = halfRing(CENTRE, 1);

/** The half circle with the score; without one, the empty half circle. */
export function pictureGauge(gauge: {
	score: number | null;
	confidence: number;
	simulated: boolean;
}): string {
	const { score, confidence, simulated } = gauge;
	const active = score === null ? null : bandFor(score);
	const rings = BAND_ARCS.map(({ band, from, to }) => {
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
			? text(CENTRE.cx, CENTRE.cy - 34, 100, PAPER.muted, "–")
			: text(CENTRE.cx, CENTRE.cy - 22, 124, BAND_COLOURS[active], `${score}`),
		text(
			CENTRE.cx,
			CENTRE.cy + 16,
			26,
			PAPER.muted,
			score === null ? "no score" : "BS score of 100",
		),
	].join("\n");
}

function mark(score: number, confidence: number): string {
	const span = markSpan(score, confidence);
	const needle = line(RADIUS - 46, RADIUS + 20, score);
	return `<path d="${wedge(RADIUS - 38, RADIUS + 14, span)}" fill="${PAPER.ink}" fill-opacity=".28"/>
<path d="${needle}" stroke="${PAPER.ground}" stroke-width="13"/><path d="${needle}" stroke="${PAPER.ink}" stroke-width="7" stroke-linecap="round"/>`;
}

function limit(value: number): string {
	const end = value === 0 || value === 100;
	const { x, y } = point(end ? RADIUS : RADIUS + 44, value);
	return text(x, end ? CENTRE.cy + 36 : y + 8, 24, PAPER.muted, String(value));
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
