import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { StatementId, VideoId } from "#contract/ids.ts";
import type { CheckedVotes } from "#contract/vote-checks.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { leftOutOf } from "./vote-checks.ts";

/**
 * For a batch: the agreement of these statements counts only votes from now on, and that of the
 * video's other statements counts all votes. Votes that are set aside already stay so.
 */
export function setVotesAside(
	db: Db,
	{ video_id, ids, now }: { video_id: VideoId; ids: readonly StatementId[]; now: string },
	condition: SQL,
): DbStatement[] {
	const listed = sql`${statements.id} in (select value from json_each(${JSON.stringify(ids)}))`;
	const counted = (type: "upvote" | "downvote") => {
		const column = type === "upvote" ? statements.upvotes : statements.downvotes;
		return sql`max(0, ${column} - ${leftOutOf(type)})`;
	};
	const { votes_set_aside } = statements;
	const of_video = eq(statements.video_id, video_id);
	return [
		db
			.update(statements)
			.set({ votes_set_aside: null })
			.where(and(of_video, isNotNull(votes_set_aside), sql`not ${listed}`, condition)),
		db
			.update(statements)
			.set({
				votes_set_aside: sql`json_array(${counted("upvote")}, ${counted("downvote")}, ${now})`,
			})
			.where(
				and(of_video, isNull(votes_set_aside), isNull(statements.retired_at), listed, condition),
			),
	];
}

const REASON = "The video was edited after this analysis, so votes from before are set aside.";

/** The votes that the percentage counts on a statement of an edited video. */
export function withoutSetAside(
	row: { upvotes: number; downvotes: number; votes_set_aside: unknown },
	held: CheckedVotes | undefined,
): CheckedVotes | undefined {
	if (row.votes_set_aside === null) return held;
	const [ups, downs, since] = row.votes_set_aside as [number, number, string];
	if (ups + downs === 0) return held;
	const counted = held ?? row;
	const upvotes = Math.max(0, counted.upvotes - ups);
	const downvotes = Math.max(0, counted.downvotes - downs);
	if (held?.checking) return { ...held, upvotes, downvotes };
	return {
		checking: false,
		upvotes,
		downvotes,
		since,
		community_agreement: agreementPercent(upvotes, downvotes),
		reason: REASON,
	};
}
