import type { Transcript } from "#features/captions/transcript.ts";

/** A transcript as one string with the positions of its cues. */
export type SpokenText = {
	text: string;
	/** The offset in `text` of each cue, rising; empty without cue times. */
	starts: Int32Array;
};

/** Cue indices, `to` exclusive. */
export type CueRange = { from: number; to: number };

/** Joins the cues by one space, like the transcript's own `text`. */
export function spokenText(transcript: Pick<Transcript, "cues" | "text">): SpokenText {
	const { cues } = transcript;
	if (cues.length === 0) {
		return { text: transcript.text, starts: new Int32Array(0) };
	}
	const starts = new Int32Array(cues.length);
	let offset = 0;
	cues.forEach((cue, index) => {
		starts[index] = offset;
		offset += cue.text.length + 1;
	});
	return { text: cues.map((cue) => cue.text).join(" "), starts };
}

/** The cue that contains the character at `offset`; null without cue times. */
export function cueAt(spoken: SpokenText, offset: number): number | null {
	if (spoken.starts.length === 0) return null;
	return Math.max(0, firstAtLeast(spoken.starts, offset + 1) - 1);
}

/** The cues that contain the characters from `start` to `end`. */
export function cuesBetween(spoken: SpokenText, start: number, end: number): CueRange | null {
	const from = cueAt(spoken, start);
	const last = cueAt(spoken, Math.max(start, end - 1));
	return from === null || last === null ? null : { from, to: last + 1 };
}

/** The first index of a rising array whose value is at least `value`, or `length`. */
export function firstAtLeast(rising: Int32Array, value: number): number {
	let low = 0;
	let high = rising.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((rising[middle] ?? 0) < value) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** "[Music]", "[applause]", "【音楽】": sounds in captions, not words. */
const BRACKETED = /[[［【][^[\]［］【】]{1,60}[\]］】]/gu;
/** ">>" marks a change of speaker. */
const CHEVRONS = />{2,}/g;
/** "JOHN SMITH:" or "Speaker 2:" before that person's words. */
const LABEL =
	/(?<=^|[\s>])(?:\p{Lu}[\p{Lu}.'’-]{0,30}(?: [\p{Lu}\p{N}][\p{Lu}\p{N}.'’-]{0,30}){0,2}|Speaker \p{Nd}{1,3}):(?=\s|$)/gu;

/**
 * A text with a larger share of capital letters is written in capitals, so capitals do not mark
 * speakers.
 */
const SHOUTED_SHARE = 0.5;
/** A sample that is long enough to detect the use of capitals. */
const SEEN_CHARS = 20_000;

/**
 * Replaces text that is not spoken by the same number of spaces, so that all offsets stay.
 * `labels`: whether to replace capitals before a colon too, so that a quote is found across the name
 * of a speaker. Words keep them: in "The EU: In 2004" they are speech.
 */
export function blankNonSpeech(text: string, labels = false): string {
	const unmarked = text.replace(BRACKETED, blank).replace(CHEVRONS, blank);
	return labels ? unmarked.replace(LABEL, blank) : unmarked;
}

/**
 * Whether capitals before a colon name a speaker. False for a text in capitals, in which "THE
 * ANSWER:" is speech.
 */
export function hasLabels(text: string): boolean {
	const seen = text.slice(0, SEEN_CHARS);
	const upper = seen.match(/\p{Lu}/gu)?.length ?? 0;
	const lower = seen.match(/\p{Ll}/gu)?.length ?? 0;
	return upper < (upper + lower) * SHOUTED_SHARE;
}

function blank(mark: string): string {
	return " ".repeat(mark.length);
}
