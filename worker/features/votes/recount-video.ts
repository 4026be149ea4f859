import {
	and,
	eq,
	isNull,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { StatementId, type VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";

export type Recount = {
	/** Live statements whose counts were wrong and are corrected now. */
	statements: StatementId[];
	/** Whether the video's totals were wrong and are corrected now. */
	totals: boolean;
};

/** Counts the votes and corrects the counters that disagree. */
export async function recountVideo(
	db: Db,
	video_id: VideoId,
): Promise<Recount> {
	const ofStatement = {
		up: countVotes("upvote"),
		down: countVotes("downvote"),
	};
	const ofVideo = {
		up: totalOfLive(video_id, "up"),
		down: totalOfLive(video_id, "down"),
	};
	const [repaired, totals] = await db.batch([
		db
			.update(statements)
			.set({ upvotes: ofStatement.up, downvotes: ofStatement.down })
			.where(
				and(
					eq(statements.video_id, video_id),
					isNull(statements.retired_at),
					or(
						sql`${statements.upvotes} <> ${ofStatement.up}`,
						sql`${statements.downvotes} <> ${ofStatement.down}`,
					),
				),
			)
			.returning({ id: statements.id }),
		db
			.update(videos)
			.set({ upvotes: ofVideo.up, downvotes: ofVideo.down })
			.where(
				and(
					eq(videos.id, video_id),
					or(
						sql`${videos.upvotes} <> ${ofVideo.up}`,
						sql`${videos.downvotes} <> ${ofVideo.down}`,
					),
				),
			)
			.returning({ id: videos.id }),
	]);
	return {
		statements: repaired.map((row) => StatementId.parse(row.id)),
		totals: totals.length > 0,
	};
}

/** The sum over the video's live statements. */
export function totalOfLive(
	video_id: VideoId | SQLWrapper,
	side: "up" | "down",
): SQL {
	const column = side === "up" ? statements.upvotes : statements.downvotes;
	return sql`(select coalesce(sum(${column}), 0) from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null)`;
}

/** The number of votes of this type on the updated statement; `but` excludes some. */
export function countVotes(
	type: "upvote" | "downvote",
	but: SQL = sql`true`,
): SQL {
	return sql`(select count(*) from ${votes} where ${votes.statement_id} = ${statements.id} and ${votes.vote_type} = ${type} and ${but})`;
}
