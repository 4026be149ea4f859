import { costUsd, type Price } from "#providers/prices.ts";
import type { Amount } from "./day.ts";

/**
 * Assumes one claim per short sentence. An estimate must not be too low, because the budget would
 * run out in the middle of an analysis.
 */
const CHARS_A_STATEMENT = 40;
/** Spoken characters per second, at 150 words a minute. */
const CHARS_A_SECOND = 15;

/**
 * Tokens of a rating: the prompt with its statement and the speech around it, and the longest
 * possible answer.
 */
const RATING = { input: 1_500, output: 500, audio: 0 };
/** The prompt with the speech around, sixteen passages and those of members, and a verdict. */
const EVIDENCE_RATING = { input: 9_000, output: 1_500, audio: 0 };
/** The prompt with a dozen quotes and the text around them, and a short answer. */
const SUPPORT_CHECK = { input: 4_000, output: 300, audio: 0 };
/** Two dozen statements, each with a minute of speech around it, and two queries each. */
const PLAN = { input: 11_000, output: 3_000, audio: 0 };
/** Two dozen wordings, each with a minute of speech; the answer is a word for each. */
const WORDING_CHECK = { input: 12_000, output: 1_300, audio: 0 };
/** The prompt with a window of 12,000 characters, and four dozen statements with their quotes. */
const EXTRACTION = { input: 5_000, output: 6_000, audio: 0 };
/** Ten minutes at 32 audio tokens a second plus a few frames, and the words as timed segments. */
const TRANSCRIPTION = { input: 28_000, output: 8_000, audio: 19_200 };

const TOKENS = {
	rate: RATING,
	rate_by_evidence: EVIDENCE_RATING,
	check_support: SUPPORT_CHECK,
	plan: PLAN,
	check_wording: WORDING_CHECK,
	extract: EXTRACTION,
	transcribe: TRANSCRIPTION,
};

/**
 * A generous estimate for this many calls. A model without a known price adds calls but no cost,
 * because the cost would be invented.
 */
export function estimateCalls(
	step: keyof typeof TOKENS,
	calls: number,
	price: Price | null,
): Amount {
	return { calls, usd: calls * (costUsd(price, TOKENS[step]) ?? 0) };
}

export function sumAmounts(parts: readonly Amount[]): Amount {
	return {
		calls: parts.reduce((sum, part) => sum + part.calls, 0),
		usd: parts.reduce((sum, part) => sum + part.usd, 0),
	};
}

/** The estimated number of statements in a text of this length, at most `most`. */
export function estimateStatements(chars: number, most: number): number {
	return Math.min(most, Math.ceil(chars / CHARS_A_STATEMENT));
}

/** The estimated length of a video's speech in characters. */
export function estimateSpokenChars(duration_s: number): number {
	return duration_s * CHARS_A_SECOND;
}
