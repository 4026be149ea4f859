import type { Report } from "#contract/video.ts";
import { applyStreamEvent, type Ending, type LiveState } from "./live-state.ts";

/** The state after the report was read, while no stream stands; null: there is no such video. */
export function applyReport(
	state: LiveState,
	report: Report | null,
): LiveState {
	if (report === null) return { ...state, ending: { outcome: "gone" } };
	return {
		...applyStreamEvent(state, "snapshot", report),
		ending: endingOf(report, state.report),
	};
}

/** How the run ended, as far as a report can tell. */
function endingOf(report: Report, before: Report | null): Ending | null {
	const { video, analysis } = report;
	if (analysis?.status === "analyzing") return null;
	const error = analysis?.error ?? video.error;
	if (error !== null) return { outcome: "failed", error };
	// A fresh run that failed leaves the earlier result as it was: only the
	// stream knows why, so it is asked again.
	const renewed = before === null || video.version > before.video.version;
	return renewed && video.analysis_status === "completed"
		? { outcome: "completed", video }
		: null;
}
