import { quoteWords } from "#contract/evidence-words.ts";
import { clockTime, inQuotes, isolated } from "#contract/format.ts";
import { leadingEvidence } from "#contract/leading-evidence.ts";
import { momentsWords } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Moment, Video } from "#contract/video.ts";
import { BAND_COLOURS, bandShape, PAPER } from "../appearance.ts";
import { boundedText, drawableText } from "./drawable-text.ts";
import { LEFT, pictureFrame, RIGHT } from "./frame.ts";
import { baseDirection } from "./reading-order.ts";
import { blockHeight, blockText, type Typesetters } from "./svg-text.ts";
import { setLines, type Typesetter } from "./typesetter.ts";

/** What the picture of one statement shows. */
export type PicturedStatement = {
	video: Pick<Video, "title" | "channel_name" | "simulated">;
	/** null: nothing could be checked. */
	statement: Pick<
		Statement,
		| "content"
		| "timestamp"
		| "timestamp_source"
		| "verdict"
		| "unverified_reason"
		| "ai_score"
		| "evidence"
		| "speaker"
	> | null;
	/** The number of moments that were checked; null for a link to the statement itself. */
	moments: number | null;
};

const WIDTH = RIGHT - LEFT;
const MARK = { y: 92, size: 40, icon: 44, gap: 14 };
const STATEMENT = {
	centre: 236,
	settings: [
		{ size: 60, most: 3 },
		{ size: 50, most: 4 },
		{ size: 40, most: 5 },
	],
} as const;
const QUOTE = { y: 400, settings: [{ size: 27, most: 2 }] } as const;
/** A rule at the quote's left, and the distance of the text from it. */
const RULE = { width: 5, gap: 20 };

/** The texts that need fonts. */
export function statementTexts({ video, statement }: PicturedStatement): string[] {
	const [lead] = statement ? leadingEvidence(statement) : [];
	const said = statement ? [statement.content, statement.speaker ?? ""] : [];
	return [...said, ...(lead ? [lead.site, lead.quote] : []), video.title, video.channel_name];
}

/** Lays out a statement's preview: verdict, statement, strongest quote. It has no score. */
export function statementSvg(pictured: PicturedStatement, type: Typesetters): string {
	const { video, statement, moments } = pictured;
	const said = saidIn(pictured, type.serif);
	const foot =
		moments === null || statement === null
			? { words: said, typesetter: type.serif }
			: { words: momentsWords(moments), typesetter: type.sans };
	const drawn = statement ? checked(statement, video.simulated, type) : nothingChecked(type);
	const colour = statement ? markColour(statement) : PAPER.rule;
	return pictureFrame({ drawn, colour, simulated: video.simulated, foot }, type);
}

type Pictured = NonNullable<PicturedStatement["statement"]>;

function markColour(statement: Pictured): string {
	const { band } = statementMark(statement);
	return band === null ? PAPER.muted : BAND_COLOURS[band];
}

function checked(statement: Pictured, simulated: boolean, type: Typesetters): string {
	const { serif } = type;
	const content = drawableText(boundedText(statement.content), serif);
	const words = content === null ? "A statement in a YouTube video" : inQuotes(content);
	const block = setLines(words, WIDTH, STATEMENT.settings, serif);
	const y = Math.round(STATEMENT.centre - blockHeight(block) / 2);
	const text = blockText(block, { x: LEFT, y, width: WIDTH, colour: PAPER.ink }, serif);
	return [markLine(statement, simulated, type), text, leadQuote(statement, serif)].join("\n");
}

function nothingChecked({ serif }: Typesetters): string {
	const block = setLines("Nothing checkable was said there", WIDTH, STATEMENT.settings, serif);
	const y = Math.round(STATEMENT.centre - blockHeight(block) / 2);
	return blockText(block, { x: LEFT, y, width: WIDTH, colour: PAPER.ink }, serif);
}

function markLine(statement: Pictured, simulated: boolean, { serif }: Typesetters): string {
	const { band, words } = statementMark(statement);
	const colour = markColour(statement);
	const { y, size, icon, gap } = MARK;
	const scale = icon / 16;
	const shape =
		band === null
			? `<circle cx="8" cy="8" r="6.6" fill="none" stroke="${colour}" stroke-width="1.2" stroke-dasharray="2.4 1.8"/>`
			: bandShape(band, { colour, ground: PAPER.ground, simulated });
	const column = { x: LEFT + icon + gap, y: y - Math.round(0.8 * size), width: WIDTH - icon - gap };
	const block = setLines(words, column.width, [{ size, most: 1 }], serif);
	return `<g transform="translate(${LEFT} ${y - 35}) scale(${scale})" stroke-linecap="round" stroke-linejoin="round">${shape}</g>
${blockText(block, { ...column, colour }, serif)}`;
}

/** The strongest quote and its site; empty if there is none, or none that can be drawn. */
function leadQuote(statement: Pictured, serif: Typesetter): string {
	const [lead] = leadingEvidence(statement);
	if (!lead) return "";
	const quote = drawableText(boundedText(quoteWords(lead.quote)), serif);
	const site = drawableText(boundedText(lead.site), serif);
	if (quote === null || site === null) return "";
	const year = lead.published_at === null ? "" : `, ${lead.published_at.slice(0, 4)}`;
	const width = WIDTH - RULE.width - RULE.gap;
	const words = `${site}${year}: ${inQuotes(quote)}`;
	const block = setLines(words, width, QUOTE.settings, serif, baseDirection(quote));
	const height = blockHeight(block) + 12;
	const from_right = block.base === "rtl";
	const x = from_right ? LEFT : RIGHT - width;
	return `<rect x="${from_right ? RIGHT - RULE.width : LEFT}" y="${QUOTE.y}" width="${RULE.width}" height="${height}" fill="${PAPER.rule}"/>
${blockText(block, { x, y: QUOTE.y + 2, width, colour: PAPER.muted }, serif)}`;
}

function saidIn({ video, statement }: PicturedStatement, serif: Typesetter): string {
	const title = drawableText(boundedText(video.title), serif);
	const channel = drawableText(boundedText(video.channel_name), serif);
	const where = title === null ? "a YouTube video" : isolated(inQuotes(title));
	const by = channel === null ? "" : ` by ${isolated(channel)}`;
	const known = statement !== null && statement.timestamp_source !== "unknown";
	const time = known ? ` at ${clockTime(statement.timestamp)}` : "";
	const speaker = drawableText(boundedText(statement?.speaker ?? ""), serif);
	const who = speaker ? ` by ${isolated(speaker)}` : "";
	return `Said${who}${time} in ${where}${by}`;
}

/** What the picture of a report of moments shows: a statement of the latest moment with any. */
export function pictureOfMoments(report: {
	video: Video;
	statements: readonly Statement[];
	moments: readonly Moment[];
}): PicturedStatement {
	const { video, statements, moments } = report;
	const latest = [...moments].sort((a, b) => b.checked_at.localeCompare(a.checked_at));
	const ids = latest.flatMap(({ statement_ids }) => statement_ids);
	const statement = statements.find(({ id }) => id === ids[0]) ?? statements[0] ?? null;
	return { video, statement, moments: moments.length };
}
