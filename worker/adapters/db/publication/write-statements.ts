import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Provider } from "#contract/ids.ts";
import type { Publication, PublishedStatement } from "#pipeline/publication.ts";
import { excluded } from "../excluded.ts";
import { insertRows } from "../insert-rows.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { statementRatings, statements } from "../schema/statements.ts";

/**
 * Retires what the run no longer holds, and writes what it does. A statement
 * that keeps its id keeps its votes, its counters and its creation.
 */
export function writeStatements(
	db: Db,
	publication: Publication,
	condition: SQL,
): DbStatement[] {
	const published =
		publication.outcome === "completed" ? publication.statements : [];
	const rows = published.map((statement) =>
		statementRow(publication, statement),
	);
	const ratings = published.map((statement) => ({
		statement_id: statement.id,
		ratings: statement.ratings,
	}));
	return [
		retireOthers(db, publication, published, condition),
		insertRows(db, statements, rows, condition).onConflictDoUpdate({
			target: statements.id,
			set: excluded(
				"content",
				"quote",
				"quote_key",
				"timestamp",
				"timestamp_source",
				"aimed_at_raters",
				"ai_score",
				"confidence_level",
				"openai_score",
				"claude_score",
				"gemini_score",
				"explanation",
				"sources",
				"retired_at",
			),
		}),
		insertRows(db, statementRatings, ratings, condition).onConflictDoUpdate({
			target: statementRatings.statement_id,
			set: excluded("ratings"),
		}),
	];
}

function retireOthers(
	db: Db,
	publication: Publication,
	published: PublishedStatement[],
	condition: SQL,
): DbStatement {
	const ids = JSON.stringify(published.map((statement) => statement.id));
	return db
		.update(statements)
		.set({ retired_at: publication.ended_at })
		.where(
			and(
				eq(statements.video_id, publication.video_id),
				isNull(statements.retired_at),
				sql`${statements.id} not in (select value from json_each(${ids}))`,
				condition,
			),
		);
}

function statementRow(
	publication: Publication,
	statement: PublishedStatement,
): typeof statements.$inferSelect {
	const { ratings, ...fields } = statement;
	return {
		...fields,
		video_id: publication.video_id,
		openai_score: scoreOf(statement, "openai"),
		claude_score: scoreOf(statement, "claude"),
		gemini_score: scoreOf(statement, "gemini"),
		upvotes: 0,
		downvotes: 0,
		created_at: publication.ended_at,
		retired_at: null,
	};
}

function scoreOf(
	statement: PublishedStatement,
	provider: Provider,
): number | null {
	return (
		statement.ratings.find((rating) => rating.provider === provider)?.score ??
		null
	);
}
