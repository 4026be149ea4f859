import type { Told } from "#adapters/db/notices/deliver-message.ts";
import type {
	GatheredVotes,
	VoteSpan,
} from "#adapters/db/notices/gather-votes.ts";
import type { VotesTold } from "#adapters/db/notices/tell-votes.ts";
import type { MemberId } from "#contract/ids.ts";
import { votesNotice } from "#domain/notices/votes-notice.ts";
import { type Ring, ringBells } from "./ring-bells.ts";

/** Votes that are looked through at once, and how often in one sweep. */
const SPAN_VOTES = 500;
const SWEEP_SPANS = 10;

/** What gathering votes needs from outside. */
export type VoteNotices = {
	/** The votes that nobody was told of yet; null where there are none. */
	untold(limit: number): Promise<VoteSpan | null>;
	gather(span: VoteSpan): Promise<GatheredVotes[]>;
	tell(span: VoteSpan, told: VotesTold[]): Promise<Told[] | "changed">;
	/** The same for the same message and member. */
	notificationId(message: string, member_id: MemberId): string;
	ring: Ring;
};

/**
 * Tells those who started analyses of the votes on them: one notice a video,
 * which grows until it is read. Every vote is told once, however many sweeps
 * run at once.
 */
export async function notifyOfVotes(notices: VoteNotices): Promise<void> {
	const told: Told[] = [];
	for (let spans = 0; spans < SWEEP_SPANS; spans += 1) {
		const span = await notices.untold(SPAN_VOTES);
		if (!span) break;
		const gathered = await notices.gather(span);
		const stored = await notices.tell(
			span,
			gathered.map((votes) => ({
				...votes,
				id: votes.unread ?? newId(notices, span, votes),
				notice: votesNotice(votes.cast),
			})),
		);
		// Another sweep was quicker, or somebody reads just now: look again.
		if (stored !== "changed") told.push(...stored);
	}
	await ringBells(notices.ring, told);
}

function newId(
	{ notificationId }: VoteNotices,
	{ until }: VoteSpan,
	{ cast, member_id }: GatheredVotes,
): string {
	return notificationId(`votes:${cast.video_id}:${until}`, member_id);
}
