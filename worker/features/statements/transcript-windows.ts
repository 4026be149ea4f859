import type { Transcript } from "#features/captions/transcript.ts";
import { OWN_STOPS } from "#text/scripts.ts";
import {
	type CueRange,
	cuesBetween,
	firstAtLeast,
	type SpokenText,
	spokenText,
} from "./spoken-text.ts";

/**
 * About 2,100 English words: short enough for a model to attend to all of it, long enough to keep
 * the number of calls low.
 */
export const WINDOW_CHARS = 12_000;
/** Neighbouring windows overlap, so that a sentence at the border is complete in one of them. */
export const WINDOW_OVERLAP_CHARS = 800;
/** How far a border is moved back to keep a sentence whole. */
const BORDER_SLACK_CHARS = 1_500;

export type TranscriptWindow = {
	text: string;
	/** The cues of the window; null for a text without cue times. */
	cues: CueRange | null;
};

const SENTENCE_END = new RegExp(
	`[.!?…]{1,4}["'”’»)\\]]{0,3}\\s|[${OWN_STOPS}]{1,4}["'”’»)\\]」』）]{0,3}`,
	"gu",
);

/** Splits the transcript into overlapping pieces, in order, without gaps. */
export function transcriptWindows(transcript: Transcript): TranscriptWindow[] {
	const spoken = spokenText(transcript);
	const { text } = spoken;
	const windows: TranscriptWindow[] = [];
	let start = 0;
	while (start < text.length) {
		const end = windowEnd(spoken, start);
		const piece = text.slice(start, end).trim();
		if (piece !== "") {
			windows.push({ text: piece, cues: cuesBetween(spoken, start, end) });
		}
		if (end === text.length) break;
		start = borderWithin(spoken, end - WINDOW_OVERLAP_CHARS, end - WINDOW_OVERLAP_CHARS / 2);
	}
	return windows;
}

/** A shorter window is not worth dividing. */
const LEAST_DIVIDED_CHARS = 800;
/** The share of a window that its halves may have in common, on either side of its middle. */
const HALVES_OVERLAP = 1 / 16;

/** A window in two halves, which overlap; a short one as it is. */
export function halfWindows(
	transcript: Pick<Transcript, "cues">,
	window: TranscriptWindow,
): TranscriptWindow[] {
	const { text, cues } = window;
	if (text.length < LEAST_DIVIDED_CHARS) return [window];
	const spoken = spokenInWindow(transcript, window);
	const middle = Math.floor(text.length / 2);
	const overlap = Math.min(WINDOW_OVERLAP_CHARS, Math.floor(text.length * HALVES_OVERLAP));
	const end = borderWithin(spoken, middle, middle + overlap);
	const start = borderWithin(spoken, middle - overlap, middle);
	const pieces = [
		[0, end],
		[start, text.length],
	] as const;
	return pieces.map(([from, to]) => {
		const part = cues && cuesBetween(spoken, from, to);
		return {
			text: text.slice(from, to).trim(),
			cues: part ? { from: cues.from + part.from, to: cues.from + part.to } : cues,
		};
	});
}

/** The window's text with the places of its cues in it, if they can be told. */
function spokenInWindow({ cues }: Pick<Transcript, "cues">, window: TranscriptWindow): SpokenText {
	const untimed = { text: window.text, starts: new Int32Array(0) };
	if (window.cues === null) return untimed;
	const { text, starts } = spokenText({
		cues: cues.slice(window.cues.from, window.cues.to),
		text: "",
	});
	const before = text.indexOf(window.text);
	if (before === -1) return untimed;
	return { text: window.text, starts: starts.map((at) => Math.max(0, at - before)) };
}

function windowEnd(spoken: SpokenText, start: number): number {
	const end = start + WINDOW_CHARS;
	if (end >= spoken.text.length) return spoken.text.length;
	return borderWithin(spoken, end - BORDER_SLACK_CHARS, end);
}

/**
 * The best cut position in (low, high]: after a sentence, otherwise before a cue, otherwise at a
 * space, otherwise anywhere.
 */
function borderWithin(spoken: SpokenText, low: number, high: number): number {
	const zone = spoken.text.slice(low, high);
	const sentence = lastEnd(zone, SENTENCE_END);
	if (sentence > 0) return low + sentence;
	const cue = spoken.starts[firstAtLeast(spoken.starts, high + 1) - 1] ?? 0;
	if (cue > low) return cue;
	const space = lastEnd(zone, /\s/gu);
	if (space > 0) return low + space;
	return isHalf(spoken.text, high) ? high - 1 : high;
}

function lastEnd(zone: string, border: RegExp): number {
	let end = 0;
	for (const match of zone.matchAll(border)) end = match.index + match[0].length;
	return end;
}

/** Whether a cut here would split a surrogate pair. */
function isHalf(text: string, offset: number): boolean {
	const code = text.charCodeAt(offset);
	return code >= 0xdc00 && code <= 0xdfff;
}
