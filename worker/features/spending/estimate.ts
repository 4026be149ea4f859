import { costUsd, type Price } from "#providers/prices.ts";
import type { Amount } from "./day.ts";

/**
 * One claim for each short sentence: an estimate must not turn out too low in the middle
 * of an analysis.
 */
const CHARS_A_STATEMENT = 40;
/** Characters of speech in a second: 150 words a minute. */
const CHARS_A_SECOND = 15;

/** Tokens of a rating: the question with its statement, and the longest possible answer. */
const RATING = { input: 900, output: 500, audio: 0 };
/** The question with eight passages, and a verdict with its quotes. */
const EVIDENCE_RATING = { input: 4_500, output: 1_500, audio: 0 };
/** Two dozen statements, and two queries for each. */
const PLAN = { input: 2_500, output: 3_000, audio: 0 };
/** The question and a window of 12,000 characters; four dozen statements with their quotes. */
const EXTRACTION = { input: 5_000, output: 6_000, audio: 0 };
/** Ten minutes at 32 tokens of sound a second, with a few frames; its words as timed segments. */
const TRANSCRIPTION = { input: 28_000, output: 8_000, audio: 19_200 };

const TOKENS = {
	rate: RATING,
	rate_by_evidence: EVIDENCE_RATING,
	plan: PLAN,
	extract: EXTRACTION,
	transcribe: TRANSCRIPTION,
};

/**
 * The generous estimate of this many calls. A model without a known price adds calls but
 * no money, because the figure would be invented.
 */
export function estimateCalls(
	step: keyof typeof TOKENS,
	calls: number,
	price: Price | null,
): Amount {
	return { calls, usd: calls * (costUsd(price, TOKENS[step]) ?? 0) };
}

/** The number of statements that a text of this length may have, at most `most`. */
export function estimateStatements(chars: number, most: number): number {
	return Math.min(most, Math.ceil(chars / CHARS_A_STATEMENT));
}

/** The length of a video's speech, in characters. */
export function estimateSpokenChars(duration_s: number): number {
	return duration_s * CHARS_A_SECOND;
}
