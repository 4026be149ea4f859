import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { HIGH_FROM } from "#contract/bands.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { members } from "#db/tables/members.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import {
	activeRuns,
	providerCalls,
	publications,
	siteCounters,
	spendingDays,
} from "#db/tables/runs.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED } from "#db/view.ts";
import { writeTranscript } from "#features/captions/queries.ts";
import { moveResponses } from "#features/channels/response-queries.ts";
import { writeFingerprint } from "#features/edits/queries.ts";
import { moveAddedPages } from "#features/evidence/added-page-queries.ts";
import { keepVersion } from "#features/history/queries.ts";
import { addToVideo, isAddition, writeTotals, writeVideo } from "#features/reports/write-video.ts";
import { clearSearch, writeSearch } from "#features/search/queries.ts";
import { type ProviderCallRecord, sumCalls, sumCallsByStep } from "#features/spending/sum-calls.ts";
import { writeEvidenceRecord } from "#features/statements/evidence-queries.ts";
import { writeLeftOut, writeStatements } from "#features/statements/queries.ts";
import { queueWebhooks } from "#features/webhooks/queries.ts";
import type { Publication } from "./publication.ts";

/**
 * Writes the end of a run in one transaction. Idempotent: publishing the same run id again
 * changes nothing. If an earlier result outranks the outcome, that result stays and only the run
 * is recorded. Throws on database errors; a retry may help.
 */
export async function publish(db: Db, publication: Publication): Promise<"published" | "already"> {
	try {
		await db.batch(publicationBatch(db, publication));
		return "published";
	} catch (error) {
		if (uniqueViolation(error) === null) throw error;
		const earlier = await readPublication(db, publication.run_id);
		if (earlier?.video_id !== publication.video_id) throw error;
		return "already";
	}
}

/** How a run ended; null while it is running. */
export async function readPublication(
	db: Db,
	run_id: RunId,
): Promise<Pick<
	typeof publications.$inferSelect,
	"video_id" | "outcome" | "applied" | "ended_at" | "last_seq"
> | null> {
	const { video_id, outcome, applied, ended_at, last_seq } = publications;
	const [row] = await db
		.select({ video_id, outcome, applied, ended_at, last_seq })
		.from(publications)
		.where(eq(publications.run_id, run_id));
	return row ?? null;
}

/**
 * The order matters: the old result's contribution to the totals is subtracted before the result
 * is replaced.
 */
function publicationBatch(db: Db, publication: Publication): [DbStatement, ...DbStatement[]] {
	const { video_id } = publication;
	const condition = applied(publication.run_id);
	return [
		recordPublication(db, publication),
		yieldToEarlier(db, publication),
		moveCounters(db, video_id, -1, condition),
		...(isAddition(publication)
			? [addToVideo(db, publication, condition)]
			: writeReading(db, publication, condition)),
		...writeStatements(db, publication, condition),
		moveAddedPages(db, successors(publication), condition),
		moveResponses(db, successors(publication), condition),
		writeLeftOut(db, publication, condition),
		writeEvidenceRecord(db, publication, condition),
		writeTotals(db, publication, condition),
		moveCounters(db, video_id, 1, condition),
		keepVersion(db, video_id, condition),
		...recordRun(db, publication),
		...settleRequests(db, publication),
	];
}

/** Statements with a new id that replace an earlier statement of the same words at the same cue. */
function successors(publication: Publication) {
	const published = publication.outcome === "completed" ? publication.statements : [];
	return published.flatMap(({ id, replaces }) =>
		replaces === null ? [] : [{ from: replaces, to: id }],
	);
}

/** The rows of a run that read the video itself. */
function writeReading(db: Db, publication: Publication, condition: SQL): DbStatement[] {
	return [
		...clearSearch(db, publication, condition),
		writeVideo(db, publication, condition),
		...writeTranscript(db, publication, condition),
		...writeFingerprint(db, publication, condition),
		...writeSearch(db, publication, condition),
	];
}

/** SQL condition: this run replaces the video's result. */
function applied(run_id: string): SQL {
	return sql`exists (select 1 from ${publications} where ${publications.run_id} = ${run_id} and ${publications.applied} = 1)`;
}

/**
 * Marks the run as not applied if an earlier result outranks it. Any result outranks a failure,
 * and a real result outranks a simulated one.
 */
function yieldToEarlier(db: Db, publication: Publication): DbStatement {
	return db
		.update(publications)
		.set({ applied: false })
		.where(
			and(
				eq(publications.run_id, publication.run_id),
				sql`exists (select 1 from ${videos} where ${videos.id} = ${publication.video_id} and ${videos.analysis_status} = 'completed' and ${outranks(publication)})`,
			),
		);
}

function outranks(publication: Publication): SQL {
	// An addition applies only if the result that it extends is still shown.
	if (isAddition(publication)) return sql`${videos.run_id} <> ${publication.adds_to}`;
	const real = sql`${videos.simulated} = 0`;
	if (publication.outcome === "completed") return publication.simulated ? real : sql`false`;
	return publication.simulated ? sql`true` : real;
}

/**
 * Subtracts (`by` -1) or adds (`by` 1) the video's contribution to the site's totals, computed
 * from the tables at this point of the batch. An unlisted video contributes nothing.
 */
function moveCounters(db: Db, video_id: VideoId, by: 1 | -1, condition: SQL): DbStatement {
	const kind = sql`(select ${videos.simulated} from ${videos} where ${videos.id} = ${video_id} and ${LISTED})`;
	const live = sql`(select count(*) from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null)`;
	const high = sql`(select count(*) from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null and ${statements.ai_score} >= ${HIGH_FROM})`;
	return db
		.update(siteCounters)
		.set({
			total_videos: sql`${siteCounters.total_videos} + ${by}`,
			total_claims: sql`${siteCounters.total_claims} + ${by} * ${live}`,
			bs_claims: sql`${siteCounters.bs_claims} + ${by} * ${high}`,
		})
		.where(and(sql`${siteCounters.simulated} = ${kind}`, condition));
}

/**
 * The first statement of the batch. It fails if the run was already published, which rolls back
 * the batch.
 */
function recordPublication(db: Db, publication: Publication): DbStatement {
	const { run_id, video_id, outcome, simulated } = publication;
	const { started_by, started_at, ended_at, last_seq } = publication;
	const { failed_calls: _, ...spent } = sumCalls(billedOnce(publication.calls));
	return db.insert(publications).values({
		run_id,
		video_id,
		outcome,
		simulated,
		applied: true,
		// null if the member has deleted the account in the meantime.
		started_by: sql`(select ${members.id} from ${members} where ${members.id} = ${started_by})`,
		started_at,
		ended_at,
		last_seq,
		...spent,
	});
}

/** Rows that are stored for every run, whether or not it replaced a result. */
function recordRun(db: Db, publication: Publication): DbStatement[] {
	const { run_id, video_id, ended_at } = publication;
	const calls = publication.calls.map(({ usage, ...call }) => ({ ...call, ...usage, run_id }));
	const outbox = publication.outbox.map((message) => ({
		...message,
		id: undefined,
		run_id,
		created_at: ended_at,
		delivered_at: null,
		reached: null,
	}));
	return [
		// A duplicate task must not make the publication fail.
		insertRows(db, providerCalls, calls, sql`true`).onConflictDoNothing(),
		addToDay(db, publication),
		insertRows(db, notificationOutbox, outbox, sql`true`),
		db
			.update(activeRuns)
			.set({ ended_at })
			.where(and(eq(activeRuns.video_id, video_id), eq(activeRuns.run_id, run_id))),
	];
}

/**
 * Adds the run's usage to the day. It is part of the batch, so a repeated publication does not
 * add it again.
 */
function addToDay(db: Db, { calls, ended_at }: Publication): DbStatement {
	const day = ended_at.slice(0, "2026-01-31".length);
	const rows = sumCallsByStep(billedOnce(calls)).map((sum) => ({ ...sum, day }));
	const plus = (column: SQLiteColumn) => sql`${column} + excluded.${sql.identifier(column.name)}`;
	return insertRows(db, spendingDays, rows, sql`true`).onConflictDoUpdate({
		target: [spendingDays.day, spendingDays.provider, spendingDays.model, spendingDays.step],
		set: {
			calls: plus(spendingDays.calls),
			failed_calls: plus(spendingDays.failed_calls),
			requests: plus(spendingDays.requests),
			input_tokens: plus(spendingDays.input_tokens),
			output_tokens: plus(spendingDays.output_tokens),
			cost_usd: plus(spendingDays.cost_usd),
			unpriced_calls: plus(spendingDays.unpriced_calls),
		},
	});
}

/** The first call of each task, which is the one that is stored. */
function billedOnce(calls: ProviderCallRecord[]): ProviderCallRecord[] {
	const tasks = new Map<string, ProviderCallRecord>();
	for (const call of calls) if (!tasks.has(call.task)) tasks.set(call.task, call);
	return [...tasks.values()];
}

/** Ends the requests that wait for this run, in the batch that stores the result. */
function settleRequests(db: Db, publication: Publication): DbStatement[] {
	const { run_id, outcome, ended_at } = publication;
	const waiting = eq(requestedAnalyses.run_id, run_id);
	return [
		db
			.update(requestedAnalyses)
			.set({
				status: outcome,
				error: publication.outcome === "failed" ? publication.error : null,
				settled_at: ended_at,
			})
			.where(and(waiting, isNull(requestedAnalyses.settled_at))),
		queueWebhooks(db, waiting),
	];
}
