import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statementPages } from "#db/tables/evidence.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import { pageKey } from "./page-site.ts";

/** A page that a member added to a statement. */
export type AddedPage = { url: string; title: string };

/** Members' pages are read in addition to the sources' pages, so they have a limit of their own. */
const MAX_ADDED_PAGES = 3;

/** The statement's data that adding a page needs; null if the view shows no such statement. */
export async function readStatementForPage(
	db: Db,
	statement_id: StatementId,
	view: View,
): Promise<{
	video_id: VideoId;
	channel_name: string | null;
	content: string;
	retired: boolean;
} | null> {
	const { video_id, content, retired_at } = statements;
	const { channel_name } = videos;
	const [row] = await db
		.select({ video_id, channel_name, content, retired_at })
		.from(statements)
		.innerJoin(videos, eq(videos.id, video_id))
		.where(and(eq(statements.id, statement_id), shownIn(view)));
	if (!row) return null;
	const { retired_at: since, ...statement } = row;
	return {
		...statement,
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
		set: excluded("final_url", "title", "published_at", "created_at"),
	});
}

/** The pages to read for each live statement of a video: the newest ones, without repetitions. */
export async function addedPagesOf(
	db: Db,
	video_id: VideoId,
): Promise<Map<StatementId, AddedPage[]>> {
	const { statement_id, url, title, created_at } = statementPages;
	const rows = await db
		.select({ statement_id, url, title })
		.from(statementPages)
		.innerJoin(statements, eq(statements.id, statement_id))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at)))
		.orderBy(desc(created_at), url);
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
