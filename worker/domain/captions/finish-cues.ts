import type { Cue } from "#contract/video.ts";
import { MAX_CUE_CHARS, MAX_CUES, MAX_TRACK_CHARS } from "./bounds.ts";
import { dropFrames } from "./drop-frames.ts";
import { markTurns, TURN } from "./mark-turns.ts";
import type { TimedText } from "./timed-text.ts";

/**
 * What every format ends with: captions in order of time, cleaned, without
 * blanks and drawn-twice lines, bounded. `rolling` says that the captions of
 * the file overlap because they scroll, so that an overlap proves nothing.
 */
export function finishCues(
	captions: TimedText[],
	{ rolling = false }: { rolling?: boolean } = {},
): Cue[] {
	const clean = captions
		.filter(({ start }) => Number.isFinite(start) && start >= 0)
		.map((caption) => ({ ...caption, text: lines(caption.text) }))
		.filter(({ text }) => text !== "")
		.sort((a, b) => a.start - b.start);
	const cues = placeTurns(rolling ? clean : dropFrames(clean)).flatMap(
		({ start, text }) =>
			pieces(text).map((piece) => ({ start: toMs(start), text: piece })),
	);
	return cues.slice(0, MAX_CUES).slice(0, firstWithin(cues));
}

/** Cut before it is cleaned: no more than that is kept of the whole track. */
function lines(text: string): string {
	return markTurns(text.slice(0, MAX_TRACK_CHARS));
}

/** How many of the cues from the first on stay within the bound of all their texts. */
function firstWithin(cues: readonly Cue[]): number {
	let chars = 0;
	const beyond = cues.findIndex(({ text }) => {
		chars += text.length;
		return chars > MAX_TRACK_CHARS;
	});
	return beyond < 0 ? cues.length : beyond;
}

/** A mark at a caption's end opens the next one; the first cue needs none. */
function placeTurns(captions: TimedText[]): TimedText[] {
	const placed: TimedText[] = [];
	let turn = false;
	for (const caption of captions) {
		const words = caption.text.trim();
		const opens: boolean = turn || caption.text.startsWith(TURN);
		turn = caption.text.endsWith(TURN) || (words === "" && opens);
		const lead = opens && placed.length > 0 ? TURN : "";
		if (words !== "") placed.push({ ...caption, text: lead + words });
	}
	return placed;
}

/** Formats count in milliseconds; what is finer is arithmetic. */
function toMs(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}

/** At most MAX_CUE_CHARS each, cut at a space where there is one. */
function pieces(text: string): string[] {
	const cut: string[] = [];
	let rest = text;
	while (rest.length > MAX_CUE_CHARS) {
		const space = rest.lastIndexOf(" ", MAX_CUE_CHARS);
		const at = space > MAX_CUE_CHARS / 2 ? space : characterEnd(rest);
		cut.push(rest.slice(0, at));
		rest = rest.slice(at).trimStart();
	}
	return rest === "" ? cut : [...cut, rest];
}

/** The bound, or one less where it would split a surrogate pair. */
function characterEnd(text: string): number {
	const unit = text.charCodeAt(MAX_CUE_CHARS - 1);
	return unit >= 0xd800 && unit <= 0xdbff ? MAX_CUE_CHARS - 1 : MAX_CUE_CHARS;
}
