import type { Provider } from "#contract/ids.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { helpfulWait } from "#providers/call-failure.ts";

/** A provider's answer, before it is known whether the statement gets a verdict. */
export type GivenRating = Rating & { score: number };

/** What the panel says about one statement, without a number. */
type PanelWords = { explanation: string; sources: string[] };

/** The panel's combined answer about one statement. */
type Consensus = PanelWords & { ai_score: number; confidence_level: number };

/** The confidence of a video without statements. */
const NO_STATEMENTS_CONFIDENCE = 95;

/**
 * Computes the rounded means of all scores and confidences, including the fallbacks of failed
 * providers; a neutral score if no provider answered. Throws a RangeError if there are no ratings,
 * because a score must not be invented.
 */
export function computeConsensus(ratings: readonly GivenRating[]): Consensus {
	const words = panelWords(ratings);
	if (ratings.every(({ status }) => status === "failed"))
		return { ...words, ai_score: WHOLE_FAILURE.score, confidence_level: WHOLE_FAILURE.confidence };
	return {
		...words,
		ai_score: roundedMean(ratings.map((it) => it.score)),
		confidence_level: roundedMean(ratings.map((it) => it.confidence)),
	};
}

/**
 * The explanation of the panel's first provider that answered, and the sources of all. If none
 * answered, the explanation is a reason that is safe to show. Throws a RangeError if there are no
 * ratings.
 */
export function panelWords(ratings: readonly Rating[]): PanelWords {
	const ordered = [...ratings].sort(
		(a, b) => PROVIDERS.indexOf(a.provider) - PROVIDERS.indexOf(b.provider),
	);
	const voice = ordered.find((it) => it.status !== "failed");
	const [first] = ordered;
	if (!first) throw new RangeError("A statement without ratings has no score");
	if (voice)
		return { explanation: voice.explanation, sources: union(ordered.map((it) => it.sources)) };
	const [, message = first.explanation] = FAILED.exec(first.explanation) ?? [];
	return { explanation: `Analysis failed: ${message}`, sources: [] };
}

/**
 * The score and confidence of a video that was rated without sources; null if none of its
 * statements has a score.
 */
export function videoScore(
	statements: readonly Pick<Statement, "ai_score" | "confidence_level">[],
): { bs_score: number | null; confidence_level: number | null } {
	if (statements.length === 0) {
		return { bs_score: 0, confidence_level: NO_STATEMENTS_CONFIDENCE };
	}
	const scored = statements.filter(hasScore);
	if (scored.length === 0) return { bs_score: null, confidence_level: null };
	return {
		bs_score: roundedMean(scored.map((it) => it.ai_score)),
		confidence_level: roundedMean(scored.flatMap((it) => it.confidence_level ?? [])),
	};
}

function roundedMean(values: readonly number[]): number {
	const sum = values.reduce((total, value) => total + value, 0);
	return Math.round(sum / values.length);
}

function union(lists: readonly (readonly string[])[]): string[] {
	const seen = new Map<string, string>();
	for (const source of lists.flat()) {
		const key = sourceKey(source);
		if (key !== "" && !seen.has(key)) seen.set(key, source.trim());
	}
	return [...seen.values()];
}

/** A key that ignores differences in scheme, "www.", the host's case and a trailing slash. */
function sourceKey(source: string): string {
	const bare = source
		.trim()
		.replace(/^https?:\/\//i, "")
		.replace(/^www\./i, "")
		.replace(/\/$/, "");
	const path = bare.search(/[/?#]/);
	return path < 0 ? bare.toLowerCase() : bare.slice(0, path).toLowerCase() + bare.slice(path);
}

/** The evidence fields of a rating from memory. */
export const WITHOUT_PAGES = {
	verdict: null,
	lean: null,
	citations: [],
	dropped: [],
} satisfies Partial<Rating>;

const FALLBACK_SCORE = 50;
const FALLBACK_CONFIDENCE = 30;
/** Used if every rating of a statement failed. */
const WHOLE_FAILURE = { score: 50, confidence: 50 };
/** Matches the explanation of `ratingFallback`. */
const FAILED = / analysis failed: (.+)$/s;

/** The rating of a provider that did not answer; `message` is safe to show. */
export function ratingFallback(provider: Provider, model: string, message: string): GivenRating {
	return {
		provider,
		model,
		status: "failed",
		score: FALLBACK_SCORE,
		confidence: FALLBACK_CONFIDENCE,
		explanation: `${PROVIDER_NAMES[provider]} analysis failed: ${message}`,
		sources: [],
		...WITHOUT_PAGES,
	};
}

/**
 * Why no provider answered, in a sentence for each with its most frequent reason, and what helps.
 * Every reason is safe to show.
 */
export function whyUnanswered(ratings: Iterable<Pick<Rating, "provider" | "explanation">>) {
	const counts = new Map<Provider, Map<string, number>>();
	for (const { provider, explanation } of ratings) {
		const [, message] = FAILED.exec(explanation) ?? [];
		if (message === undefined) continue;
		const of_provider = counts.get(provider) ?? new Map<string, number>();
		of_provider.set(message, (of_provider.get(message) ?? 0) + 1);
		counts.set(provider, of_provider);
	}
	const reasons = PROVIDERS.flatMap((provider) => {
		const [most] = [...(counts.get(provider) ?? [])].sort(([, a], [, b]) => b - a);
		return most ? `${PROVIDER_NAMES[provider]}: ${most[0]}.` : [];
	});
	const messages = [...counts.values()].flatMap((it) => [...it.keys()]);
	return { reasons: reasons.join(" "), remedy: remedyFor(messages) };
}

function remedyFor(messages: readonly string[]): string {
	const waits = messages.map(helpfulWait);
	if (waits.includes("minutes")) return "Try again in a few minutes.";
	if (waits.includes("day")) return "Try again tomorrow.";
	return "The site's operator has to change that; another try does not help before.";
}
