import type { Transcript } from "#domain/transcript.ts";

/** A transcript as one string that still knows its cues. */
export type SpokenText = {
	text: string;
	/** Offset in `text` at which each cue starts, rising; empty without cue times. */
	starts: Int32Array;
};

/** Cue indices, `to` exclusive. */
export type CueRange = { from: number; to: number };

/** Joins the cues by one space, as a transcript's own `text` does. */
export function spokenText(
	transcript: Pick<Transcript, "cues" | "text">,
): SpokenText {
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

/** The cue that holds the character at `offset`; null without cue times. */
export function cueAt(spoken: SpokenText, offset: number): number | null {
	if (spoken.starts.length === 0) return null;
	return Math.max(0, firstAtLeast(spoken.starts, offset + 1) - 1);
}

/** The cues that hold the characters from `start` up to `end`. */
export function cuesBetween(
	spoken: SpokenText,
	start: number,
	end: number,
): CueRange | null {
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
