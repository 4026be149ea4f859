import { and, asc, eq, type SQL } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { transcriptParts } from "#db/tables/transcript-text.ts";

/**
 * The texts of transcripts, which are half of what a result stores. Nothing is joined to them, so
 * that they can move out of the database; an import rule keeps it so.
 */

/** For a batch: the pieces of a transcript in their order. */
export function textParts(db: Db, video_id: VideoId) {
	return db
		.select({ body: transcriptParts.body })
		.from(transcriptParts)
		.where(eq(transcriptParts.video_id, video_id))
		.orderBy(asc(transcriptParts.part));
}

/** For a batch: removes the text. */
export function removeText(db: Db, video_id: VideoId, condition: SQL): DbStatement {
	return db.delete(transcriptParts).where(and(eq(transcriptParts.video_id, video_id), condition));
}

/** For a batch: stores the pieces of a text. */
export function storeText(
	db: Db,
	video_id: VideoId,
	pieces: string[],
	condition: SQL,
): DbStatement[] {
	return pieces.map((body, part) =>
		insertRows(db, transcriptParts, [{ video_id, part, body }], condition),
	);
}
