import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "./open-db.ts";
import { members } from "./schema/members.ts";
import {
	newsletterSubscribers,
	notificationOutbox,
} from "./schema/notifications.ts";
import { activeRuns } from "./schema/runs.ts";
import { statements, votes } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import type { VoteType } from "./store-votes.ts";

/**
 * Removes the member and all that is theirs in one batch. What they voted on
 * is counted again without them; analyses that they started stay, unattributed.
 */
export async function deleteMember(db: Db, member_id: MemberId): Promise<void> {
	const voted = sql`(select ${votes.statement_id} from ${votes} where ${votes.user_id} = ${member_id})`;
	const videosVotedOn = sql`(select ${statements.video_id} from ${statements} where ${statements.id} in ${voted})`;
	await db.batch([
		db
			.update(statements)
			.set({
				upvotes: votesOfOthers("upvote", member_id),
				downvotes: votesOfOthers("downvote", member_id),
			})
			.where(sql`${statements.id} in ${voted}`),
		db
			.update(videos)
			.set({
				upvotes: total(sql`${statements.upvotes}`),
				downvotes: total(sql`${statements.downvotes}`),
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

function votesOfOthers(type: VoteType, member_id: MemberId): SQL {
	const others = and(
		sql`${votes.statement_id} = ${statements.id}`,
		eq(votes.vote_type, type),
		ne(votes.user_id, member_id),
	);
	return sql`(select count(*) from ${votes} where ${others})`;
}

function total(column: SQL): SQL {
	const live = and(
		sql`${statements.video_id} = ${videos.id}`,
		isNull(statements.retired_at),
	);
	return sql`(select coalesce(sum(${column}), 0) from ${statements} where ${live})`;
}
