import { createHash } from "node:crypto";
import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { Evidence, EvidencePage, EvidenceSearch } from "#contract/evidence.ts";
import { StatementId, VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { evidencePages, evidenceRecords, statementEvidence } from "#db/tables/evidence.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, TAKEN_DOWN, type View } from "#db/view.ts";
import { type HiddenPages, isHiddenPage } from "#features/takedowns/hidden-pages.ts";
import { hiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import { DAY_MS } from "#worker/durations.ts";

type PageRow = typeof evidencePages.$inferSelect;
type EvidenceRow = typeof statementEvidence.$inferSelect;

/** Replaces the evidence of the statements that the run publishes. */
export function writeEvidence(
	db: Db,
	published: readonly Pick<Statement, "id" | "evidence">[],
	condition: SQL,
): DbStatement[] {
	const ids = JSON.stringify(published.map(({ id }) => id));
	const pages = new Map<string, PageRow>();
	const rows = published.flatMap((statement) =>
		statement.evidence.map((piece, place): EvidenceRow => {
			const page = pageRow(piece);
			pages.set(page.id, page);
			const { id, url, stance, quote, quote_start, before, after } = piece;
			const { cited_by, cluster, state, review, by_member, doubted } = piece;
			return {
				id,
				statement_id: statement.id,
				place,
				page_id: page.id,
				url,
				stance,
				quote,
				quote_start,
				before,
				after,
				cited_by,
				cluster,
				state,
				review,
				by_member,
				doubted,
				read_differently_at: null,
				// An archived copy is looked for after the publication.
				archived_url: null,
			};
		}),
	);
	return [
		db
			.delete(statementEvidence)
			.where(
				and(
					sql`${statementEvidence.statement_id} in (select value from json_each(${ids}))`,
					condition,
				),
			),
		// If the same text was opened again, the time of its last confirmation is updated, and a copy
		// is looked for that also contains the new quotes.
		insertRows(db, evidencePages, [...pages.values()], condition).onConflictDoUpdate({
			target: evidencePages.id,
			set: {
				fetched_at: sql`max(${evidencePages.fetched_at}, excluded.fetched_at)`,
				// Two versions may read a page in the same way.
				canonical_version: sql`max(${evidencePages.canonical_version}, excluded.canonical_version)`,
				...excluded("archive_due_at"),
				// The register of papers may have given no answer this time.
				notice: sql`coalesce(excluded.notice, ${evidencePages.notice})`,
				// A kept text may be older than the last opening, which then has to be repeated.
				reopen_due_at: sql`iif(${evidencePages.reopened_at} > excluded.fetched_at, excluded.fetched_at, excluded.reopen_due_at)`,
			},
		}),
		insertRows(db, statementEvidence, rows, condition),
	];
}

function pageRow(piece: Evidence): PageRow {
	const { final_url, title, site, kind, notice, published_at, published_by } = piece;
	const { fetched_at, content_hash, canonical_version, archived_url } = piece;
	const id = createHash("sha256")
		.update(`${final_url}\n${content_hash}`)
		.digest("hex")
		.slice(0, 24);
	// Sample pages have no address outside of this site.
	const isWeb = /^https?:/.test(final_url);
	return {
		id,
		final_url,
		title,
		site,
		kind,
		notice,
		published_at,
		published_by,
		fetched_at,
		content_hash,
		archived_url,
		canonical_version,
		archive_due_at: archived_url === null && isWeb ? fetched_at : null,
		reopened_at: null,
		reopened_hash: null,
		retracted_at: null,
		silent_since: null,
		reopen_due_at: isWeb ? reopenDue(fetched_at) : null,
	};
}

/** Cited pages are opened again at this interval. */
export const REOPENED_EVERY_MS = 28 * DAY_MS;

function reopenDue(fetched_at: string): string {
	return new Date(Date.parse(fetched_at) + REOPENED_EVERY_MS).toISOString();
}

const { final_url, title, site, kind, notice, published_at, published_by } = evidencePages;
const { fetched_at, content_hash, canonical_version, retracted_at } = evidencePages;
/** The time of an opening that is newer than the text in which the quote was found. */
const REOPENED = sql`${evidencePages.reopened_at} > ${evidencePages.fetched_at}`;

/** A quote with its page. */
const PIECE_COLUMNS = {
	...getTableColumns(statementEvidence),
	final_url,
	title,
	site,
	kind,
	notice,
	published_at,
	published_by,
	fetched_at,
	content_hash,
	canonical_version,
	retracted_at,
	archived_url: sql<
		string | null
	>`coalesce(${statementEvidence.archived_url}, ${evidencePages.archived_url})`.as("archived_copy"),
	reopened_at: sql<string | null>`iif(${REOPENED}, ${evidencePages.reopened_at}, null)`.as(
		"opened_again_at",
	),
	reopened_hash: sql<string | null>`iif(${REOPENED}, ${evidencePages.reopened_hash}, null)`.as(
		"hash_then",
	),
};

/** The evidence of a video's live statements, in each statement's order. */
export const readEvidenceRows = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select(PIECE_COLUMNS)
		.from(statements)
		.innerJoin(statementEvidence, eq(statementEvidence.statement_id, statements.id))
		.innerJoin(evidencePages, eq(evidencePages.id, statementEvidence.page_id))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at)))
		.orderBy(asc(statementEvidence.statement_id), asc(statementEvidence.place)),
);

/** Each statement's evidence. Throws if a row violates the contract. */
export function evidenceByStatement(
	rows: readonly { statement_id: string }[],
): Map<string, Evidence[]> {
	const by_statement = new Map<string, Evidence[]>();
	for (const row of rows) {
		const pieces = by_statement.get(row.statement_id) ?? [];
		by_statement.set(row.statement_id, pieces);
		pieces.push(Evidence.parse(row));
	}
	return by_statement;
}

/** One piece of evidence of a shown result; null if there is none with this id. */
export async function readPiece(db: Db, id: string, view: View): Promise<Evidence | null> {
	const [row] = await db
		.select({ ...PIECE_COLUMNS, video_id: statements.video_id })
		.from(statementEvidence)
		.innerJoin(evidencePages, eq(evidencePages.id, statementEvidence.page_id))
		.innerJoin(statements, eq(statements.id, statementEvidence.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(and(eq(statementEvidence.id, id), shownIn(view), sql`not ${TAKEN_DOWN}`));
	if (!row) return null;
	const hidden = await hiddenPages(db, VideoId.parse(row.video_id));
	return isHiddenPage(row, hidden) ? null : Evidence.parse(row);
}

/** The video's live statements with a verdict that quote one of these pages. */
export async function statementsCiting(
	db: Db,
	video_id: VideoId,
	pages: HiddenPages,
): Promise<StatementId[]> {
	const rows = await db
		.select({ id: statements.id, url: statementEvidence.url, final_url })
		.from(statements)
		.innerJoin(statementEvidence, eq(statementEvidence.statement_id, statements.id))
		.innerJoin(evidencePages, eq(evidencePages.id, statementEvidence.page_id))
		.where(
			and(
				eq(statements.video_id, video_id),
				isNull(statements.retired_at),
				eq(statements.basis, "evidence"),
			),
		);
	const citing = rows.filter((row) => isHiddenPage(row, pages));
	return [...new Set(citing.map(({ id }) => StatementId.parse(id)))];
}

const StoredRecord = z.object({ searches: z.array(EvidenceSearch), pages: z.array(EvidencePage) });

/** The searches and opened pages; empty for a result without sources. */
export async function readRecord(db: Db, video_id: VideoId): Promise<z.infer<typeof StoredRecord>> {
	const [row] = await db
		.select()
		.from(evidenceRecords)
		.where(eq(evidenceRecords.video_id, video_id));
	return row ? StoredRecord.parse(row) : { searches: [], pages: [] };
}

/** Stores the searches and opened pages beside the result. */
export function writeEvidenceRecord(
	db: Db,
	publication: { video_id: VideoId } & (
		| { outcome: "failed" }
		| ({ outcome: "completed" } & z.infer<typeof StoredRecord>)
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
	).onConflictDoUpdate({ target: evidenceRecords.video_id, set: excluded("searches", "pages") });
}
