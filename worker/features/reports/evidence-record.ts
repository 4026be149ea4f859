import { eq, type SQL } from "drizzle-orm";
import * as z from "zod";
import { EvidencePage, EvidenceSearch } from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { evidenceRecords } from "#db/tables/evidence.ts";

const Stored = z.object({
	searches: z.array(EvidenceSearch),
	pages: z.array(EvidencePage),
});

/** The searches and opened pages; empty for a result without sources. */
export async function readRecord(db: Db, video_id: VideoId): Promise<z.infer<typeof Stored>> {
	const [row] = await db
		.select()
		.from(evidenceRecords)
		.where(eq(evidenceRecords.video_id, video_id));
	return row ? Stored.parse(row) : { searches: [], pages: [] };
}

/** Stores the searches and opened pages beside the result. */
export function writeEvidenceRecord(
	db: Db,
	publication: { video_id: VideoId } & (
		| { outcome: "failed" }
		| ({ outcome: "completed" } & z.infer<typeof Stored>)
	),
	condition: SQL,
): DbStatement {
	const { video_id } = publication;
	const { searches, pages } =
		publication.outcome === "completed" ? publication : { searches: [], pages: [] };
	return insertRows(
		db,
		evidenceRecords,
		[{ video_id, searches, pages }],
		condition,
	).onConflictDoUpdate({
		target: evidenceRecords.video_id,
		set: excluded("searches", "pages"),
	});
}
