import type { Context } from "#worker/context.ts";
import { type Notified, notificationId } from "./outbox-queries.ts";
import { publishNotifications } from "./publish.ts";
import {
	type GatheredVotes,
	gatherVotes,
	pendingVotes,
	recordVotesNotified,
	type VoteSpan,
} from "./vote-queries.ts";
import { votesNotification } from "./wording.ts";

/** The votes of one batch, and the batches of one sweep. */
const SPAN_VOTES = 500;
const SWEEP_SPANS = 10;

/**
 * Notifies members who started analyses of the votes on them. Each video has one notification,
 * which is updated until it is read. Every vote is included once, even if several sweeps run at
 * the same time. `record` is an argument so that a test can delay or lose the write that follows
 * the reads.
 */
export async function notifyVotes(
	context: Pick<Context, "db" | "view" | "objects" | "now">,
	record: typeof recordVotesNotified = recordVotesNotified,
): Promise<void> {
	const { primary } = context.db;
	const stored: Notified[] = [];
	for (let spans = 0; spans < SWEEP_SPANS; spans += 1) {
		const span = await pendingVotes(primary, SPAN_VOTES);
		if (!span) break;
		const gathered = await gatherVotes(primary, span, context.view);
		const outcome = await record(primary, {
			span,
			notified: gathered.map((votes) => ({
				...votes,
				id: votes.unread ?? newId(span, votes),
				notice: votesNotification(votes.cast),
			})),
			now: context.now().toISOString(),
		});
		// Another sweep has stored these votes, or the member has just read the notification. The
		// next round reads again.
		if (outcome !== "changed") stored.push(...outcome);
	}
	await publishNotifications(context, stored);
}

function newId({ until }: VoteSpan, { cast, member_id }: GatheredVotes): string {
	return notificationId(`votes:${cast.video_id}:${until}`, member_id);
}
