import { type Band, bandFor, raterWords } from "#contract/bands.ts";
import {
	BAND_ARCS,
	GAUGE,
	GAUGE_LABELS,
	halfRing,
	intervalPath,
	needlePath,
} from "#contract/gauge.ts";
import { type Coverage, coverageWords, HOLLOW_TITLE } from "#contract/score-standing.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import { gaugeWords } from "#contract/verdict-words.ts";
import { BAND_COLOURS, PAPER } from "../appearance.ts";
import { type CompletedCard, spanOf } from "../cards.ts";
import { boundedText, drawableText } from "./drawable-text.ts";
import { LEFT, pictureFrame, RIGHT } from "./frame.ts";
import { blockHeight, blockText, lineText, svgText, type Typesetters } from "./svg-text.ts";
import { setLines } from "./typesetter.ts";

/** The right edge of the title's column. The gauge is to the right of it. */
const COLUMN = 560;
/** Font sizes: large for short titles, smaller for long ones. The longest titles are truncated. */
const TITLE_SETTINGS = [
	{ size: 64, most: 3 },
	{ size: 54, most: 4 },
	{ size: 46, most: 5 },
] as const;
const CHANNEL_SIZE = 30;
/** The distance from the last line of the title to the channel's name. */
const CHANNEL_DROP = 54;
/** The vertical middle of the area above the footer. */
const TITLE_CENTRE = 268;

/** Lays out a result's preview. */
export function pictureSvg(card: CompletedCard, type: Typesetters): string {
	const { simulated } = card;
	const drawn = `${titleBlock(card, type)}
${pictureGauge(card)}
${findingLine(card, type)}`;
	return pictureFrame(
		{
			drawn,
			colour: bandColour(card),
			simulated,
			foot: { words: footWords(card), typesetter: type.sans },
		},
		type,
	);
}

function bandColour({ score }: CompletedCard): string {
	return score === null ? PAPER.rule : BAND_COLOURS[bandFor(score)];
}

function titleBlock(card: CompletedCard, { serif }: Typesetters): string {
	const channel = drawableText(boundedText(card.channel_name), serif);
	const title = drawableText(boundedText(card.title), serif);
	const said = title ?? (channel ? `A video by ${channel}` : "A YouTube video");
	const block = setLines(said, COLUMN, TITLE_SETTINGS, serif);
	const by = title === null ? null : channel;
	const height = blockHeight(block) + (by === null ? 0 : CHANNEL_DROP);
	const place = { x: LEFT, y: Math.round(TITLE_CENTRE - height / 2), width: COLUMN };
	const lines = blockText(block, { ...place, colour: PAPER.ink }, serif);
	if (by === null) return lines;
	const size = CHANNEL_SIZE;
	const below = { ...place, y: place.y + height, size, colour: PAPER.muted };
	return `${lines}\n${lineText(by, below, serif)}`;
}

const FINDING = { size: 42, centre: 905, y: 446 };

/** What was found, under the gauge. */
function findingLine(card: CompletedCard, { serif }: Typesetters): string {
	const { score, standing } = card;
	const { size, centre, y } = FINDING;
	const hollow = standing === "too_little" ? HOLLOW_TITLE : NOTHING_TO_CHECK.title;
	const words = score === null ? hollow : card.words.short;
	const room = 2 * (RIGHT - centre);
	const fitting = Math.min(size, (size * room) / serif.width(words, size));
	return svgText(serif.runs(words), {
		x: centre - serif.width(words, fitting) / 2,
		y,
		size: fitting,
		colour: PAPER.ink,
	});
}

function footWords(card: CompletedCard): string {
	const { score, standing, coverage, raters, simulated } = card;
	const who = raterWords(raters, simulated);
	if (standing === "too_little")
		return `${coverageWords(coverage)} with sources, which is too little for a score`;
	if (score === null) return "No factual statements were found, so there is no score.";
	return standing === "checked"
		? `${coverageWords(coverage)} with sources by ${who}`
		: `${who}, from memory, without sources`;
}

/** Where the gauge's centre is in the picture, and how many pixels are one unit of the gauge. */
const PLACE = { x: 905, y: 352, scale: 1.98 };
const { arc } = halfRing(GAUGE);

type PictureScore = Pick<
	CompletedCard,
	"score" | "confidence" | "standing" | "coverage" | "interval" | "simulated"
>;

/** The half circle with the score; empty if there is no score. */
export function pictureGauge(card: PictureScore): string {
	const { score, standing, coverage } = card;
	const { x, y, scale } = PLACE;
	const active = score === null ? null : bandFor(score);
	const { number, caption } = gaugeWords(card);
	const parts = [
		standing === "too_little" ? hollowRing() : bandRing(active, card),
		...GAUGE_LABELS.map((label) => text({ ...label, size: GAUGE.label.size }, String(label.value))),
	];
	if (standing !== "panel") parts.push(coverageArc(coverage));
	if (score !== null) parts.push(mark(score, spanOf(card, score)));
	const { above, size, hollow_size } = GAUGE.number;
	const middle = {
		x: GAUGE.cx,
		y: GAUGE.cy - above,
		size: standing === "too_little" ? hollow_size : size,
	};
	const below = { x: GAUGE.cx, y: GAUGE.cy + GAUGE.caption.below, size: GAUGE.caption.size };
	parts.push(
		text(middle, number, active === null ? PAPER.muted : BAND_COLOURS[active]),
		text(below, score !== null && standing === "panel" ? "BS score of 100" : caption),
	);
	return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-GAUGE.cx} ${-GAUGE.cy})" fill="none">
${parts.join("\n")}
</g>`;
}

function bandRing(active: Band | null, { simulated }: Pick<PictureScore, "simulated">): string {
	return BAND_ARCS.map(({ band, from, to }) => {
		const is_active = band === active;
		const plain = active === null ? PAPER.line : BAND_COLOURS[band];
		const colour = is_active && simulated ? "url(#hatch)" : plain;
		const radius = GAUGE.radius - (is_active ? 0 : GAUGE.inset);
		const width = is_active ? GAUGE.active_width : GAUGE.width;
		return `<path d="${arc(radius, from, to)}" stroke="${colour}" stroke-width="${width}"/>`;
	}).join("\n");
}

/** Drawn without a verdict: two dotted edges without colour. */
function hollowRing(): string {
	return [-GAUGE.hollow_edge, GAUGE.hollow_edge]
		.map(
			(edge) =>
				`<path d="${arc(GAUGE.radius + edge, 0, 100)}" stroke="${PAPER.rule}" stroke-width="2" stroke-linecap="round" stroke-dasharray="0.1 5.6"/>`,
		)
		.join("\n");
}

/** The share of the checkable statements that were checked. */
function coverageArc({ checked, checkable }: Coverage): string {
	const share = checkable === 0 ? 0 : (100 * checked) / checkable;
	const path = (to: number, colour: string) =>
		`<path d="${arc(GAUGE.coverage_radius, 0, to)}" stroke="${colour}" stroke-width="${GAUGE.coverage_width}"/>`;
	return path(100, PAPER.line) + (share === 0 ? "" : path(share, PAPER.muted));
}

function mark(score: number, span: [number, number]): string {
	const needle = needlePath(score);
	const { width } = GAUGE.needle;
	return `<path d="${intervalPath(span)}" stroke="${PAPER.muted}" stroke-width="${GAUGE.interval.width}"/>
<path d="${needle}" stroke="${PAPER.ground}" stroke-width="${2 * width}"/><path d="${needle}" stroke="${PAPER.ink}" stroke-width="${width}" stroke-linecap="round"/>`;
}

function text(
	{ x, y, size }: { x: number; y: number; size: number },
	words: string,
	colour: string = PAPER.muted,
): string {
	return `<text x="${x}" y="${y}" font-family="Detector Sans" font-size="${size}" text-anchor="middle" fill="${colour}">${words}</text>`;
}
