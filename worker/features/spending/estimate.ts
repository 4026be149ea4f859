import { costUsd, type Price } from "#providers/prices.ts";
import type { Amount } from "./day.ts";

/** No more than one claim a short sentence: an analysis shall not find out half-way that it is dearer. */
const CHARS_A_STATEMENT = 40;
/** Of speech: 150 words a minute. */
const CHARS_A_SECOND = 15;

/** Tokens of a rating: the question with its statement, and the longest answer that is asked for. */
const RATING = { input: 900, output: 500, audio: 0 };
/** The question and a window of 12,000 characters; two dozen statements with their quotes. */
const EXTRACTION = { input: 5_000, output: 3_000, audio: 0 };
/** Ten minutes at 32 tokens of sound a second, with a few frames; its words as timed segments. */
const TRANSCRIPTION = { input: 28_000, output: 8_000, audio: 19_200 };

const TOKENS = {
	rate: RATING,
	extract: EXTRACTION,
	transcribe: TRANSCRIPTION,
};

/**
 * What so many calls will take, on the generous side. A model without a known
 * price adds calls and no money: the figure would be made up.
 */
export function estimateCalls(
	step: keyof typeof TOKENS,
	calls: number,
	price: Price | null,
): Amount {
	return { calls, usd: calls * (costUsd(price, TOKENS[step]) ?? 0) };
}

/** How many statements a text of this length may bring, at most `most`. */
export function estimateStatements(chars: number, most: number): number {
	return Math.min(most, Math.ceil(chars / CHARS_A_STATEMENT));
}

/** The length of what is said in a video, in characters. */
export function estimateSpokenChars(duration_s: number): number {
	return duration_s * CHARS_A_SECOND;
}
