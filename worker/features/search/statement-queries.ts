import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { StatementId, VideoId } from "#contract/ids.ts";
import { FoundStatement } from "#contract/statement.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { FOLDING, statementDocs, statementIndex } from "#db/tables/search.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { containsAll, matchExpression } from "#db/text-search.ts";
import { INDEXED, isSimulated, LISTED, shownIn, type View } from "#db/view.ts";
import { SHORT_QUERY_REACH } from "#features/reports/list-queries.ts";
import { type Search, searchKey } from "#text/search-words.ts";

const COLUMNS = {
	id: statements.id,
	video_id: statements.video_id,
	content: statements.content,
	speaker: statements.speaker,
	timestamp: statements.timestamp,
	timestamp_source: statements.timestamp_source,
	basis: statements.basis,
	verdict: statements.verdict,
	unverified_reason: statements.unverified_reason,
	ai_score: statements.ai_score,
	lean: statements.lean,
	key: statements.claim_key,
	video_title: videos.title,
	simulated: videos.simulated,
	panel: videos.panel,
};

/**
 * Finds statements of listed results that contain what is searched for. They are sorted by rowid,
 * so that the scan of the index stops at the limit.
 */
export function newestStatements(
	db: Db,
	search: Search,
	{ limit, view }: { limit: number; view: View },
) {
	if (!search.indexed) {
		const recent = sql`${statementDocs.id} > (select max(id) from ${statementDocs}) - ${SHORT_QUERY_REACH}`;
		const contains = containsAll(
			{ key: sql`${statementDocs.content_key}`, text: sql`${statements.content}` },
			search,
		);
		return db
			.select(COLUMNS)
			.from(statementDocs)
			.innerJoin(statements, eq(statements.id, statementDocs.statement_id))
			.innerJoin(videos, eq(videos.id, statements.video_id))
			.where(and(recent, contains, LISTED, shownIn(view)))
			.orderBy(desc(statementDocs.id))
			.limit(limit);
	}
	return db
		.select(COLUMNS)
		.from(statementIndex)
		.innerJoin(statementDocs, eq(statementDocs.id, statementIndex.rowid))
		.innerJoin(statements, eq(statements.id, statementDocs.statement_id))
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(and(sql`statement_index match ${matchExpression(search)}`, LISTED, shownIn(view)))
		.orderBy(desc(statementIndex.rowid))
		.limit(limit);
}

/** The row in its JSON form. Throws if the row violates the contract. */
export function toFoundStatement(
	row: Awaited<ReturnType<typeof newestStatements>>[number],
): FoundStatement {
	return FoundStatement.parse({ ...row, simulated: isSimulated(row) });
}

/**
 * To be batched after the video and its statements are written. Removes the video's retired
 * statements, adds those of the run, and indexes all of them if the result is listed.
 */
export function writeStatementSearch(
	db: Db,
	publication: { video_id: VideoId } & (
		| { outcome: "failed" }
		| { outcome: "completed"; statements: { id: StatementId; content: string }[] }
	),
	condition: SQL,
): DbStatement[] {
	const { video_id } = publication;
	const published = publication.outcome === "completed" ? publication.statements : [];
	const docs = published.map(({ id, content }) => ({
		id: undefined,
		statement_id: id,
		content_key: searchKey(content),
		folding: FOLDING,
	}));
	const of = (retired: SQL | undefined) =>
		sql`${statementDocs.statement_id} in (select ${statements.id} from ${statements} where ${and(eq(statements.video_id, video_id), retired)})`;
	return [
		db
			.delete(statementIndex)
			.where(
				and(
					sql`${statementIndex.rowid} in (select ${statementDocs.id} from ${statementDocs} where ${of(undefined)})`,
					condition,
				),
			),
		db.delete(statementDocs).where(and(of(isNotNull(statements.retired_at)), condition)),
		insertRows(db, statementDocs, docs, condition).onConflictDoUpdate({
			target: statementDocs.statement_id,
			set: excluded("content_key", "folding"),
		}),
		db
			.insert(statementIndex)
			.select(
				sql`select ${statementDocs.id}, ${statementDocs.content_key} from ${statementDocs} where ${of(isNull(statements.retired_at))} and exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${INDEXED}) and ${condition}`,
			),
	];
}
