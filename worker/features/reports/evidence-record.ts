import { eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod";
import {
	Evidence,
	EvidenceId,
	EvidencePage,
	EvidenceRecord,
	EvidenceSearch,
} from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import { excluded, insertRows } from "#db/batch.ts";
import { type Db, type DbStatement, readSurely } from "#db/client.ts";
import { evidenceRecords } from "#db/tables/evidence.ts";
import { readPiece } from "#features/statements/evidence-queries.ts";
import type { AppEnv } from "#http/app-env.ts";
import { json, NO_VIDEO, type Operations, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readVideoId } from "#http/query.ts";
import { readReport } from "./queries.ts";

/** The searches, opened pages and dropped quotes of a result. */
export const videoEvidence = new Hono<AppEnv>().get("/:id/evidence", async (c) => {
	const { db, view } = c.get("context");
	const video_id = readVideoId(c);
	const [{ video, statements }, stored] = await readSurely(
		db,
		(on) => Promise.all([readReport(on, video_id, view), readRecord(on, video_id)]),
		([found]) => found.video === null,
	);
	if (video === null) throw problem("video_not_found");
	const answer: EvidenceRecord = {
		...stored,
		dropped: statements.flatMap(({ id, ratings }) =>
			ratings.flatMap(({ provider, dropped }) =>
				dropped.map((quote) => ({ statement_id: id, provider, ...quote })),
			),
		),
	};
	return c.json(answer);
});

/** One piece of evidence by its id. */
export const evidence = new Hono<AppEnv>().get("/:id", async (c) => {
	const id = EvidenceId.safeParse(c.req.param("id"));
	const { db, view } = c.get("context");
	const piece = id.success
		? await readSurely(
				db,
				(on) => readPiece(on, id.data, view),
				(found) => found === null,
			)
		: null;
	if (piece === null) throw problem("evidence_not_found");
	return c.json(piece);
});

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

/** The evidence in the API description. */
export const evidenceOperations = (): Operations => ({
	"GET /api/videos/{id}/evidence": {
		id: "readEvidenceRecord",
		summary: "What was searched, opened and dropped for a result",
		detail:
			"The evidence itself is part of the report. Empty lists if the result asked no sources.",
		access: "everyone",
		path: videoPath,
		answers: { 200: json("Of the published result.", EvidenceRecord) },
		problems: { 404: NO_VIDEO },
	},
	"GET /api/evidence/{id}": {
		id: "readEvidence",
		summary: "One quote that was found on a page",
		access: "everyone",
		path: { id: EvidenceId },
		answers: { 200: json("The quote and its page.", Evidence) },
		problems: { 404: "There is no such evidence." },
	},
});
