import { type Band, bandOf } from "../bands.ts";
import type { AnalysisEnded } from "./message.ts";
import type { Notice } from "./notice.ts";
import { named, resultsPath, sentences } from "./wording.ts";

const BAND_WORDS: Record<Band, string> = {
	factual: "Factual",
	moderate: "Moderate BS",
	high: "High BS",
};

/** Tells whoever started it how an analysis ended. */
export function analysisNotice(ended: AnalysisEnded): Notice {
	const { video_id, status } = ended;
	const data = { path: resultsPath(video_id), video_id, status };
	if (ended.status === "failed")
		return {
			type: "new_analysis",
			title: "Analysis failed",
			message: `We could not analyze ${named(ended.title, "your video")}. ${sentences(ended.detail)}`,
			data,
		};
	return {
		type: "new_analysis",
		title: "Analysis complete",
		message: outcome(ended),
		data: ended.claims_count ? { ...data, bs_score: ended.bs_score } : data,
	};
}

function outcome(
	ended: Extract<AnalysisEnded, { status: "completed" }>,
): string {
	const { bs_score, claims_count, simulated } = ended;
	// No statements is no score of 0.
	if (!claims_count)
		return `${named(ended.title, "Your video")}: we found no statements to check.`;
	const score = `a BS score of ${bs_score} out of 100 (${BAND_WORDS[bandOf(bs_score)]})`;
	return `${named(ended.title, "Your video")} has ${simulated ? `${score}, simulated` : score}.`;
}
