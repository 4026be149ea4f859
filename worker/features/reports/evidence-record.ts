import { eq, type SQL } from "drizzle-orm";
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
import { endpoint } from "#http/endpoint.ts";
import { json, malformed, NO_VIDEO, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readReport } from "./queries.ts";

/** What a result's evidence was taken from, and one piece of evidence by its id. */
export const evidenceEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/evidence",
		id: "readEvidenceRecord",
		summary: "What was searched, opened and dropped for a result",
		detail:
			"The evidence itself is part of the report. Empty lists if the result asked no sources.",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		answers: { 200: json("Of the published result.", EvidenceRecord) },
		problems: { 404: NO_VIDEO },
		handle: async ({ db, view }, { params }) => {
			const [{ video, statements }, stored] = await readSurely(
				db,
				(on) => Promise.all([readReport(on, params.id, view), readRecord(on, params.id)]),
				([found]) => found.video === null,
			);
			if (video === null) throw problem("video_not_found");
			return {
				...stored,
				dropped: statements.flatMap(({ id, ratings }) =>
					ratings.flatMap(({ provider, dropped }) =>
						dropped.map((quote) => ({ statement_id: id, provider, ...quote })),
					),
				),
			};
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/evidence/{id}",
		id: "readEvidence",
		summary: "One quote that was found on a page",
		access: "everyone",
		cross_origin: "public",
		params: { id: EvidenceId.register(malformed, { problem: "evidence_not_found" }) },
		answers: { 200: json("The quote and its page.", Evidence) },
		problems: { 404: "There is no such evidence." },
		handle: async ({ db, view }, { params }) => {
			const piece = await readSurely(
				db,
				(on) => readPiece(on, params.id, view),
				(found) => found === null,
			);
			if (piece === null) throw problem("evidence_not_found");
			return piece;
		},
	}),
];

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
