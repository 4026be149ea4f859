import type { Analysis } from "#contract/analysis.ts";
import type { Ending } from "#web/api/live-state.ts";
import { plural } from "#web/ui/format-count.ts";
import { usePaced } from "#web/ui/use-paced.ts";
import { stageLabel } from "./stage-label.ts";

/** Tells a screen reader a run's stages, without haste, and its end once. A failure announces itself. */
export function RunAnnouncement({
	analysis,
	ending,
}: {
	analysis: Analysis | null;
	ending: Ending | null;
}) {
	const said = usePaced(announcement(analysis, ending), ending !== null);
	return (
		<p role="status" className="sr-only">
			{said}
		</p>
	);
}

function announcement(
	analysis: Analysis | null,
	ending: Ending | null,
): string {
	if (ending?.outcome === "completed") {
		const { bs_score, claims_count } = ending.video;
		return claims_count === 0
			? "Analysis Complete: nothing to check"
			: `Analysis Complete: BS Score ${bs_score}, ${plural(claims_count, "claim")}`;
	}
	if (ending !== null || analysis === null) return "";
	return stageLabel(analysis.analysis_step, false);
}
