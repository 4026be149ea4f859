import { and, asc, eq, isNull } from "drizzle-orm";
import { StatementId, type VideoId } from "#contract/ids.ts";
import type { Db } from "./open-db.ts";
import { statements } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { shownIn, type View } from "./view.ts";

/** What decides whether a new run's statement is an earlier one. */
export type EarlierStatement = {
	id: StatementId;
	quote_key: string;
	/** Seconds into the video. */
	timestamp: number;
	ai_score: number;
	/** Kept with the id, so that a run in progress can show them. */
	upvotes: number;
	downvotes: number;
	created_at: string;
};

/** The live statements of the result that the view shows, by timestamp. */
export async function statementsForMatching(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<EarlierStatement[]> {
	const { id, quote_key, timestamp, ai_score } = statements;
	const { upvotes, downvotes, created_at } = statements;
	const rows = await db
		.select({
			id,
			quote_key,
			timestamp,
			ai_score,
			upvotes,
			downvotes,
			created_at,
		})
		.from(statements)
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(
			and(
				eq(statements.video_id, video_id),
				isNull(statements.retired_at),
				shownIn(view),
			),
		)
		.orderBy(asc(timestamp), asc(id));
	return rows.map((row) => ({ ...row, id: StatementId.parse(row.id) }));
}
