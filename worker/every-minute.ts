import { forgetExpired } from "#features/accounts/forget-expired.ts";
import { resealFactors } from "#features/accounts/second-factor/second-factor.ts";
import { forgetRequests } from "#features/analysis/request-queries.ts";
import { wakeSilentRuns } from "#features/analysis/wake-silent-runs.ts";
import { forgetNetworks } from "#features/captions/member-transcripts.ts";
import { recheckDisputes } from "#features/disputes/recheck-disputes.ts";
import { findArchivedCopies, reopenCitedPages } from "#features/evidence/cited-pages.ts";
import { forgetFollowEvents } from "#features/follows/event-queries.ts";
import { readUploads } from "#features/follows/read-uploads.ts";
import { forgetAddresses } from "#features/notices/queries.ts";
import { deliverNotifications } from "#features/notifications/deliver-notifications.ts";
import { notifyVotes } from "#features/notifications/notify-votes.ts";
import { countFigures } from "#features/operations/figures-queries.ts";
import { beat } from "#features/operations/heartbeat.ts";
import { type Job, noteOutcomes, runJobs } from "#features/operations/jobs.ts";
import { foldSearchAgain } from "#features/search/fold-again.ts";
import { forgetRecentVotes, settleChecks } from "#features/votes/check-queries.ts";
import { recountPart } from "#features/votes/recount-video.ts";
import { deliverWebhooks } from "#features/webhooks/deliver-webhooks.ts";
import { forgetDeliveries, resealWebhookSecrets } from "#features/webhooks/queries.ts";
import { sendWeeklyMails } from "#features/weekly-mail/send-weekly-mails.ts";
import { refreshMetadata } from "#features/youtube/refresh-metadata.ts";
import { forgetIdempotentRequests } from "#http/idempotency.ts";
import type { Context } from "./context.ts";
import { DAY_MS } from "./durations.ts";

/** A program does not ask for the outcome of a request after 90 days. Results are kept longer. */
const KEPT_MS = 90 * DAY_MS;

/** The interval between two counts in minutes, because counting reads whole tables. */
const COUNTED_EVERY = 10;

/**
 * Runs the cron job's tasks. If one fails, the others still run, and the final error names the
 * failed ones.
 */
export async function everyMinute(context: Context, at: Date): Promise<void> {
	const watch = { now: Date.now, ended: context.log.job };
	const done = await runJobs(listJobs(context, at), watch);
	const note = {
		name: "note_jobs",
		run: () => noteOutcomes(context.db.primary, done, at.toISOString()),
	};
	const outcomes = [...done, ...(await runJobs([note], watch))];
	const failed = outcomes.filter(({ ok }) => !ok).map(({ job }) => job);
	if (failed.length) throw new Error(`Jobs failed: ${failed.join(", ")}`);
}

function listJobs(context: Context, at: Date): Job[] {
	const kept_since = new Date(at.getTime() - KEPT_MS).toISOString();
	return [
		{ name: "heartbeat", run: () => beat(context.db.primary, at.toISOString()) },
		{ name: "wake_silent_runs", run: () => wakeSilentRuns(context, at) },
		{ name: "recheck_disputes", run: () => recheckDisputes(context, at) },
		{ name: "deliver_notifications", run: () => deliverNotifications(context) },
		{ name: "notify_of_votes", run: () => notifyVotes(context) },
		{ name: "deliver_webhooks", run: () => deliverWebhooks(context) },
		{ name: "reseal_webhook_secrets", run: () => resealWebhookSecrets(context) },
		{ name: "reseal_second_factors", run: () => resealFactors(context) },
		{ name: "refresh_metadata", run: () => refreshMetadata(context, at) },
		{ name: "fold_search_again", run: () => foldSearchAgain(context.db.primary) },
		{ name: "forget_old_requests", run: () => forgetRequests(context.db.primary, kept_since) },
		{ name: "forget_old_webhooks", run: () => forgetDeliveries(context.db.primary, kept_since) },
		{
			name: "settle_vote_checks",
			run: () => settleChecks(context.db.primary, context.now().toISOString()),
		},
		{ name: "recount_votes", run: () => recountPart(context, at) },
		{
			name: "forget_recent_votes",
			run: () => forgetRecentVotes(context.db.primary, context.now().toISOString()),
		},
		{
			name: "forget_transcript_networks",
			run: () => forgetNetworks(context.db.primary, kept_since),
		},
		{ name: "forget_notice_addresses", run: () => forgetAddresses(context.db.primary, kept_since) },
		{ name: "forget_follow_events", run: () => forgetFollowEvents(context.db.primary, kept_since) },
		{ name: "forget_idempotent_requests", run: () => forgetIdempotentRequests(context) },
		{ name: "forget_expired", run: () => forgetExpired(context, at) },
		{
			name: "count_figures",
			run: async () => {
				if (at.getUTCMinutes() % COUNTED_EVERY === 0)
					await countFigures(context.db.primary, at.toISOString());
			},
		},
		// Last, because it waits for other sites.
		{ name: "send_weekly_mails", run: () => sendWeeklyMails(context, at) },
		{ name: "read_uploads", run: () => readUploads(context) },
		{ name: "find_archived_copies", run: () => findArchivedCopies(context) },
		{ name: "reopen_cited_pages", run: () => reopenCitedPages(context) },
	];
}
