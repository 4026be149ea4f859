import { and, type SQL, sql } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import { HIGH_FROM } from "#domain/bands.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { siteCounters } from "../schema/runs.ts";
import { statements } from "../schema/statements.ts";
import { videos } from "../schema/videos.ts";
import { LISTED } from "../view.ts";

/**
 * Takes what the video adds to the site's totals out of them (`by` -1) or puts
 * it in (1), as the tables stand at that point of the batch. A video that is
 * not listed adds nothing.
 */
export function moveCounters(
	db: Db,
	video_id: VideoId,
	by: 1 | -1,
	condition: SQL,
): DbStatement {
	const kind = sql`(select ${videos.simulated} from ${videos} where ${videos.id} = ${video_id} and ${LISTED})`;
	const live = sql`(select count(*) from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null)`;
	const high = sql`(select count(*) from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null and ${statements.ai_score} >= ${HIGH_FROM})`;
	return db
		.update(siteCounters)
		.set({
			total_videos: sql`${siteCounters.total_videos} + ${by}`,
			total_claims: sql`${siteCounters.total_claims} + ${by} * ${live}`,
			bs_claims: sql`${siteCounters.bs_claims} + ${by} * ${high}`,
		})
		.where(and(sql`${siteCounters.simulated} = ${kind}`, condition));
}
