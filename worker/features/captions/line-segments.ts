import type { ClockLine } from "./clock-lines.ts";
import { isHeader, isPicture } from "./file-headers.ts";
import { isName } from "./speakers.ts";
import type { TextLine } from "./text-lines.ts";

/** A time with its words. */
export type Segment = {
	/** Seconds; that of the words before if it has no time of its own. */
	start: number;
	/** null if the words have no time of their own. */
	clock: ClockLine | null;
	lines: TextLine[];
	speaker: string | null;
	/** The line with the time; null for words before the first one. */
	line: string | null;
	/** Whether words stand on the line with the time. */
	own_line: boolean;
};

/** If this share of the times has a name beside it, the names are speakers. */
const NAMED_SHARE = 0.8;

/** Takes the speakers from lines of their own above, beside or below the times. */
export function nameSegments(segments: Segment[]): void {
	const timed = segments.filter(({ line }) => line !== null);
	if (timed.length < 2 || timed.some(({ speaker }) => speaker !== null)) return;
	if (nameFromFirstLines(timed)) return;
	nameFromLinesAbove(segments);
}

/** "0:00 - Jane Miller", or the name on the line below the time; the words follow. */
function nameFromFirstLines(timed: readonly Segment[]): boolean {
	const named = timed.filter(
		({ lines }) => lines.length > 1 && isName(lines[0]?.text.trim() ?? ""),
	);
	const names = new Set(named.map(({ lines }) => lines[0]?.text.trim()));
	if (named.length < timed.length * NAMED_SHARE || names.size === named.length) return false;
	for (const segment of named) segment.speaker = segment.lines.shift()?.text.trim() ?? null;
	return true;
}

/** A name on the line above each time. */
function nameFromLinesAbove(segments: readonly Segment[]): void {
	const above = segments.slice(1).map((segment, at) => ({ segment, before: segments[at] }));
	const timed = above.filter(({ segment }) => segment.line !== null);
	const named = timed.filter(({ before }) => {
		const last = before?.lines.at(-1)?.text.trim() ?? "";
		const is_first = before === segments[0];
		return isName(last) && (is_first || (before?.lines.length ?? 0) > 1);
	});
	if (named.length < timed.length * NAMED_SHARE) return;
	for (const { segment, before } of named)
		segment.speaker = before?.lines.pop()?.text.trim() ?? null;
}

type Panel = {
	segments: Segment[];
	/** false if the times are those of chapters, while the speech has none. */
	timed: boolean;
	untimed: number;
	left_out: string[];
};

/** Tells speech from the headings, the furniture and the list of chapters around it. */
export function sortPanel(all: Segment[], clocks: readonly ClockLine[]): Panel {
	const left_out: string[] = [];
	const wrong = all.filter(({ line, clock }) => line !== null && clock === null);
	left_out.push(...wrong.flatMap(({ line }) => line ?? []));
	dropHeadings(all);
	dropSource(all, left_out);
	const chapters = listOfChapters(all);
	if (chapters !== null) return { ...chapters, left_out: [...left_out, ...chapters.left_out] };
	if (clocks.every(({ place }) => place === "alone")) dropFurniture(all, left_out);
	else if (clocks.every(({ speaker }) => speaker !== null)) dropTitle(all, left_out);
	const segments = all.filter(({ lines }) => lines.length > 0);
	const untimed = segments
		.filter(({ clock }) => clock === null)
		.reduce((sum, { lines }) => sum + lines.length, 0);
	return { segments, timed: true, untimed, left_out };
}

const HEADING = /^\s{0,3}#{1,6}\s/u;
const TABLE_RULE = /^\s{0,8}\|?\s{0,8}:?-{2,40}:?\s{0,8}\|/u;

/** Headings of Markdown, and the head of a table before its first time. */
function dropHeadings(all: Segment[]): void {
	const [first] = all;
	const has_table = all.some(({ lines }) =>
		lines.some(({ text }) => TABLE_RULE.test(text.slice(0, 200))),
	);
	for (const segment of all)
		segment.lines = segment.lines.filter(({ text }) => {
			if (HEADING.test(text) || isPicture(text)) return false;
			if (segment === first && isHeader(text)) return false;
			if (!has_table) return true;
			return (
				!TABLE_RULE.test(text.slice(0, 200)) && !(segment === first && text.trim().startsWith("|"))
			);
		});
}

/** A last paragraph of a few words and a link names the program that wrote the text. */
const LINK_AT_END = /https?:\/\/\S{1,200}\s{0,4}$/iu;
const MAX_SOURCE_CHARS = 200;
const MAX_SOURCE_WORDS = 8;

/** The last line of a meeting's export: "Jane Miller stopped transcription". */
const STOPPED = /^.{1,60} stopped transcription\s*$/iu;

function dropSource(all: readonly Segment[], left_out: string[]): void {
	const ends = all.at(-1)?.lines ?? [];
	if (ends.length > 1 && STOPPED.test(ends.at(-1)?.text ?? ""))
		left_out.push(ends.pop()?.text ?? "");
	const last = all.at(-1)?.lines.at(-1);
	if (!last?.after_blank || last.text.length > MAX_SOURCE_CHARS) return;
	const words = last.text.trim().split(/\s+/u).length;
	if (words > MAX_SOURCE_WORDS || !LINK_AT_END.test(last.text)) return;
	all.at(-1)?.lines.pop();
	left_out.push(last.text);
}

const SENTENCE_END = /[.!?…。！？।]["'”’»)]?\s*$/u;
const MAX_TITLE_CHARS = 80;
const MIN_CHAPTERS = 3;

/**
 * A list of chapters beside prose without times, as descriptions of videos have it. The times are
 * the chapters', and the prose is what was said.
 */
function listOfChapters(all: readonly Segment[]): Panel | null {
	const chapters = all.filter(({ line }) => line !== null);
	const titles = chapters.map(({ lines }) => lines[0]?.text ?? "");
	const are_titles =
		chapters.length >= MIN_CHAPTERS &&
		chapters.every(({ own_line, clock }) => own_line && clock?.in_brackets === false) &&
		titles.every((title) => title.length <= MAX_TITLE_CHARS && !SENTENCE_END.test(title)) &&
		chapters.slice(0, -1).every(({ lines }) => lines.length === 1);
	const prose = [...(all[0]?.lines ?? []), ...(chapters.at(-1)?.lines.slice(1) ?? [])];
	const chars = prose.reduce((sum, { text }) => sum + text.length, 0);
	const is_apart = chapters.at(-1)?.lines[1]?.after_blank ?? true;
	const is_prose = prose.some(({ text }) => SENTENCE_END.test(text));
	if (!are_titles || !is_apart || !is_prose || chars <= titles.join("").length) return null;
	const speech = {
		start: 0,
		clock: null,
		speaker: null,
		line: null,
		own_line: false,
		lines: prose,
	};
	return {
		segments: [speech],
		timed: false,
		untimed: prose.length,
		left_out: chapters.flatMap(({ line }) => line ?? []),
	};
}

/** YouTube's panel has at most this many lines above the first time. */
const MAX_LINES_ABOVE = 4;
/** The panel begins with the video's start (seconds). */
const PANEL_BEGINS_S = 10;
const LANGUAGE_LINE = /^[\p{L}\p{M} -]{2,40}\s?[(（][^()（）\n]{2,60}[)）]\s*$/u;
const HALF = 0.5;

/**
 * What YouTube's panel has besides speech: its own words above the first time, the heading of a
 * chapter above the chapter's first time, and the line with the language below the last words.
 */
function dropFurniture(all: readonly Segment[], left_out: string[]): void {
	const [above, ...rest] = all;
	const timed = rest.filter(({ line }) => line !== null);
	const single = timed.filter(({ lines }) => lines.length === 1).length;
	if (!above || single === 0) return;
	dropLanguage(timed, single, left_out);
	if (!isPanelHead(above, timed)) return;
	left_out.push(...above.lines.splice(0).map(({ text }) => text));
	if (single < timed.length * HALF) return;
	for (const { lines } of timed.slice(0, -1)) {
		const [first = "", second = ""] = lines.map(({ text }) => text.trim());
		const are_sentences = SENTENCE_END.test(first) && SENTENCE_END.test(second);
		const heading = lines.length === 2 && !/^\p{Ll}/u.test(second) && !are_sentences;
		if (heading) left_out.push(lines.pop()?.text ?? "");
	}
}

/** Above the first turn, exports of meetings have their title and date, and no sentence. */
function dropTitle([above, ...rest]: readonly Segment[], left_out: string[]): void {
	const timed = rest.filter(({ line }) => line !== null);
	if (above && isPanelHead(above, timed))
		left_out.push(...above.lines.splice(0).map(({ text }) => text));
}

function isPanelHead({ lines }: Segment, timed: readonly Segment[]): boolean {
	return (
		lines.length > 0 &&
		lines.length <= MAX_LINES_ABOVE &&
		(timed[0]?.start ?? 0) <= PANEL_BEGINS_S &&
		lines.every(({ text }) => text.length <= MAX_TITLE_CHARS && !SENTENCE_END.test(text))
	);
}

function dropLanguage(timed: readonly Segment[], single: number, left_out: string[]): void {
	const lines = timed.at(-1)?.lines ?? [];
	const below = lines[1]?.text ?? "";
	if (lines.length !== 2 || single < (timed.length - 1) * HALF || !LANGUAGE_LINE.test(below))
		return;
	lines.pop();
	left_out.push(below);
}
