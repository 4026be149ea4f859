import { useEffect, useRef, useState } from "react";
import type { Analysis } from "#contract/analysis.ts";
import { plural } from "#contract/format.ts";
import { hollowWords } from "#contract/score-standing.ts";
import type { Ending } from "#web/api/live-state.ts";
import { simulatedRaters, stageLabel } from "./stage-label.ts";

/**
 * Announces a run's stages to screen readers with pauses, and its end once. A failure has its own
 * announcement.
 */
export function RunAnnouncement({
	analysis,
	ending,
	simulated = false,
}: {
	analysis: Analysis | null;
	ending: Ending | null;
	simulated?: boolean;
}) {
	const announced_text = useThrottledAnnouncement(
		announcement(analysis, ending, simulated),
		ending !== null,
	);
	return (
		<p role="status" className="sr-only">
			{announced_text}
		</p>
	);
}

function announcement(
	analysis: Analysis | null,
	ending: Ending | null,
	simulated: boolean,
): string {
	if (ending?.outcome === "completed") {
		const { bs_score, claims_count } = ending.video;
		if (claims_count === 0) return "Analysis Complete: nothing to check";
		return bs_score === null
			? `Analysis Complete: ${hollowWords(ending.video)}`
			: `Analysis Complete: BS Score ${bs_score}, ${plural(claims_count, "claim")}`;
	}
	if (ending !== null || analysis === null) return "";
	return stageLabel(analysis.analysis_step, false, simulatedRaters(simulated, analysis));
}

/** More frequent announcements would drown out everything else. */
const MIN_PAUSE_MS = 5_000;

/**
 * The text of a live region. It changes at most once in five seconds, to the latest text; urgent
 * texts appear at once.
 */
function useThrottledAnnouncement(text: string, urgent: boolean): string {
	const [announced_text, setAnnouncedText] = useState("");
	const last = useRef(Number.NEGATIVE_INFINITY);
	useEffect(() => {
		if (text === announced_text) return;
		const wait = urgent ? 0 : Math.max(0, last.current + MIN_PAUSE_MS - Date.now());
		const timer = setTimeout(() => {
			last.current = Date.now();
			setAnnouncedText(text);
		}, wait);
		return () => clearTimeout(timer);
	}, [text, announced_text, urgent]);
	return announced_text;
}
