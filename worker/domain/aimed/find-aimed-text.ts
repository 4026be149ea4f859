import type { AimedText } from "#contract/video.ts";
import { cutAtWord } from "../text/cut-at-word.ts";
import { cueAt, spokenText } from "../text/spoken-text.ts";
import type { Transcript } from "../transcript.ts";
import { type AimedSpan, aimedSpans } from "./aimed-spans.ts";

/** Enough to see what a video is up to; bounds what is stored and shown. */
export const MAX_AIMED_TEXTS = 12;
/** The turn itself and what is said around it. */
export const MAX_AIMED_CHARS = 200;
/** What is shown before the turn, so that it can be understood. */
const LEAD_CHARS = 40;
const TAIL_CHARS = 60;

/**
 * The places of a transcript that speak to the AI that rates it, in order, at
 * most MAX_AIMED_TEXTS. `duration` (seconds) places what has no cue times.
 */
export function findAimedText(
	transcript: Pick<Transcript, "cues" | "text">,
	duration: number | null,
): AimedText[] {
	const spoken = spokenText(transcript);
	const places = aimedSpans(spoken.text, MAX_AIMED_TEXTS).map((span) => {
		const cue = cueAt(spoken, span.start);
		const share = span.start / spoken.text.length;
		return {
			timestamp:
				cue !== null
					? (transcript.cues[cue]?.start ?? 0)
					: duration === null
						? null
						: Math.round(share * duration),
			timestamp_source: cue === null ? "estimated" : "cue",
			text: excerpt(spoken.text, span),
		} satisfies AimedText;
	});
	return [
		...new Map(places.map((it) => [`${it.timestamp} ${it.text}`, it])),
	].map(([, place]) => place);
}

/** The turn with some words around it, cut where words end. */
function excerpt(text: string, { start, end }: AimedSpan): string {
	const from = wordAfter(text, Math.max(0, start - LEAD_CHARS), start);
	const tail = text.slice(from, end + TAIL_CHARS);
	return cutAtWord(tail.replace(/\s+/gu, " ").trim(), MAX_AIMED_CHARS);
}

/** Where the last sentence before `high` begins, else the first word, from `low` on. */
function wordAfter(text: string, low: number, high: number): number {
	const zone = text.slice(low, high);
	const sentence = [...zone.matchAll(/[.!?。！？]["'”’»)\]]{0,3}\s/gu)].at(-1);
	if (sentence) return low + sentence.index + sentence[0].length;
	if (low === 0) return 0;
	const space = zone.search(/\s/u);
	return space < 0 ? high : low + space + 1;
}
