import { forgetExpired } from "#features/accounts/forget-expired.ts";
import { wakeSilentRuns } from "#features/analysis/wake-silent-runs.ts";
import { deliverNotifications } from "#features/notifications/deliver-notifications.ts";
import { notifyVotes } from "#features/notifications/notify-votes.ts";
import { countFigures } from "#features/operations/figures-queries.ts";
import { type Job, noteOutcomes, runJobs } from "#features/operations/jobs.ts";
import { FILLED_A_MINUTE, fillHashes } from "#features/reports/lookup.ts";
import { forgetRecentVotes } from "#features/votes/recent-votes.ts";
import { deliverWebhooks } from "#features/webhooks/deliver-webhooks.ts";
import { forgetDeliveries } from "#features/webhooks/queries.ts";
import { refreshMetadata } from "#features/youtube/refresh-metadata.ts";
import { forgetIdempotentRequests } from "#http/idempotency.ts";
import type { Context } from "./context.ts";
import type { Deps } from "./deps.ts";

/** Minutes; the figures take a walk through their tables. */
const COUNTED_EVERY = 10;

/**
 * What is looked after whether or not anybody asks. One that fails keeps no
 * other from being done; that one has is told at the end, by name.
 */
export async function everyMinute(
	context: Context,
	deps: Deps,
	at: Date,
): Promise<void> {
	const watch = { now: Date.now, ended: deps.log.job };
	const done = await runJobs(jobsOf(context, deps, at), watch);
	const note = {
		name: "note_jobs",
		run: () => noteOutcomes(context.db.primary, done, at.toISOString()),
	};
	const outcomes = [...done, ...(await runJobs([note], watch))];
	const failed = outcomes.filter(({ ok }) => !ok).map(({ job }) => job);
	if (failed.length) throw new Error(`Jobs failed: ${failed.join(", ")}`);
}

function jobsOf(
	context: Context,
	{ analyses, requestedAnalyses }: Deps,
	at: Date,
): Job[] {
	return [
		{ name: "wake_silent_runs", run: () => wakeSilentRuns(analyses, at) },
		{
			name: "deliver_notifications",
			run: () => deliverNotifications(context),
		},
		{ name: "notify_of_votes", run: () => notifyVotes(context) },
		{
			name: "deliver_webhooks",
			run: () => deliverWebhooks(context),
		},
		{
			name: "refresh_metadata",
			run: () => refreshMetadata(context, at),
		},
		{
			name: "forget_old_requests",
			run: () => forgetOldRequests(requestedAnalyses, at),
		},
		{
			name: "forget_old_webhooks",
			run: () =>
				forgetDeliveries(
					context.db.primary,
					new Date(at.getTime() - KEPT_MS).toISOString(),
				),
		},
		{
			name: "forget_recent_votes",
			run: () =>
				forgetRecentVotes(context.db.primary, context.now().toISOString()),
		},
		{
			name: "forget_idempotent_requests",
			run: () => forgetIdempotentRequests(context),
		},
		{
			name: "forget_expired",
			run: () => forgetExpired(context, at),
		},
		{
			name: "count_figures",
			run: async () => {
				if (at.getUTCMinutes() % COUNTED_EVERY === 0)
					await countFigures(context.db.primary, at.toISOString());
			},
		},
		{
			name: "fill_id_hashes",
			run: () => fillHashes(context.db.primary, FILLED_A_MINUTE),
		},
	];
}

/** Long past any program's interest in how its request went; results themselves stay. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

type Forgetful = { forget(before: string): Promise<void> };

function forgetOldRequests({ forget }: Forgetful, now: Date): Promise<void> {
	return forget(new Date(now.getTime() - KEPT_MS).toISOString());
}
