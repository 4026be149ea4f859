import type { AnalysisStep } from "#contract/analysis.ts";
import type { Provider } from "#contract/ids.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";

/** The raters of a run in demo mode; null if it asks AI models. */
export function simulatedRaters(
	simulated: boolean,
	run: { providers: Raters } | null,
): Raters | null {
	return simulated ? (run?.providers ?? []) : null;
}

type Raters = readonly { provider: Provider }[];

/**
 * A run's stage in words. `done` means that it has completed. `simulated` are demo mode's raters,
 * or null if AI models rate.
 */
export function stageLabel(
	step: AnalysisStep | null,
	done: boolean,
	simulated: Raters | null = null,
): string {
	switch (step) {
		case "extracting":
			return "Extracting video content";
		case "processing":
			return "Processing statements";
		case "searching":
			return "Searching for sources";
		case "openai":
		case "claude":
		case "gemini":
			return simulated
				? `Waiting for ${raterName(simulated, step).toLowerCase()}`
				: `${PROVIDER_NAMES[step]} analyzing`;
		case "finalizing":
			return "Finalizing";
		case "analyzing":
			return "Starting analysis";
		case null:
			return done ? "Analysis Complete" : "Starting analysis";
	}
}

/**
 * The name of a rater in demo mode, which must not have a provider's name: "Simulated rater 1 of
 * 3".
 */
export function raterName(raters: Raters, provider: Provider): string {
	const place = raters.findIndex((rater) => rater.provider === provider) + 1;
	return `Simulated rater ${place} of ${raters.length}`;
}
