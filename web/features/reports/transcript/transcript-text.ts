import type { Statement } from "#contract/statement.ts";
import type { TranscriptAnswer } from "#contract/video.ts";

/** Cues have only a few words, so they are grouped into paragraphs of this length. */
const PARAGRAPH_S = 30;
/** About half a minute of speech, for text without times. */
const PARAGRAPH_CHARS = 500;

export type Paragraph = {
	/** Seconds; null if the text has no times. */
	start: number | null;
	text: string;
	/** Who speaks, if the transcript names somebody and another one spoke before. */
	speaker: string | null;
	/** The paragraph's offset in the whole text. */
	from: number;
};

export type TranscriptText = {
	paragraphs: Paragraph[];
	/** All paragraphs joined by one space: the text that is searched. */
	whole: string;
};

/** The transcript as paragraphs of about half a minute. */
export function transcriptParagraphs(answer: TranscriptAnswer): TranscriptText {
	const pieces = answer.cues.length > 0 ? groupCues(answer.cues) : cutTurns(answer);
	let from = 0;
	let last: string | null = null;
	const paragraphs = pieces.map((piece) => {
		const speaker = piece.speaker === last ? null : piece.speaker;
		const paragraph = { ...piece, speaker, from };
		from += piece.text.length + 1;
		last = piece.speaker;
		return paragraph;
	});
	return { paragraphs, whole: pieces.map(({ text }) => text).join(" ") };
}

function groupCues(cues: TranscriptAnswer["cues"]) {
	const groups: { start: number; texts: string[]; speaker: string | null }[] = [];
	for (const { start, text, speaker } of cues) {
		const group = groups.at(-1);
		if (group?.speaker === speaker && start - group.start < PARAGRAPH_S) group.texts.push(text);
		else groups.push({ start, texts: [text], speaker });
	}
	return groups.map(({ texts, ...group }) => ({ ...group, text: texts.join(" ") }));
}

/** A text without times, cut where the speaker changes. */
function cutTurns({ transcript, turns = [] }: TranscriptAnswer) {
	const all = [{ at: 0, speaker: null }, ...turns];
	return all.flatMap(({ at, speaker }, index) =>
		cutText(transcript.slice(at, all[index + 1]?.at)).map((text) => ({
			start: null,
			text,
			speaker,
		})),
	);
}

function cutText(text: string): string[] {
	return text
		.split(/\n+/)
		.flatMap((line) => line.match(LINE_PIECES) ?? [])
		.map((piece) => piece.trim())
		.filter((piece) => piece !== "");
}

const LINE_PIECES = new RegExp(`.{1,${PARAGRAPH_CHARS}}(?:\\s|$)|.{1,${PARAGRAPH_CHARS}}`, "gu");

/** The range of a statement's words; empty if only its time is known. */
export type Placed = Range & { statement: Statement };

/**
 * Locates the statements in the transcript, in its order. If the words occur several times, the
 * occurrence nearest to the statement's time is used. If they are not found, the paragraph at
 * that time is used. The ranges do not overlap.
 */
export function placeStatements(text: TranscriptText, statements: readonly Statement[]): Placed[] {
	const placed = statements
		.flatMap((statement) => {
			const range = locateStatement(text, statement);
			return range === null ? [] : [{ ...range, statement }];
		})
		.sort((a, b) => a.from - b.from);
	let free = 0;
	return placed.map((one) => {
		const from = Math.max(one.from, free);
		const to = Math.max(one.to, from);
		free = to;
		return { ...one, from, to };
	});
}

function locateStatement(text: TranscriptText, statement: Statement): Range | null {
	const { quote, content, timestamp, timestamp_source } = statement;
	const found = findSpoken(text.whole, quote || content);
	const timed = timestamp_source === "cue";
	if (found.length > 0) {
		const away = ({ from }: Range) =>
			Math.abs((paragraphAt(text, from)?.start ?? timestamp) - timestamp);
		return timed
			? found.reduce((best, one) => (away(one) < away(best) ? one : best))
			: (found[0] ?? null);
	}
	const paragraph = timed
		? text.paragraphs.findLast(({ start }) => start !== null && start <= timestamp)
		: undefined;
	return paragraph ? { from: paragraph.from, to: paragraph.from } : null;
}

function paragraphAt(text: TranscriptText, at: number): Paragraph | undefined {
	return text.paragraphs.findLast(({ from }) => from <= at);
}

/** A range of the whole text; `to` is exclusive. */
type Range = { from: number; to: number };

/** More matches than anyone steps through. A single letter would have thousands. */
export const MAX_MATCHES = 1_000;

/** Finds the words, ignoring case and white space between them. */
export function findInText(whole: string, query: string): Range[] {
	const words = query.trim().split(/\s+/).filter(Boolean);
	return words.length === 0 ? [] : ranges(whole, words.map(literal).join("\\s+"));
}

/** Finds these words, with anything between them. */
export function findSpoken(whole: string, quote: string): Range[] {
	const words = quote.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.length === 0 ? [] : ranges(whole, words.join("[^\\p{L}\\p{N}]+"));
}

function ranges(whole: string, pattern: string): Range[] {
	const found: Range[] = [];
	for (const match of whole.matchAll(new RegExp(pattern, "giu"))) {
		found.push({ from: match.index, to: match.index + match[0].length });
		if (found.length === MAX_MATCHES) break;
	}
	return found;
}

function literal(word: string): string {
	return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** A search match, numbered across the whole transcript. */
export type Match = Range & { number: number };

export type Piece = { at: number; text: string; match: number | null };
/** Consecutive pieces that belong to the same statement, or to none. */
type Run = {
	at: number;
	statement: Statement | null;
	/** Whether the statement starts here instead of in the paragraph before. */
	first: boolean;
	pieces: Piece[];
};

/** Splits a paragraph at the ends of its statements and matches. */
export function cutParagraph(
	{ text, from }: Paragraph,
	placed: readonly Placed[],
	matches: readonly Match[],
): Run[] {
	const end = from + text.length;
	const runs: Run[] = [];
	let at = from;
	const add = (to: number, one: Placed | null) => {
		if (to === at && one === null) return;
		runs.push({
			at,
			statement: one?.statement ?? null,
			first: one !== null && one.from >= from,
			pieces: cutPieces(text, from, { from: at, to }, matches),
		});
		at = to;
	};
	for (const one of placed) {
		add(Math.max(one.from, from), null);
		add(Math.min(one.to, end), one);
	}
	add(end, null);
	return runs;
}

function cutPieces(
	text: string,
	offset: number,
	within: Range,
	matches: readonly Match[],
): Piece[] {
	const pieces: Piece[] = [];
	let at = within.from;
	const add = (to: number, match: number | null) => {
		if (to <= at) return;
		pieces.push({ at, text: text.slice(at - offset, to - offset), match });
		at = to;
	};
	for (const { from, to, number } of matches) {
		if (to <= within.from || from >= within.to) continue;
		add(Math.max(from, within.from), null);
		add(Math.min(to, within.to), number);
	}
	add(within.to, null);
	return pieces;
}

/** The ranges that overlap each paragraph, by the paragraph's index. */
export function byParagraph<One extends Range>(
	paragraphs: readonly Paragraph[],
	ranges: readonly One[],
): Map<number, One[]> {
	const reached = new Map<number, One[]>();
	let first = 0;
	for (const one of ranges) {
		while (paragraphStart(paragraphs, first + 1) <= one.from) first += 1;
		// An empty range belongs to the paragraph that contains its position.
		const to = Math.max(one.to, one.from + 1);
		for (let at = first; paragraphStart(paragraphs, at) < to; at += 1) {
			reached.set(at, [...(reached.get(at) ?? []), one]);
		}
	}
	return reached;
}

function paragraphStart(paragraphs: readonly Paragraph[], place: number): number {
	return paragraphs[place]?.from ?? Number.POSITIVE_INFINITY;
}
