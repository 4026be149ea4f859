import { eq, ne, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "./open-db.ts";
import { totalOfLive } from "./recount-video.ts";
import { members } from "./schema/members.ts";
import {
	newsletterSubscribers,
	notificationOutbox,
} from "./schema/notifications.ts";
import { activeRuns } from "./schema/runs.ts";
import { statements, votes } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { countedVotes } from "./vote-holds/discounted.ts";

/**
 * Removes the member and all that is theirs in one batch. What they voted on
 * is counted again without them; analyses that they started stay, unattributed.
 */
export async function deleteMember(db: Db, member_id: MemberId): Promise<void> {
	const voted = sql`(select ${votes.statement_id} from ${votes} where ${votes.user_id} = ${member_id})`;
	const videosVotedOn = sql`(select ${statements.video_id} from ${statements} where ${statements.id} in ${voted})`;
	const others = ne(votes.user_id, member_id);
	await db.batch([
		db
			.update(statements)
			.set({
				upvotes: countedVotes("upvote", others),
				downvotes: countedVotes("downvote", others),
			})
			.where(sql`${statements.id} in ${voted}`),
		db
			.update(videos)
			.set({
				upvotes: totalOfLive(videos.id, "up"),
				downvotes: totalOfLive(videos.id, "down"),
			})
			.where(sql`${videos.id} in ${videosVotedOn}`),
		// A subscription is the address's, so it goes only where the address was proven.
		db
			.delete(newsletterSubscribers)
			.where(
				sql`${newsletterSubscribers.email_key} = (select ${members.email_key} from ${members} where ${members.id} = ${member_id} and ${members.email_confirmed_at} is not null)`,
			),
		db
			.delete(notificationOutbox)
			.where(eq(notificationOutbox.member_id, member_id)),
		db
			.update(activeRuns)
			.set({ started_by: null })
			.where(eq(activeRuns.started_by, member_id)),
		// Takes everything that refers to the member along; runs and videos forget who started them.
		db.delete(members).where(eq(members.id, member_id)),
	]);
}
