import type { RunId, VideoId } from "#contract/ids.ts";
import type { AnalysisObject } from "./objects.ts";

/** A run that is older than this either works on its own alarm or has lost it. */
const SILENT_AFTER_MS = 60_000;
/** An ended run forgets itself after a minute; one still listed by now has lost its alarm. */
const LEFT_OVER_AFTER_MS = 10 * 60_000;

type ListedRun = { video_id: VideoId; run_id: RunId };

export type ListedRuns = {
	silentRuns(older_than: string, newer_than: string): Promise<ListedRun[]>;
	endedRuns(older_than: string): Promise<ListedRun[]>;
	forgetRun(video_id: VideoId, run_id: RunId): Promise<void>;
	analysisOf(video_id: VideoId): AnalysisObject;
};

/** Wakes the runs that the database still lists; one that its object does not know is taken off. */
export async function wakeSilentRuns(
	runs: ListedRuns,
	now: Date,
): Promise<void> {
	const before = (age_ms: number) =>
		new Date(now.getTime() - age_ms).toISOString();
	const listed = [
		...(await runs.silentRuns(
			before(SILENT_AFTER_MS),
			before(-SILENT_AFTER_MS),
		)),
		...(await runs.endedRuns(before(LEFT_OVER_AFTER_MS))),
	];
	for (const { video_id, run_id } of listed) {
		const answer = await runs.analysisOf(video_id).wake(run_id);
		if (answer === "unknown") await runs.forgetRun(video_id, run_id);
	}
}
