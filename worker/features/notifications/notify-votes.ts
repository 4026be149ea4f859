import type { MemberId } from "#contract/ids.ts";
import type { Notified } from "./outbox-queries.ts";
import { type PublishToMember, publishNotifications } from "./publish.ts";
import type { GatheredVotes, VoteSpan, VotesNotified } from "./vote-queries.ts";
import { votesNotification } from "./wording.ts";

/** Votes that are looked through at once, and how often in one sweep. */
const SPAN_VOTES = 500;
const SWEEP_SPANS = 10;

/** What gathering votes needs from outside. */
export type VoteNotifications = {
	/** The votes that nobody was told of yet; null where there are none. */
	untold(limit: number): Promise<VoteSpan | null>;
	gather(span: VoteSpan): Promise<GatheredVotes[]>;
	tell(span: VoteSpan, told: VotesNotified[]): Promise<Notified[] | "changed">;
	/** The same for the same message and member. */
	notificationId(message: string, member_id: MemberId): string;
	ring: PublishToMember;
};

/**
 * Tells those who started analyses of the votes on them: one notice a video,
 * which grows until it is read. Every vote is told once, however many sweeps
 * run at once.
 */
export async function notifyVotes(notices: VoteNotifications): Promise<void> {
	const told: Notified[] = [];
	for (let spans = 0; spans < SWEEP_SPANS; spans += 1) {
		const span = await notices.untold(SPAN_VOTES);
		if (!span) break;
		const gathered = await notices.gather(span);
		const stored = await notices.tell(
			span,
			gathered.map((votes) => ({
				...votes,
				id: votes.unread ?? newId(notices, span, votes),
				notice: votesNotification(votes.cast),
			})),
		);
		// Another sweep was quicker, or somebody reads just now: look again.
		if (stored !== "changed") told.push(...stored);
	}
	await publishNotifications(notices.ring, told);
}

function newId(
	{ notificationId }: VoteNotifications,
	{ until }: VoteSpan,
	{ cast, member_id }: GatheredVotes,
): string {
	return notificationId(`votes:${cast.video_id}:${until}`, member_id);
}
