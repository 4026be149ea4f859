import type { AnalysisStep } from "#contract/analysis.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";

/** A run's stage in words; `done` once it has completed. */
export function stageLabel(step: AnalysisStep | null, done: boolean): string {
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
			return `${PROVIDER_NAMES[step]} analyzing`;
		case "finalizing":
			return "Finalizing";
		case "analyzing":
			return "Starting analysis";
		case null:
			return done ? "Analysis Complete" : "Starting analysis";
	}
}
