import { and, asc, eq, getTableColumns, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Evidence } from "#contract/evidence.ts";
import { type Provider, type RunId, StatementId, type VideoId } from "#contract/ids.ts";
import {
	LeftOut,
	type Rating,
	type SpeechContext,
	Statement,
	type TimestampSource,
} from "#contract/statement.ts";
import type { Interval } from "#contract/verdicts.ts";
import { excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { leftOutStatements, statementDetails, statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import { CHECK_COLUMNS, readCountedVotes } from "#features/votes/counted-votes.ts";
import { DISPUTES_COLUMN, readDisputesColumn } from "#features/votes/dispute-queries.ts";
import { claimKey } from "./claim-key.ts";
import { writeEvidence } from "./evidence-queries.ts";
import type { LeftOutStatement } from "./merge-statements.ts";

export type PublishedStatement = {
	/** The id of the matching earlier statement, or a new id. */
	id: StatementId;
	content: string;
	quote: string;
	context: SpeechContext;
	speaker?: string | null | undefined;
	/** The normalised quote, used to match statements across runs. */
	quote_key: string;
	/** The earlier statement of the same words at the same cue, if its id is not kept. */
	replaces: StatementId | null;
	timestamp: number;
	timestamp_source: TimestampSource;
	aimed_at_raters: boolean;
	/** It is not part of the video's score. */
	on_request?: boolean | undefined;
	/** null if it is unverified, as is its confidence. */
	ai_score: number | null;
	confidence_level: number | null;
	ratings: Rating[];
	explanation: string;
	sources: string[];
} & StatementBasis;

/** What a statement's score is based on. */
export type StatementBasis = Pick<
	Statement,
	| "basis"
	| "verdict"
	| "unverified_reason"
	| "when_said"
	| "today"
	| "missing_context"
	| "calibration"
	| "interval"
	| "independent_sources"
	| "evidence"
	| "support"
	| "fact_checks"
	| "passages"
	| "lean"
>;

/** The statements of a run that ended. */
type EndedStatements = { video_id: VideoId; ended_at: string } & (
	| { outcome: "failed" }
	| {
			outcome: "completed";
			statements: PublishedStatement[];
			transcript: { language: string | null };
			/** The run to whose result they are added; null if they replace all others. */
			adds_to: RunId | null;
			/** The statements of the earlier result that stay as they are. */
			kept: StatementId[];
			/** Those of them that are not part of the video's score. */
			kept_on_request: StatementId[];
	  }
);

/**
 * Retires the statements that the run no longer has, and writes its own. A statement that keeps
 * its id keeps its votes, counters and creation date.
 */
export function writeStatements(
	db: Db,
	publication: EndedStatements,
	condition: SQL,
): DbStatement[] {
	const published = publication.outcome === "completed" ? publication.statements : [];
	const rows = published.map((statement) => statementRow(publication, statement));
	const details = published.map(({ id, ratings, context, support, fact_checks, passages }) => ({
		statement_id: id,
		ratings,
		context,
		support,
		fact_checks,
		passages,
	}));
	return [
		retireEarlier(db, publication, published, condition),
		...markKept(db, publication, condition),
		insertRows(db, statements, rows, condition).onConflictDoUpdate({
			target: statements.id,
			set: excluded(
				"content",
				"quote",
				"speaker",
				"quote_key",
				"timestamp",
				"timestamp_source",
				"aimed_at_raters",
				"on_request",
				"ai_score",
				"confidence_level",
				"calibration",
				"openai_score",
				"claude_score",
				"gemini_score",
				"explanation",
				"sources",
				"basis",
				"verdict",
				"unverified_reason",
				"when_said",
				"today",
				"missing_context",
				"score_low",
				"score_high",
				"independent_sources",
				"lean",
				"claim_key",
				"retired_at",
			),
		}),
		insertRows(db, statementDetails, details, condition).onConflictDoUpdate({
			target: statementDetails.statement_id,
			set: excluded("ratings", "context", "support", "fact_checks", "passages"),
		}),
		...writeEvidence(db, published, condition),
	];
}

/** Retires all other statements, or only the replaced ones if the run adds to the result. */
function retireEarlier(
	db: Db,
	publication: EndedStatements,
	published: PublishedStatement[],
	condition: SQL,
): DbStatement {
	const adds = publication.outcome === "completed" && publication.adds_to;
	const kept = publication.outcome === "completed" ? publication.kept : [];
	const own = published.flatMap(({ id, replaces }) => (adds ? (replaces ?? []) : id));
	const ids = JSON.stringify(adds ? own : [...own, ...kept]);
	const listed = sql`${statements.id} in (select value from json_each(${ids}))`;
	return db
		.update(statements)
		.set({ retired_at: publication.ended_at })
		.where(
			and(
				eq(statements.video_id, publication.video_id),
				isNull(statements.retired_at),
				adds ? listed : not(listed),
				condition,
			),
		);
}

/** SQL condition on live statements: those that the video's score and counts include. */
export const COUNTED: SQL = sql`${statements.retired_at} is null and ${statements.on_request} = 0`;

/** Says which of the kept statements are part of the video's score. */
function markKept(db: Db, publication: EndedStatements, condition: SQL): DbStatement[] {
	if (publication.outcome === "failed" || publication.kept.length === 0) return [];
	const isIn = (ids: StatementId[]) =>
		sql`(${statements.id} in (select value from json_each(${JSON.stringify(ids)})))`;
	const on_request = isIn(publication.kept_on_request);
	return [
		db
			.update(statements)
			.set({ on_request })
			.where(and(isIn(publication.kept), ne(statements.on_request, on_request), condition)),
	];
}

function statementRow(
	publication: EndedStatements,
	statement: PublishedStatement,
): typeof statements.$inferSelect {
	const { evidence: _, interval, replaces: __, ...rest } = statement;
	const { ratings: _r, context: _c, support: _s, fact_checks: _f, passages: _p, ...fields } = rest;
	return {
		...fields,
		speaker: fields.speaker ?? null,
		on_request: fields.on_request ?? false,
		video_id: publication.video_id,
		openai_score: providerScore(statement, "openai"),
		claude_score: providerScore(statement, "claude"),
		gemini_score: providerScore(statement, "gemini"),
		score_low: interval?.low ?? null,
		score_high: interval?.high ?? null,
		upvotes: 0,
		downvotes: 0,
		created_at: publication.ended_at,
		claim_key: claimKey(fields.content, languageOf(publication)),
		votes_set_aside: null,
		retired_at: null,
	};
}

function languageOf(publication: EndedStatements): string | null {
	return publication.outcome === "completed" ? publication.transcript.language : null;
}

function providerScore(statement: PublishedStatement, provider: Provider): number | null {
	return statement.ratings.find((rating) => rating.provider === provider)?.score ?? null;
}

/** Reads a range that is stored in two columns. */
export function readInterval(row: {
	score_low: number | null;
	score_high: number | null;
}): Interval | null {
	const { score_low: low, score_high: high } = row;
	return low === null || high === null ? null : { low, high };
}

/** The fields that decide whether a new statement matches an earlier one. */
type EarlierStatement = {
	id: StatementId;
	quote_key: string;
	/** Seconds into the video. */
	timestamp: number;
	ai_score: number | null;
	verdict: string | null;
	/** Included so that a running analysis can show the kept statement's votes. */
	upvotes: number;
	downvotes: number;
	created_at: string;
};

/** The live statements of the result that the view shows, by timestamp. */
export async function statementsForMatching(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<EarlierStatement[]> {
	const { id, quote_key, timestamp, ai_score, verdict } = statements;
	const { upvotes, downvotes, created_at } = statements;
	const rows = await db
		.select({ id, quote_key, timestamp, ai_score, verdict, upvotes, downvotes, created_at })
		.from(statements)
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at), shownIn(view)))
		.orderBy(asc(timestamp), asc(id));
	return rows.map((row) => ({ ...row, id: StatementId.parse(row.id) }));
}

/** The columns of a statement in a report. */
export const STATEMENT_COLUMNS = {
	...getTableColumns(statements),
	ratings: statementDetails.ratings,
	context: statementDetails.context,
	support: statementDetails.support,
	fact_checks: statementDetails.fact_checks,
	passages: statementDetails.passages,
	...CHECK_COLUMNS,
	...DISPUTES_COLUMN,
};

/** The row in its JSON form. Throws if the row violates the contract. */
export function toStatement(
	row: typeof statements.$inferSelect &
		Omit<typeof statementDetails.$inferSelect, "statement_id"> &
		Parameters<typeof readCountedVotes>[0] & { disputes: string },
	evidence: Evidence[],
	also_said?: Statement["also_said"],
): Statement {
	const interval = readInterval(row);
	const votes_held = readCountedVotes(row);
	const disputes = readDisputesColumn(row.disputes);
	const on_request = row.on_request || undefined;
	return Statement.parse({
		...row,
		key: row.claim_key,
		on_request,
		interval,
		evidence,
		votes_held,
		also_said,
		disputes,
	});
}

const StoredLeftOut = z.array(LeftOut.extend({ quote_key: z.string() }));

/** The statements of a video's result that were found but not rated; no row without a result. */
export const readLeftOutRows = queryTemplate(["video_id"], (db, { video_id }) =>
	db.select().from(leftOutStatements).where(eq(leftOutStatements.video_id, video_id)),
);

/** Throws if the row violates the contract. */
export function toLeftOut(row: { statements: unknown } | undefined): LeftOutStatement[] {
	return row ? StoredLeftOut.parse(row.statements) : [];
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
	).onConflictDoUpdate({ target: leftOutStatements.video_id, set: excluded("statements") });
}
