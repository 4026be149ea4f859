import type { VideoId } from "#contract/ids.ts";
import type { TestDb } from "./databases.ts";

/** Everything that is stored of a video's result, as it lies in the tables. */
export async function storedResult(database: TestDb, video_id: VideoId) {
	const of = (table: string, column = "video_id") =>
		database.rows(
			`select * from ${table} where ${column} = ? order by 1`,
			video_id,
		);
	return {
		videos: await of("videos", "id"),
		statements: await of("statements"),
		transcripts: await of("transcripts"),
		parts: await of("transcript_parts"),
		docs: await of("search_docs"),
		ratings: await database.rows(
			"select r.* from statement_ratings r join statements s on s.id = r.statement_id where s.video_id = ? order by 1",
			video_id,
		),
		counters: await database.rows("select * from site_counters order by 1"),
	};
}
