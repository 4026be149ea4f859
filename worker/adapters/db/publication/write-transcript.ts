import { and, eq, type SQL } from "drizzle-orm";
import type { Publication } from "#pipeline/publication.ts";
import { insertRows } from "../insert-rows.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { transcriptParts, transcripts } from "../schema/videos.ts";
import { countChars, cutBody } from "../transcript-body.ts";

/** Replaces the transcript; a failed run leaves none. */
export function writeTranscript(
	db: Db,
	publication: Publication,
	condition: SQL,
): DbStatement[] {
	const { video_id } = publication;
	const removed = [
		db
			.delete(transcriptParts)
			.where(and(eq(transcriptParts.video_id, video_id), condition)),
		db
			.delete(transcripts)
			.where(and(eq(transcripts.video_id, video_id), condition)),
	];
	if (publication.outcome === "failed") return removed;
	const { transcript } = publication;
	const head = {
		video_id,
		source: transcript.source,
		language: transcript.language,
		track_kind: transcript.track?.kind ?? null,
		track_vss_id: transcript.track?.vss_id ?? null,
		timed: transcript.cues.length > 0,
		chars: countChars(transcript),
		aimed_at_raters: publication.aimed_at_raters,
	};
	return [
		...removed,
		insertRows(db, transcripts, [head], condition),
		...cutBody(transcript).map((body, part) =>
			insertRows(db, transcriptParts, [{ video_id, part, body }], condition),
		),
	];
}
