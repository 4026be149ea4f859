import type { Provider } from "#contract/ids.ts";
import type { SourceId } from "#contract/verdicts.ts";
import type { Scope } from "#contract/video.ts";
import { decideVideo, type VideoResult } from "#features/evidence/video-basis.ts";
import { videoScore } from "#features/raters/consensus.ts";

/** What decides how a video's score is computed. */
type Rated = {
	/** The sources that were asked; empty if none. */
	evidence_sources: readonly SourceId[];
	panel: readonly Provider[];
	scope: Scope;
};

/** The video's score from its counted statements, and what it is based on. */
export function scoreVideo(
	{ evidence_sources, panel, scope }: Rated,
	counted: Parameters<typeof decideVideo>[0],
): VideoResult {
	const score = scoreFull({ evidence_sources, panel }, counted);
	// If only moments of the video were checked, nothing can be said about the whole.
	return scope === "moments" ? { ...NO_SCORE, coverage: score.coverage } : score;
}

const NO_SCORE = {
	bs_score: null,
	confidence_level: null,
	lean: null,
	basis: "memory" as const,
	interval: null,
};

function scoreFull(
	{ evidence_sources, panel }: Omit<Rated, "scope">,
	counted: Parameters<typeof decideVideo>[0],
): VideoResult {
	if (evidence_sources.length > 0 || panel.length === 0) return decideVideo(counted);
	return {
		...videoScore(counted),
		lean: null,
		basis: "memory",
		coverage: { checkable: counted.length, checked: 0 },
		interval: null,
	};
}
