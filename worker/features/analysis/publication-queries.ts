import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { HIGH_FROM } from "#contract/bands.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { members } from "#db/tables/members.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import { activeRuns, providerCalls, publications, siteCounters } from "#db/tables/runs.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED_FULL } from "#db/view.ts";
import { writeTranscript } from "#features/captions/queries.ts";
import { moveResponses } from "#features/channels/response-queries.ts";
import { moveAddedPages } from "#features/evidence/added-page-queries.ts";
import { writeResultEvents, writeStatementEvents } from "#features/follows/event-queries.ts";
import { keepVersion } from "#features/history/queries.ts";
import { writeMoments } from "#features/reports/moment-queries.ts";
import {
	addToVideo,
	isAddition,
	keepTakenDown,
	writeTotals,
	writeVideo,
} from "#features/reports/write-video.ts";
import { clearSearch, writeSearch } from "#features/search/queries.ts";
import { writeStatementSearch } from "#features/search/statement-queries.ts";
import { forgetSpeakerNames } from "#features/speaker-names/queries.ts";
import { addToDay } from "#features/spending/add-to-day.ts";
import { type ProviderCallRecord, sumCalls } from "#features/spending/sum-calls.ts";
import { writeEvidenceRecord } from "#features/statements/evidence-queries.ts";
import { COUNTED, writeLeftOut, writeStatements } from "#features/statements/queries.ts";
import { noteDisputedRatings, settleDisputes, settledBy } from "#features/votes/dispute-queries.ts";
import { queueDisputeEvents, queueWebhooks } from "#features/webhooks/queries.ts";
import { type Publication, UNANSWERED } from "./publication.ts";

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
 * The order matters: the old result's contribution to the totals is subtracted, and its verdicts are
 * compared with the new ones, before the result is replaced.
 */
function publicationBatch(db: Db, publication: Publication): [DbStatement, ...DbStatement[]] {
	const { video_id } = publication;
	const condition = applied(publication.run_id);
	const completed = publication.outcome === "completed" ? publication : null;
	return [
		recordPublication(db, publication),
		yieldToEarlier(db, publication),
		moveCounters(db, video_id, -1, condition),
		...(completed ? writeStatementEvents(db, completed, condition) : []),
		...(isAddition(publication)
			? [addToVideo(db, publication, condition)]
			: writeReading(db, publication, condition)),
		noteDisputedRatings(db, video_id, condition),
		...writeStatements(db, publication, condition),
		...keepTakenDown(db, publication, condition),
		...writeStatementSearch(db, publication, condition),
		moveAddedPages(db, successors(publication), condition),
		moveResponses(db, successors(publication), condition),
		...writeMoments(db, publication, momentsOf(publication), condition),
		writeLeftOut(db, publication, condition),
		writeEvidenceRecord(db, publication, condition),
		writeTotals(db, publication, condition),
		moveCounters(db, video_id, 1, condition),
		...settleDisputes(db, settling(publication), condition),
		queueDisputeEvents(
			db,
			settledBy(video_id, publication.ended_at),
			publication.ended_at,
			condition,
		),
		...(isMoment(publication) ? [] : [keepVersion(db, video_id, condition)]),
		...(completed ? writeResultEvents(db, completed, condition) : []),
		...recordRun(db, publication),
		...settleRequests(db, publication),
	];
}

/** A moment leaves the result as it is: no version of all of its statements is stored for it. */
function isMoment(publication: Publication): boolean {
	return publication.outcome === "completed" && publication.moment !== null;
}

/** Statements with a new id that replace an earlier statement of the same words at the same cue. */
function successors(publication: Publication) {
	const published = publication.outcome === "completed" ? publication.statements : [];
	return published.flatMap(({ id, replaces }) =>
		replaces === null ? [] : [{ from: replaces, to: id }],
	);
}

/** Which disputes the run settles. A failed run settles none. */
function settling(publication: Publication) {
	const { run_id, video_id, started_at, ended_at } = publication;
	const checked =
		publication.outcome === "completed" && publication.evidence_sources.length > 0
			? publication.statements
					.filter((it) => it.unverified_reason === null || !UNANSWERED.has(it.unverified_reason))
					.map(({ id }) => id)
			: [];
	return { run_id, video_id, started_at, ended_at, moves: successors(publication), checked };
}

/** The checked moment, and where the statements of the earlier ones went. */
function momentsOf(publication: Publication) {
	const moves = successors(publication);
	return { moment: publication.outcome === "failed" ? null : publication.moment, moves };
}

/** The rows of a run that read the video itself. */
function writeReading(db: Db, publication: Publication, condition: SQL): DbStatement[] {
	const { video_id } = publication;
	const is_read = publication.outcome === "failed" || !publication.keeps_transcript;
	return [
		...clearSearch(db, publication, condition),
		writeVideo(db, publication, condition),
		...(is_read ? writeTranscript(db, publication, condition) : []),
		...(is_read ? [forgetSpeakerNames(db, video_id, condition)] : []),
		...writeSearch(db, publication, condition),
	];
}

/** SQL condition: this run replaces the video's result. */
function applied(run_id: string): SQL {
	return sql`exists (select 1 from ${publications} where ${publications.run_id} = ${run_id} and ${publications.applied} = 1)`;
}

/**
 * Marks the run as not applied if an earlier outcome outranks it. Any result outranks a failure,
 * and a real result outranks a simulated one.
 */
function yieldToEarlier(db: Db, publication: Publication): DbStatement {
	return db
		.update(publications)
		.set({ applied: false })
		.where(
			and(
				eq(publications.run_id, publication.run_id),
				sql`exists (select 1 from ${videos} where ${videos.id} = ${publication.video_id} and ${outranks(publication)})`,
			),
		);
}

/** SQL condition: what the video's row shows stays. */
function outranks(publication: Publication): SQL {
	const is_failed = publication.outcome === "failed";
	// A failed moment leaves any outcome as it is.
	if (is_failed && publication.scope === "moments") return sql`true`;
	return sql`${videos.analysis_status} = 'completed' and ${isBetterThan(publication)}`;
}

function isBetterThan(publication: Publication): SQL {
	// An addition applies only if the result that it extends is still shown.
	if (isAddition(publication)) return sql`${videos.run_id} <> ${publication.adds_to}`;
	const real = sql`${videos.simulated} = 0`;
	const is_failed = publication.outcome === "failed";
	// A moment alone replaces no result of its kind.
	if (is_failed || publication.scope === "moments") return publication.simulated ? sql`true` : real;
	return publication.simulated ? real : sql`false`;
}

/**
 * Subtracts (`by` -1) or adds (`by` 1) the video's contribution to the site's totals, computed
 * from the tables at this point of the batch. An unlisted video contributes nothing.
 */
export function moveCounters(db: Db, video_id: VideoId, by: 1 | -1, condition: SQL): DbStatement {
	const kind = sql`(select ${videos.simulated} from ${videos} where ${videos.id} = ${video_id} and ${LISTED_FULL})`;
	const live = sql`(select count(*) from ${statements} where ${statements.video_id} = ${video_id} and ${COUNTED})`;
	const high = sql`(select count(*) from ${statements} where ${statements.video_id} = ${video_id} and ${COUNTED} and ${statements.ai_score} >= ${HIGH_FROM})`;
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
		addToDay(db, { calls: billedOnce(publication.calls), ended_at }),
		insertRows(db, notificationOutbox, outbox, sql`true`),
		db
			.update(activeRuns)
			.set({ ended_at })
			.where(and(eq(activeRuns.video_id, video_id), eq(activeRuns.run_id, run_id))),
	];
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
