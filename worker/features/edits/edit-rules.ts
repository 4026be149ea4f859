import { createHash } from "node:crypto";
import type { VideoEdit } from "#contract/video.ts";
import { stripNonSpeech } from "#features/captions/non-speech.ts";
import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";

/** Sources round a video's length differently, by up to this many seconds. */
export const SAME_LENGTH_S = 2;
/** Captions may be corrected without an edit of the video, so a small share may change. */
const SAME_TEXT_SHARE = 0.02;

/** A word, or one character of a script without spaces. */
const WORD = new RegExp(
	`(?=[\\p{L}\\p{M}\\p{N}])[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
	"gu",
);

/** The spoken words of a transcript, in order. */
export function wordsOf(text: string): string[] {
	const plain = normalizeText(stripNonSpeech(text), "NFKC").toLowerCase();
	return plain.match(WORD) ?? [];
}

/** SHA-256 of the words in hex. */
export function fingerprint(words: readonly string[]): string {
	return createHash("sha256").update(words.join(" ")).digest("hex");
}

const hashes = new WeakMap<object, string>();

/**
 * The fingerprint of a transcript's words. Kept with the transcript, so that a run can compute it
 * before its publication needs it: hours of speech take tens of milliseconds.
 */
export function transcriptHash(transcript: { text: string }): string {
	const known = hashes.get(transcript);
	if (known !== undefined) return known;
	const hash = fingerprint(wordsOf(transcript.text));
	hashes.set(transcript, hash);
	return hash;
}

/**
 * The share of the longer text's words that the other text does not have. Words are counted, not
 * aligned, so that the time is linear: hours of speech have 50,000 words.
 */
export function changedShare(earlier: readonly string[], now: readonly string[]): number {
	const longer = Math.max(earlier.length, now.length);
	if (longer === 0) return 0;
	const counts = new Map<string, number>();
	for (const word of earlier) counts.set(word, (counts.get(word) ?? 0) + 1);
	let shared = 0;
	for (const word of now) {
		const left = counts.get(word) ?? 0;
		if (left === 0) continue;
		counts.set(word, left - 1);
		shared += 1;
	}
	return (longer - shared) / longer;
}

function lengthChanged(analysed: number | null, now: number | null): boolean {
	if (analysed === null || now === null) return false;
	return Math.abs(analysed - now) > SAME_LENGTH_S;
}

/** What is known of the video when it is compared with its result. */
export type Comparison = {
	/** Seconds; null if unknown. */
	analysed_duration: number | null;
	duration: number | null;
	/** The changed share of the captions' words; null if they cannot be compared. */
	changed: number | null;
};

/** How the video differs from what was analysed; null if it counts as the same. */
export function describeEdit({
	analysed_duration: analysed,
	duration: now,
	changed,
}: Comparison): Pick<VideoEdit, "duration" | "captions_changed"> | null {
	const other_length = analysed !== null && now !== null && lengthChanged(analysed, now);
	const other_text = changed !== null && changed > SAME_TEXT_SHARE;
	if (!other_length && !other_text) return null;
	return {
		duration: other_length ? { analysed, now } : null,
		captions_changed: other_text ? Math.round(1_000 * changed) / 10 : null,
	};
}

/**
 * The statements whose words are not in the captions any more. Without captions nobody can tell
 * which part of the video changed, so it is all of them.
 */
export function affectedBy<T extends { quote: string }>(
	statements: readonly T[],
	captions: string | null,
): T[] {
	if (captions === null) return [...statements];
	const spoken = foldText(stripNonSpeech(captions));
	return statements.filter(({ quote }) => !spoken.includes(foldText(stripNonSpeech(quote))));
}
