import { and, asc, eq } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import { TranscriptAnswer } from "#contract/video.ts";
import type { Db } from "./open-db.ts";
import { transcriptParts, transcripts, videos } from "./schema/videos.ts";
import { joinBody } from "./transcript-body.ts";
import { shownIn, type View } from "./view.ts";

/** The transcript of the video's result; null where the view shows no result. */
export async function readTranscript(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<TranscriptAnswer | null> {
	const rows = await db
		.select({
			source: transcripts.source,
			language: transcripts.language,
			timed: transcripts.timed,
			body: transcriptParts.body,
		})
		.from(transcripts)
		.innerJoin(videos, eq(videos.id, transcripts.video_id))
		.leftJoin(
			transcriptParts,
			eq(transcriptParts.video_id, transcripts.video_id),
		)
		.where(and(eq(transcripts.video_id, video_id), shownIn(view)))
		.orderBy(asc(transcriptParts.part));
	const head = rows[0];
	if (!head) return null;
	const parts = rows.map((row) => row.body ?? "");
	return TranscriptAnswer.parse({ ...head, ...joinBody(parts, head.timed) });
}
