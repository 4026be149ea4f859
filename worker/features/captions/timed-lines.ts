import { CLOCK_SIGNS, type ClockLine, readClockLine } from "./clock-lines.ts";
import { looksTimed } from "./clocks.ts";
import type { Parts, TimedText } from "./cues.ts";
import { partsOf, placeParts } from "./joined-parts.ts";
import { nameSegments, type Segment, sortPanel } from "./line-segments.ts";
import { orderOf, risingPlaces } from "./rising-times.ts";
import { spokenLanguage, withoutSpokenClock } from "./spoken-clock.ts";
import { type TextLine, textLines } from "./text-lines.ts";

export type ReadLines = {
	/** In the text's order. */
	captions: TimedText[];
	/** false if the times could not be used, so that the captions are words only. */
	timed: boolean;
	timecode: boolean;
	parts: Parts | null;
	/** Lines of words that have no time of their own. */
	untimed: number;
	/** Lines whose time was not understood, and lines that are no speech. */
	left_out: string[];
};

/** With fewer times, the text may only mention them. */
const CLOCKS_TO_TELL = 3;
const CLOCK_SHARE_TO_TELL = 0.2;
/** Times before words as in prose need this share if the text begins with other words. */
const PROSE_SHARE_TO_TELL = 0.7;
/** Such a text is believed as well if its first time is this early (seconds). */
const EARLY_S = 120;
/** Forms of times that fewer lines have are mentions, in parts of the most common form. */
const SECOND_FORM_SHARE = 0.25;

/**
 * Reads a text whose lines have times: a copy of YouTube's panel, what transcription services
 * export, Markdown of clippers, show notes. null if no line has a time. What the times mean is
 * decided by the whole text: they have one form and rise.
 */
export function readTimedLines(text: string): ReadLines | null {
	const lines = textLines(text);
	for (const sign of CLOCK_SIGNS) {
		const found = lines.flatMap((line, at) => readClockLine(line, at, sign) ?? []);
		const clocks = mainForm(withoutLabels(found, lines));
		const read = clocks.length === 0 ? null : readWith(lines, clocks, sign);
		if (read !== null) return read;
	}
	return null;
}

/** Takes the spoken label of each time from the words beside it. */
function withoutLabels(found: readonly ClockLine[], lines: readonly TextLine[]): ClockLine[] {
	const beside = found.map(({ at, start, words }) => ({
		start,
		text: words || (lines[at + 1]?.text ?? ""),
	}));
	const language = spokenLanguage(beside);
	return found.flatMap((clock) => {
		const words = language && withoutSpokenClock(clock.words, clock.start, language);
		if (words !== null) return [{ ...clock, words, labelled: true, language }];
		return clock.joined ? [] : [{ ...clock, language }];
	});
}

/** The times in the text's most common form, and those in another common one. */
function mainForm(clocks: readonly ClockLine[]): ClockLine[] {
	const counts = new Map<string, number>();
	for (const clock of clocks) counts.set(formOf(clock), (counts.get(formOf(clock)) ?? 0) + 1);
	const most = Math.max(0, ...counts.values());
	return clocks.filter((clock) => (counts.get(formOf(clock)) ?? 0) >= most * SECOND_FORM_SHARE);
}

function formOf({ place, in_brackets, has_frames }: ClockLine): string {
	const side = place === "alone" ? "lead" : place;
	return `${side} ${in_brackets} ${has_frames}`;
}

function readWith(
	lines: readonly TextLine[],
	clocks: readonly ClockLine[],
	sign: string,
): ReadLines | null {
	if (!isTranscript(lines, clocks, sign)) return null;
	const starts = clocks.map(({ start }) => start);
	const order = orderOf(starts);
	if (order === "mixed" || (order !== "rising" && clocks.length <= CLOCKS_TO_TELL)) return null;
	const timings = clocks.map(({ start, at }) => ({ start, end: null, at }));
	const parts = order === "restarts" ? partsOf(timings, ({ at }) => lines[at]?.text ?? "") : null;
	const rising = risingPlaces(starts);
	const placed = parts
		? placeParts(timings)
		: starts.map((start, at) => (rising.has(at) ? start : null));
	const segments = segmentsOf(lines, clocks, placed);
	nameSegments(segments);
	const panel = sortPanel(segments, clocks);
	const { timed } = panel;
	return {
		captions: panel.segments.map(({ start, lines: words, speaker }) => ({
			start: timed ? start : 0,
			end: null,
			text: words.map(({ text }) => text).join("\n"),
			speaker,
		})),
		timed,
		timecode: clocks.every(({ has_frames }) => has_frames),
		parts,
		untimed: timed ? panel.untimed : lines.length,
		left_out: panel.left_out,
	};
}

function isTranscript(
	lines: readonly TextLine[],
	clocks: readonly ClockLine[],
	sign: string,
): boolean {
	const [first] = clocks;
	if (!first || clocks.length < lines.length * CLOCK_SHARE_TO_TELL) return false;
	const sure = clocks.every(
		({ place, in_brackets, labelled }) => place !== "lead" || in_brackets || labelled,
	);
	const begins = first.at === 0;
	// Numbers with a dot are more often amounts.
	if (sign === ".") return sure && clocks.length >= CLOCKS_TO_TELL && rises(clocks);
	if (begins && (first.start === 0 || sure)) return true;
	if (clocks.length < CLOCKS_TO_TELL) return first.start === 0 && sure;
	const is_dense = clocks.length >= lines.length * PROSE_SHARE_TO_TELL;
	return begins || sure || is_dense || first.start < EARLY_S;
}

function rises(clocks: readonly ClockLine[]): boolean {
	return orderOf(clocks.map(({ start }) => start)) === "rising";
}

/** The words of each time: beside it and on the lines up to the next one. */
function segmentsOf(
	lines: readonly TextLine[],
	clocks: readonly ClockLine[],
	/** When each of the clocks is; null if its time is wrong. */
	placed: readonly (number | null)[],
): Segment[] {
	const segments: Segment[] = [newSegment(0, null)];
	let next = 0;
	lines.forEach((line, at) => {
		const last = segments.at(-1) ?? newSegment(0, null);
		const clock = clocks[next];
		if (clock?.at !== at) {
			const words = wordsOfLine(line.text, last);
			if (words !== "") last.lines.push({ ...line, text: words });
			return;
		}
		segments.push(...segmentsOfLine(line, clock, placed[next] ?? null, last));
		next += 1;
	});
	return segments;
}

/** The segment of a line with a time, and for a time at the end of its words the next one's. */
function segmentsOfLine(
	line: TextLine,
	clock: ClockLine,
	placed: number | null,
	last: Segment,
): Segment[] {
	const start = placed ?? last.start;
	const segment = newSegment(start, placed === null ? null : clock);
	segment.line = line.text;
	segment.speaker = clock.speaker;
	segment.own_line = clock.words !== "";
	if (clock.place === "tail" && last.clock === null) segment.lines.push(...last.lines.splice(0));
	if (clock.words !== "") segment.lines.push({ text: clock.words, after_blank: false });
	return clock.place === "tail" ? [segment, newSegment(start, null)] : [segment];
}

function newSegment(start: number, clock: ClockLine | null): Segment {
	return { start, clock, lines: [], speaker: null, line: null, own_line: false };
}

/** A line below a time without the label of that time; empty if nothing is left. */
function wordsOfLine(line: string, { clock, lines }: Segment): string {
	if (looksTimed(line)) return "";
	if (lines.length > 0 || !clock?.language) return line;
	return withoutSpokenClock(line, clock.start, clock.language) ?? line;
}
