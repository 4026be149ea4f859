import { and, eq, isNull, sql } from "drizzle-orm";
import { ClaimKey } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { queryTemplate } from "#db/query-template.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";

/** The most other videos that are counted for a statement. */
const MOST_COUNTED = 100;

/** For each statement, the number of other videos with a public report of the claim. */
export const readAlsoSaidRows = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select({
			id: statements.id,
			key: statements.claim_key,
			videos: sql<number>`(select count(*) from (
					select distinct other.video_id from statements as other
					join videos as other_video on other_video.id = other.video_id
					where other.claim_key = ${statements.claim_key}
					and other.video_id <> ${statements.video_id}
					and other.retired_at is null
					and other_video.analysis_status = 'completed' and other_video.listed = 1
					and other_video.simulated = ${videos.simulated}
					limit ${sql.raw(String(MOST_COUNTED))}))`,
		})
		.from(statements)
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at))),
);

/** By the statement's id, without statements that no other video contains. */
export function toAlsoSaid(
	rows: readonly { id: string; key: string; videos: number }[],
): Map<string, NonNullable<Statement["also_said"]>> {
	return new Map(
		rows.flatMap(({ id, key, videos: count }) =>
			count > 0 ? [[id, { key: ClaimKey.parse(key), videos: count }]] : [],
		),
	);
}
