import { and, asc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { VideoId } from "#contract/ids.ts";
import type { EVIDENCE_STATES } from "#contract/verdicts.ts";
import type { Db } from "#db/client.ts";
import { evidencePages, statementEvidence } from "#db/tables/evidence.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";

/** A page that shown results cite, with the quotes of it. */
export type CitedPageRow = {
	id: string;
	final_url: string;
	fetched_at: string;
	canonical_version: number;
	silent_since: string | null;
	quotes: CitedQuote[];
};

type CitedQuote = { id: string; video_id: VideoId; quote: string; archived_url: string | null };

/** How many pages a job takes, and when pages that it loses are due again. */
export type ClaimedUntil = { now: string; lost_at: string; limit: number };

/**
 * Claims pages whose copy in the archive is to be looked for, longest due first. No other run of
 * the job takes them before `lost_at`.
 */
export function claimForArchive(db: Db, until: ClaimedUntil): Promise<CitedPageRow[]> {
	return claimPages(db, evidencePages.archive_due_at, until);
}

/** Claims pages that are to be opened again, in the same way. */
export function claimForReopening(db: Db, until: ClaimedUntil): Promise<CitedPageRow[]> {
	return claimPages(db, evidencePages.reopen_due_at, until);
}

/** Sets a claimed page aside when its own visit begins. What the visit finds sets the real date. */
export async function setAside(
	db: Db,
	page_id: string,
	until: { archive_due_at: string } | { reopen_due_at: string },
): Promise<void> {
	await db.update(evidencePages).set(until).where(eq(evidencePages.id, page_id));
}

async function claimPages(
	db: Db,
	due_at: SQLiteColumn,
	{ now, lost_at, limit }: ClaimedUntil,
): Promise<CitedPageRow[]> {
	const { id, final_url, fetched_at, canonical_version, silent_since } = evidencePages;
	const due = sql`select ${id} from ${evidencePages} where ${lte(due_at, now)} order by ${due_at} limit ${limit}`;
	const pages = await db
		.update(evidencePages)
		.set({ [due_at.name]: lost_at })
		.where(and(sql`${id} in (${due})`, lte(due_at, now)))
		.returning({ id, final_url, fetched_at, canonical_version, silent_since });
	if (pages.length === 0) return [];
	const ids = pages.map((page) => page.id);
	const quotes = await db
		.select({
			id: statementEvidence.id,
			page_id: statementEvidence.page_id,
			video_id: statements.video_id,
			quote: statementEvidence.quote,
			archived_url: statementEvidence.archived_url,
		})
		.from(statementEvidence)
		.innerJoin(statements, eq(statements.id, statementEvidence.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(
			and(
				isIn(statementEvidence.page_id, ids),
				isNull(statements.retired_at),
				eq(videos.simulated, false),
			),
		)
		.orderBy(asc(statementEvidence.id));
	return pages.map((page) => ({
		...page,
		quotes: quotes
			.filter(({ page_id }) => page_id === page.id)
			.map((it) => ({ ...it, video_id: it.video_id as VideoId })),
	}));
}

/** A copy of a page, and when the archive is asked again. */
export type StoredCopy = {
	page_id: string;
	/** null to leave the quotes as they are. */
	url: string | null;
	/** The quotes that the copy contains. */
	evidence_ids: readonly string[];
	/** null if every quote has a copy now. */
	due_at: string | null;
};

/** Links the quotes with the copy that contains them. */
export async function storeCopy(
	db: Db,
	{ page_id, url, evidence_ids, due_at }: StoredCopy,
): Promise<void> {
	await db.batch([
		db
			.update(statementEvidence)
			.set({ archived_url: url })
			.where(and(isIn(statementEvidence.id, evidence_ids), isNull(statementEvidence.archived_url))),
		db.update(evidencePages).set({ archive_due_at: due_at }).where(eq(evidencePages.id, page_id)),
	]);
}

/** What was found when a page was opened again. */
export type StoredOpening = {
	page_id: string;
	reopened_at: string;
	/** null if the page is gone, or its earlier hash is of another version. */
	reopened_hash: string | null;
	/** null if it is not known by this opening. */
	is_retracted: boolean | null;
	states: {
		evidence_id: string;
		state: (typeof EVIDENCE_STATES)[number];
		read_differently: boolean;
	}[];
	/** When the page is opened again if what follows from the opening is lost. */
	due_at: string;
};

/** Stores the opening. The page stays claimed until `scheduleReopening`. */
export async function storeOpening(
	db: Db,
	{ page_id, reopened_at, reopened_hash, is_retracted, states, due_at }: StoredOpening,
): Promise<void> {
	const of = JSON.stringify(Object.fromEntries(states.map((it) => [it.evidence_id, it.state])));
	const state = sql`(select value from json_each(${of}) where key = ${statementEvidence.id})`;
	const ids = states.map(({ evidence_id }) => evidence_id);
	const other = states.filter((it) => it.read_differently).map(({ evidence_id }) => evidence_id);
	const since = sql`coalesce(${statementEvidence.read_differently_at}, ${reopened_at})`;
	const read_differently_at = sql`iif(${isIn(statementEvidence.id, other)}, ${since}, null)`;
	const known_since = sql`coalesce(${evidencePages.retracted_at}, ${reopened_at})`;
	await db.batch([
		db
			.update(statementEvidence)
			.set({ state, read_differently_at })
			.where(isIn(statementEvidence.id, ids)),
		db
			.update(evidencePages)
			.set({
				reopened_at,
				reopened_hash,
				reopen_due_at: due_at,
				...(is_retracted !== null && { retracted_at: is_retracted ? known_since : null }),
			})
			.where(eq(evidencePages.id, page_id)),
	]);
}

/** Ends the claim. `due_at` is null if no result cites the page any more. */
export async function scheduleReopening(
	db: Db,
	page_id: string,
	next: { due_at: string | null; silent_since: string | null },
): Promise<void> {
	const { due_at: reopen_due_at, silent_since } = next;
	await db
		.update(evidencePages)
		.set({ reopen_due_at, silent_since })
		.where(eq(evidencePages.id, page_id));
}

function isIn(column: SQLiteColumn, values: readonly string[]): SQL {
	return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}
