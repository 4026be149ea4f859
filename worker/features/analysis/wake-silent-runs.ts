import type { Context } from "#worker/context.ts";
import { analysisObject } from "./objects.ts";
import { endedRuns, forgetRun, silentRuns } from "./run-queries.ts";

/** A run older than this either works on its own alarm or has lost it. */
const SILENT_AFTER_MS = 60_000;
/**
 * An ended run deletes itself after a minute. One that is still listed after this time has lost
 * its alarm.
 */
const LEFT_OVER_AFTER_MS = 10 * 60_000;

/**
 * Wakes the runs that the database still lists, and removes runs that their object does not know.
 */
export async function wakeSilentRuns({ db, objects }: Context, now: Date): Promise<void> {
	const before = (age_ms: number) => new Date(now.getTime() - age_ms).toISOString();
	const silent = await silentRuns(db.primary, {
		older_than: before(SILENT_AFTER_MS),
		newer_than: before(-SILENT_AFTER_MS),
	});
	const ended = await endedRuns(db.primary, { older_than: before(LEFT_OVER_AFTER_MS) });
	for (const { video_id, run_id } of [...silent, ...ended]) {
		const analysis = analysisObject(objects.VIDEO_ANALYSIS, video_id);
		const answer = await analysis.wake(run_id);
		if (answer === "unknown") await forgetRun(db.primary, video_id, run_id);
	}
}
