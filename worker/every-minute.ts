import type { Deps } from "./deps.ts";
import { deliverNotifications } from "./use-cases/deliver-notifications.ts";
import { deliverWebhooks } from "./use-cases/deliver-webhooks.ts";
import { forgetExpired } from "./use-cases/forget-expired.ts";
import { forgetOldRequests } from "./use-cases/forget-old-requests.ts";
import { notifyOfVotes } from "./use-cases/notify-of-votes.ts";
import { refreshMetadata } from "./use-cases/refresh-metadata.ts";
import { type Job, runJobs } from "./use-cases/run-jobs.ts";
import { wakeSilentRuns } from "./use-cases/wake-silent-runs.ts";

/** Minutes; the figures take a walk through their tables. */
const COUNTED_EVERY = 10;

/**
 * What is looked after whether or not anybody asks. One that fails keeps no
 * other from being done; that one has is told at the end, by name.
 */
export async function everyMinute(deps: Deps, at: Date): Promise<void> {
	const watch = { now: Date.now, ended: deps.log.job };
	const done = await runJobs(jobsOf(deps, at), watch);
	const note = { name: "note_jobs", run: () => deps.upkeep.note(done, at) };
	const outcomes = [...done, ...(await runJobs([note], watch))];
	const failed = outcomes.filter(({ ok }) => !ok).map(({ job }) => job);
	if (failed.length) throw new Error(`Jobs failed: ${failed.join(", ")}`);
}

function jobsOf(
	{ analyses, idempotency, lookups, notifications, upkeep, ...deps }: Deps,
	at: Date,
): Job[] {
	const { requestedAnalyses, votes, webhooks } = deps;
	return [
		{ name: "wake_silent_runs", run: () => wakeSilentRuns(analyses, at) },
		{
			name: "deliver_notifications",
			run: () => deliverNotifications(notifications.deliveries),
		},
		{ name: "notify_of_votes", run: () => notifyOfVotes(notifications.votes) },
		{
			name: "deliver_webhooks",
			run: () => deliverWebhooks(webhooks.deliveries),
		},
		{
			name: "refresh_metadata",
			run: () => refreshMetadata(upkeep.metadata, at),
		},
		{
			name: "forget_old_requests",
			run: () => forgetOldRequests(requestedAnalyses, at),
		},
		{
			name: "forget_old_webhooks",
			run: () => forgetOldRequests(webhooks, at),
		},
		{ name: "forget_recent_votes", run: () => votes.forgetRecent() },
		{
			name: "forget_idempotent_requests",
			run: () => idempotency.forget(),
		},
		{
			name: "forget_expired",
			run: () => forgetExpired(upkeep.expired, at),
		},
		{
			name: "count_figures",
			run: async () => {
				if (at.getUTCMinutes() % COUNTED_EVERY === 0)
					await upkeep.countFigures(at);
			},
		},
		{ name: "fill_id_hashes", run: () => lookups.fill() },
	];
}
