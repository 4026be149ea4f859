import { type Band, bandFor, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { BAND_ARCS, halfRing } from "#contract/gauge.ts";
import type { Coverage } from "#contract/score-standing.ts";
import { gaugeWords } from "#contract/verdict-words.ts";
import { BAND_COLOURS, PAPER } from "../appearance.ts";
import { type CompletedCard, spanOf } from "../cards.ts";

const CENTRE = { cx: 905, cy: 352 };
const RADIUS = 190;
const { arc, line, point, wedge } = halfRing(CENTRE, 1);

type PictureScore = Pick<
	CompletedCard,
	"score" | "confidence" | "standing" | "coverage" | "interval" | "simulated"
>;

/** The half circle with the score; empty if there is no score. */
export function pictureGauge(card: PictureScore): string {
	const { score, standing, coverage } = card;
	const active = score === null ? null : bandFor(score);
	const { number, caption } = gaugeWords(card);
	const parts = [
		standing === "too_little" ? hollowRing() : bandRing(active, card),
		...[0, MODERATE_FROM, HIGH_FROM, 100].map(limit),
	];
	if (standing !== "panel") parts.push(coverageArc(coverage));
	if (score === null) {
		const size = standing === "too_little" ? 64 : 100;
		const words = text(CENTRE.cx, CENTRE.cy - 22, size, PAPER.muted, number);
		return [...parts, words, captionText(caption)].join("\n");
	}
	parts.push(mark(score, spanOf(card, score)));
	// The coverage arc leaves less room.
	const size = standing === "checked" ? 100 : 124;
	return [
		...parts,
		text(CENTRE.cx, CENTRE.cy - 22, size, BAND_COLOURS[bandFor(score)], number),
		captionText(standing === "panel" ? "BS score of 100" : caption),
	].join("\n");
}

function captionText(words: string): string {
	return text(CENTRE.cx, CENTRE.cy + 16, 26, PAPER.muted, words);
}

function bandRing(active: Band | null, { simulated }: Pick<PictureScore, "simulated">): string {
	return BAND_ARCS.map(({ band, from, to }) => {
		const is_active = band === active;
		const plain = active === null ? PAPER.line : BAND_COLOURS[band];
		const colour = is_active && simulated ? "url(#hatch)" : plain;
		return `<path d="${arc(RADIUS - (is_active ? 0 : 10), from, to)}" fill="none" stroke="${colour}" stroke-width="${is_active ? 30 : 9}"/>`;
	}).join("\n");
}

/** Drawn without a verdict: two dotted edges without colour. */
function hollowRing(): string {
	return [-13, 13]
		.map(
			(edge) =>
				`<path d="${arc(RADIUS + edge, 0, 100)}" fill="none" stroke="${PAPER.rule}" stroke-width="4" stroke-linecap="round" stroke-dasharray="0.1 11"/>`,
		)
		.join("\n");
}

/** The share of the checkable statements that were checked. */
function coverageArc({ checked, checkable }: Coverage): string {
	const share = checkable === 0 ? 0 : (100 * checked) / checkable;
	const path = (to: number, colour: string) =>
		`<path d="${arc(RADIUS - 58, 0, to)}" fill="none" stroke="${colour}" stroke-width="8"/>`;
	return path(100, PAPER.line) + (share === 0 ? "" : path(share, PAPER.muted));
}

function mark(score: number, span: [number, number]): string {
	const needle = line(RADIUS - 46, RADIUS + 20, score);
	return `<path d="${wedge(RADIUS - 38, RADIUS + 14, span)}" fill="${PAPER.ink}" fill-opacity=".28"/>
<path d="${needle}" stroke="${PAPER.ground}" stroke-width="13"/><path d="${needle}" stroke="${PAPER.ink}" stroke-width="7" stroke-linecap="round"/>`;
}

function limit(value: number): string {
	const end = value === 0 || value === 100;
	const { x, y } = point(end ? RADIUS : RADIUS + 44, value);
	return text(x, end ? CENTRE.cy + 36 : y + 8, 24, PAPER.muted, String(value));
}

function text(x: number, y: number, size: number, colour: string, words: string): string {
	return `<text x="${x}" y="${y}" font-family="Detector Sans" font-size="${size}" text-anchor="middle" fill="${colour}">${words}</text>`;
}
