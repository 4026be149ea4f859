import { and, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { StatementId, VideoId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import type { Context } from "#worker/context.ts";

const MINUTES_A_DAY = 24 * 60;
/** The characters of video ids in the order of their codes. */
const CHARACTERS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/** Sorts after every id. */
const END = "~";

/**
 * Recounts a part of the videos. Each minute has its own part, so that every video is recounted
 * once a day and no run takes long. Repairs are reported, because a wrong counter indicates a
 * bug.
 */
export async function recountPart(
	{ db, log }: Pick<Context, "db" | "log">,
	at: Date,
): Promise<void> {
	const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
	const { from, to } = partOfDay(minute);
	const repaired = await recount(db.primary, (id) => sql`${id} >= ${from} and ${id} < ${to}`);
	const { statements: claims, videos: totals } = repaired;
	if (claims.length + totals.length === 0) return;
	log.warn("counters_repaired", { statements: claims.length, videos: totals.length });
}

/** The range of ids of a minute's part: `from` is included, `to` is not. */
export function partOfDay(minute: number): { from: string; to: string } {
	return { from: beginning(minute), to: beginning(minute + 1) };
}

/** The first two characters of the first id in a minute's part. */
function beginning(minute: number): string {
	const size = CHARACTERS.length;
	const place = Math.floor((minute * size * size) / MINUTES_A_DAY);
	const first = CHARACTERS[Math.floor(place / size)];
	return first === undefined ? END : `${first}${CHARACTERS[place % size]}`;
}

/** Corrects the counters of the live statements and videos whose ids match the condition. */
export async function recount(db: Db, isSelected: (id: SQLWrapper) => SQL) {
	const ofStatement = { up: countVotes("upvote"), down: countVotes("downvote") };
	const ofVideo = { up: totalOfLive(videos.id, "up"), down: totalOfLive(videos.id, "down") };
	const repaired = await runBatch(db, {
		statements: db
			.update(statements)
			.set({ upvotes: ofStatement.up, downvotes: ofStatement.down })
			.where(
				and(
					isSelected(statements.video_id),
					isNull(statements.retired_at),
					or(
						sql`${statements.upvotes} <> ${ofStatement.up}`,
						sql`${statements.downvotes} <> ${ofStatement.down}`,
					),
				),
			)
			.returning({ id: statements.id }),
		videos: db
			.update(videos)
			.set({ upvotes: ofVideo.up, downvotes: ofVideo.down })
			.where(
				and(
					isSelected(videos.id),
					or(sql`${videos.upvotes} <> ${ofVideo.up}`, sql`${videos.downvotes} <> ${ofVideo.down}`),
				),
			)
			.returning({ id: videos.id }),
	});
	return {
		statements: repaired.statements.map((row) => StatementId.parse(row.id)),
		videos: repaired.videos.map((row) => VideoId.parse(row.id)),
	};
}

/** The sum over the video's live statements. */
export function totalOfLive(video_id: VideoId | SQLWrapper, side: "up" | "down"): SQL {
	const column = side === "up" ? statements.upvotes : statements.downvotes;
	return sql`(select coalesce(sum(${column}), 0) from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null)`;
}

/** The number of votes of this type on the updated statement, except those that `but` matches. */
export function countVotes(type: "upvote" | "downvote", but: SQL = sql`true`): SQL {
	return sql`(select count(*) from ${votes} where ${votes.statement_id} = ${statements.id} and ${votes.vote_type} = ${type} and ${but})`;
}
