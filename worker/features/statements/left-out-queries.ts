import { eq, type SQL } from "drizzle-orm";
import * as z from "zod";
import { LeftOut } from "#contract/extraction.ts";
import type { VideoId } from "#contract/ids.ts";
import { excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { leftOutStatements } from "#db/tables/statements.ts";
import type { LeftOutStatement } from "./merge-statements.ts";

const Stored = z.array(LeftOut.extend({ quote_key: z.string() }));

/** The statements of a video's result that were found but not rated; no row without a result. */
export const readLeftOutRows = queryTemplate(["video_id"], (db, { video_id }) =>
	db.select().from(leftOutStatements).where(eq(leftOutStatements.video_id, video_id)),
);

/** Throws if the row violates the contract. */
export function toLeftOut(row: { statements: unknown } | undefined): LeftOutStatement[] {
	return row ? Stored.parse(row.statements) : [];
}

/** Whether a result has statements that can still be rated. */
export async function hasMoreToRate(db: Db, video_id: VideoId): Promise<boolean> {
	const { left_out } = await runBatch(db, { left_out: readLeftOutRows(db, { video_id }) });
	return toLeftOut(left_out[0]).some(({ reason }) => reason === "over_limit");
}

/** Replaces the left-out statements of the video's earlier result. */
export function writeLeftOut(
	db: Db,
	publication: { video_id: VideoId } & (
		| { outcome: "failed" }
		| { outcome: "completed"; left_out: LeftOutStatement[] }
	),
	condition: SQL,
): DbStatement {
	const { video_id } = publication;
	const statements = publication.outcome === "completed" ? publication.left_out : [];
	return insertRows(
		db,
		leftOutStatements,
		[{ video_id, statements }],
		condition,
	).onConflictDoUpdate({
		target: leftOutStatements.video_id,
		set: excluded("statements"),
	});
}
