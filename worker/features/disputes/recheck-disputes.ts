import { RunId } from "#contract/ids.ts";
import { analysisObject } from "#features/analysis/objects.ts";
import { startFreshLook } from "#features/analysis/start-fresh-look.ts";
import {
	claimRecheck,
	type DueDispute,
	dueDisputes,
	expireDisputes,
	releaseRecheck,
	releaseUnread,
	unfinishedRechecks,
} from "#features/votes/dispute-queries.ts";
import { newRunId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";

/** A statement is checked again for disputes once in this time, or at once if too many wait. */
const ONCE_IN_MS = DAY_MS;
/** Longer, so that who disputed just after one check began gets the next. */
const LONGEST_WAIT_MS = ONCE_IN_MS + 5 * MINUTE_MS;
/** Each takes a few calls; the next minute starts the rest. */
const STARTED_A_MINUTE = 20;
/** By then the request that started a run has ended. */
const STARTED_BY_MS = MINUTE_MS;

/**
 * Starts the run that checks the dispute's statement again. False if none starts now; then the job
 * tries again. The run's id is stored first, so that an interrupted start is recognised.
 */
export async function startRecheck(
	context: Context,
	{ id, video_id, statement_id }: DueDispute,
): Promise<boolean> {
	const { db, now } = context;
	const at = now();
	const run_id = RunId.parse(newRunId());
	const since = new Date(at.getTime() - ONCE_IN_MS).toISOString();
	if (!(await claimRecheck(db.primary, { id, run_id, now: at.toISOString(), since }))) return false;
	const look = { video_id, statement_id, member_id: null, limits: [], asker: null, run_id };
	if ((await startFreshLook(context, look)) === "started") return true;
	await releaseRecheck(db.primary, run_id);
	return false;
}

/**
 * Starts the checks that could not start before, and ends the disputes that no run has read within
 * a day. A run that its object does not know was never started.
 */
export async function recheckDisputes(context: Context, at: Date): Promise<void> {
	const { db, objects } = context;
	const before = (age_ms: number) => new Date(at.getTime() - age_ms).toISOString();
	const limit = STARTED_A_MINUTE;
	const unfinished = await unfinishedRechecks(db.primary, { before: before(STARTED_BY_MS), limit });
	for (const { run_id, video_id } of unfinished) {
		const analysis = analysisObject(objects.VIDEO_ANALYSIS, video_id);
		const answer = await analysis.wake(RunId.parse(run_id));
		if (answer === "unknown") await releaseRecheck(db.primary, run_id);
	}
	await releaseUnread(db.primary);
	await expireDisputes(db.primary, { before: before(LONGEST_WAIT_MS), now: at.toISOString() });
	for (const due of await dueDisputes(db.primary, { since: before(ONCE_IN_MS), limit }))
		await startRecheck(context, due);
}
