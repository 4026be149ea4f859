import { and, eq, type SQL, sql } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import { type CaptionsReadBy, type PromptInjection, TranscriptAnswer } from "#contract/video.ts";
import { insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { transcripts, videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import { removeText, storeText, textParts } from "./text-queries.ts";
import {
	countChars,
	cutBody,
	joinBody,
	READER,
	storedSpeakers,
	type Transcript,
	transcriptHash,
} from "./transcript.ts";

/** The transcript of the video's result; null if the view shows no result. */
export async function readTranscript(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<TranscriptAnswer | null> {
	return (await readWithReader(db, video_id, view))?.transcript ?? null;
}

/**
 * The same, to compare it with another text; null if it was read by another version of the reader,
 * which may make a difference of its own.
 */
export async function readComparable(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<TranscriptAnswer | null> {
	const read = await readWithReader(db, video_id, view);
	return read?.reader === READER ? read.transcript : null;
}

async function readWithReader(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<{ transcript: TranscriptAnswer; reader: number } | null> {
	const { heads, rows } = await runBatch(db, {
		heads: db
			.select({
				source: transcripts.source,
				language: transcripts.language,
				timed: transcripts.timed,
				speakers: transcripts.speakers,
				reader: transcripts.reader,
			})
			.from(transcripts)
			.innerJoin(videos, eq(videos.id, transcripts.video_id))
			.where(and(eq(transcripts.video_id, video_id), shownIn(view))),
		rows: textParts(db, video_id),
	});
	const [head] = heads;
	if (!head) return null;
	const parts = rows.map(({ body }) => body);
	const body = joinBody(parts, head.timed, head.speakers);
	return { transcript: TranscriptAnswer.parse({ ...head, ...body }), reader: head.reader };
}

/** Replaces the transcript; a failed run stores none. */
export function writeTranscript(
	db: Db,
	publication: { video_id: VideoId } & (
		| { outcome: "failed" }
		| {
				outcome: "completed";
				transcript: Transcript;
				aimed_at_raters: PromptInjection[];
				captions_read_by: CaptionsReadBy | null;
				started_by: string | null;
		  }
	),
	condition: SQL,
): DbStatement[] {
	const { video_id } = publication;
	const removed = [
		removeText(db, video_id, condition),
		db.delete(transcripts).where(and(eq(transcripts.video_id, video_id), condition)),
	];
	if (publication.outcome === "failed") return removed;
	const { transcript, started_by, captions_read_by } = publication;
	const is_pasted = transcript.source === "member" && captions_read_by === null;
	const head = {
		video_id,
		source: transcript.source,
		language: transcript.language,
		track_kind: transcript.track?.kind ?? null,
		track_vss_id: transcript.track?.vss_id ?? null,
		timed: transcript.cues.length > 0,
		chars: countChars(transcript),
		aimed_at_raters: publication.aimed_at_raters,
		reader: READER,
		speakers: storedSpeakers(transcript),
		reading: transcript.reading ?? null,
		spoken_language: transcript.spoken_language ?? null,
		text_hash: is_pasted ? transcriptHash(transcript) : null,
		given_by: null,
	};
	// An account may have been deleted since the run began.
	const given_by = sql`(select ${members.id} from ${members} where ${members.id} = ${started_by})`;
	return [
		...removed,
		insertRows(db, transcripts, [head], condition),
		...(is_pasted && started_by !== null
			? [
					db
						.update(transcripts)
						.set({ given_by })
						.where(and(eq(transcripts.video_id, video_id), condition)),
				]
			: []),
		...storeText(db, video_id, cutBody(transcript), condition),
	];
}
