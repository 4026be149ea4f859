import { PROVIDER_NAMES, type Provider } from "#contract/ids.ts";
import type { Rating } from "#contract/statement.ts";

const FALLBACK_SCORE = 50;
const FALLBACK_CONFIDENCE = 30;

/** Stands in for a provider that did not answer; `message` is safe to show. */
export function ratingFallback(
	provider: Provider,
	model: string,
	message: string,
): Rating {
	return {
		provider,
		model,
		status: "failed",
		score: FALLBACK_SCORE,
		confidence: FALLBACK_CONFIDENCE,
		explanation: `${PROVIDER_NAMES[provider]} analysis failed: ${message}`,
		sources: [],
	};
}
