import type { Provider } from "#contract/ids.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import type { Rating } from "#contract/statement.ts";

/** The panel's combined answer about one statement. */
type Consensus = {
	ai_score: number;
	confidence_level: number;
	explanation: string;
	sources: string[];
};

/** The confidence of a video without statements. */
const NO_STATEMENTS_CONFIDENCE = 95;

/**
 * Computes the rounded means of all scores and confidences, including the fallbacks of failed
 * providers. The explanation is that of the panel's first provider that answered. Throws a
 * RangeError if there are no ratings, because a score must not be invented.
 */
export function computeConsensus(ratings: readonly Rating[]): Consensus {
	const ordered = [...ratings].sort(
		(a, b) => PROVIDERS.indexOf(a.provider) - PROVIDERS.indexOf(b.provider),
	);
	const voice = ordered.find((it) => it.status !== "failed");
	const [first] = ordered;
	if (!first) throw new RangeError("A statement without ratings has no score");
	if (!voice) return wholeClaimFailure(first);
	return {
		ai_score: roundedMean(ordered.map((it) => it.score)),
		confidence_level: roundedMean(ordered.map((it) => it.confidence)),
		explanation: voice.explanation,
		sources: union(ordered.map((it) => it.sources)),
	};
}

/** Used if no provider answered: a neutral score, with a reason that is safe to show. */
function wholeClaimFailure({ explanation }: Rating): Consensus {
	const [, message = explanation] = FAILED.exec(explanation) ?? [];
	return {
		ai_score: WHOLE_FAILURE.score,
		confidence_level: WHOLE_FAILURE.confidence,
		explanation: `Analysis failed: ${message}`,
		sources: [],
	};
}

/** The video's score and confidence from those of its statements. */
export function videoScore(
	statements: readonly Pick<Consensus, "ai_score" | "confidence_level">[],
): { bs_score: number; confidence_level: number } {
	if (statements.length === 0) {
		return { bs_score: 0, confidence_level: NO_STATEMENTS_CONFIDENCE };
	}
	return {
		bs_score: roundedMean(statements.map((it) => it.ai_score)),
		confidence_level: roundedMean(statements.map((it) => it.confidence_level)),
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
export function ratingFallback(provider: Provider, model: string, message: string): Rating {
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
