import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { MAX_ADDED_PAGES } from "#contract/limits.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { accountAge, hadTurn } from "#db/tables/disputes.ts";
import { statementPages } from "#db/tables/evidence.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import { pageKey } from "#text/page-key.ts";

/** A page that a member added to a statement. */
export type AddedPage = {
	url: string;
	title: string;
	/** Whether a verdict may rest on it, as on a page that a source found. */
	can_move: boolean;
};

/** The statement's data that adding a page needs; null if the view shows no such statement. */
export async function readStatementForPage(
	db: Db,
	statement_id: StatementId,
	view: View,
): Promise<{
	video_id: VideoId;
	channel_name: string | null;
	/** YYYY-MM-DD; null if it is not known. */
	said_on: string | null;
	content: string;
	quote: string;
	retired: boolean;
	/** Whether its result was rated with sources. */
	with_sources: boolean;
} | null> {
	const { video_id, content, quote, retired_at } = statements;
	const { channel_name, published_at: uploaded_at, evidence_sources } = videos;
	const with_sources = sql<number>`json_array_length(${evidence_sources}) > 0`;
	const [row] = await db
		.select({
			video_id,
			channel_name,
			uploaded_at,
			content,
			quote,
			retired_at,
			with_sources: with_sources.mapWith(Boolean).as("with_sources"),
		})
		.from(statements)
		.innerJoin(videos, eq(videos.id, video_id))
		.where(and(eq(statements.id, statement_id), shownIn(view)));
	if (!row) return null;
	const { retired_at: since, uploaded_at: uploaded, ...statement } = row;
	return {
		...statement,
		said_on: uploaded?.slice(0, "2026-01-31".length) ?? null,
		video_id: statement.video_id as VideoId,
		channel_name: statement.channel_name || null,
		retired: since !== null,
	};
}

/** A page as it was opened when it was added. */
export type StoredPage = AddedPage & {
	statement_id: StatementId;
	member_id: MemberId;
	final_url: string;
	published_at: string | null;
	created_at: string;
};

export async function storeAddedPage(db: Db, page: StoredPage): Promise<void> {
	await insertAddedPage(db, page, sql`true`);
}

/** If the same member adds the page again, it becomes the newest. */
export function insertAddedPage(db: Db, page: StoredPage, condition: SQL): DbStatement {
	return insertRows(db, statementPages, [page], condition).onConflictDoUpdate({
		target: [statementPages.statement_id, statementPages.member_id, statementPages.url],
		set: {
			...excluded("final_url", "title", "published_at", "created_at"),
			can_move: sql`max(${statementPages.can_move}, excluded.can_move)`,
		},
	});
}

/**
 * The pages to read for each live statement of a video, without repetitions: those of open disputes
 * first, because only a page that was read settles its dispute. Among them, and among the others,
 * those that a verdict may rest on come first; then the disputes of older accounts, those that wait
 * longest, and the newest of the other pages.
 */
export async function addedPagesOf(
	db: Db,
	video_id: VideoId,
): Promise<Map<StatementId, AddedPage[]>> {
	const { statement_id, url, final_url, title, created_at, can_move } = statementPages;
	const of_open = (value: SQL) =>
		sql`(select min(${value}) from disputes d where d.statement_id = ${statement_id} and d.url = ${url} and d.outcome = 'open')`;
	const disputed_at = of_open(sql`d.created_at`);
	const rows = await db
		.select({ statement_id, url, title, can_move })
		.from(statementPages)
		.innerJoin(statements, eq(statements.id, statement_id))
		.where(
			and(
				eq(statements.video_id, video_id),
				isNull(statements.retired_at),
				sql`not exists (select 1 from disputes d where d.statement_id = ${statement_id} and d.url = ${url} and d.hidden_at is not null)`,
				sql`not exists (select 1 from takedowns t where t.kind = 'page' and t.video_id = ${statements.video_id} and t.content in (${url}, ${final_url}))`,
			),
		)
		.orderBy(
			sql`${disputed_at} is null`,
			desc(can_move),
			of_open(hadTurn("d")),
			of_open(accountAge("d")),
			disputed_at,
			// Of disputes that are equal in all of this, the address decides, as it does for which are settled.
			sql`case when ${disputed_at} is null then null else ${url} end`,
			desc(created_at),
			url,
		);
	const by_statement = new Map<StatementId, AddedPage[]>();
	for (const { statement_id: key, ...page } of rows) {
		const id = key as StatementId;
		const pages = by_statement.get(id) ?? [];
		by_statement.set(id, pages);
		const known = pages.some((it) => pageKey(it.url) === pageKey(page.url));
		if (!known && pages.length < MAX_ADDED_PAGES) pages.push(page);
	}
	return by_statement;
}

/**
 * Moves the pages of a statement that gets a new id, for example because its verdict changes, so
 * that later analyses read them too. Batched with the publication.
 */
export function moveAddedPages(
	db: Db,
	moves: readonly { from: StatementId; to: StatementId }[],
	condition: SQL,
): DbStatement {
	const encoded = JSON.stringify(Object.fromEntries(moves.map(({ from, to }) => [from, to])));
	const successor = sql`(select value from json_each(${encoded}) where key = ${statementPages.statement_id})`;
	return db
		.update(statementPages)
		.set({ statement_id: successor })
		.where(and(sql`${successor} is not null`, condition));
}
