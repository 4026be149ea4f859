import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type StatementId, VideoId } from "#contract/ids.ts";
import { isCounted } from "#contract/score-standing.ts";
import { Statement } from "#contract/statement.ts";
import { VideoSummary } from "#contract/video.ts";
import { runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { takedowns } from "#db/tables/takedowns.ts";
import { videos } from "#db/tables/videos.ts";
import { moveCounters } from "#features/analysis/publication-queries.ts";
import { scoreVideo } from "#features/analysis/score-video.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { keepVersion } from "#features/history/queries.ts";
import { forgetNotifications } from "#features/notifications/forget-queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import { rescoreVideo } from "#features/reports/write-video.ts";
import { writeStatementSearch } from "#features/search/statement-queries.ts";
import {
	readInterval,
	readLeftOutRows,
	toLeftOut,
	writeLeftOut,
} from "#features/statements/queries.ts";
import { repeatsHidden } from "#features/takedowns/hidden-words.ts";
import { deleteTakedown, findTakedown, insertTakedown } from "#features/takedowns/queries.ts";
import { newId } from "#identity/tokens.ts";
import type { Changed, Decision } from "./decision.ts";

/** A publication may come between reading the result and changing it. */
const MAX_ATTEMPTS = 5;

type Row = typeof statements.$inferSelect;

/**
 * Takes a statement out of its result, as if it had not been chosen, or puts it back; null if there
 * is none with this id.
 */
export async function changeStatement(
	db: Db,
	id: StatementId,
	decision: Decision,
): Promise<Changed | null> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
		const [statement] = await db.select().from(statements).where(eq(statements.id, id));
		if (!statement) return null;
		const video_id = VideoId.parse(statement.video_id);
		const taken = await findTakedown(db, "statement", id);
		if ((taken !== null) === (decision.hide !== null)) return { video_id, changed: false };
		if (await tryChange(db, statement, decision, taken?.hidden_at ?? decision.now))
			return { video_id, changed: true };
	}
	throw new Error("The result changes too often");
}

const Scored = Statement.pick({
	unverified_reason: true,
	ai_score: true,
	confidence_level: true,
	lean: true,
});
const Basis = VideoSummary.pick({ evidence_sources: true, panel: true, scope: true });

/** false if the result has changed since it was read. */
async function tryChange(
	db: Db,
	statement: Row,
	decision: Decision,
	hidden_at: string,
): Promise<boolean> {
	const { hide, now } = decision;
	const video_id = VideoId.parse(statement.video_id);
	const [video] = await db.select().from(videos).where(eq(videos.id, video_id));
	if (!video) throw new Error("The statement has no video");
	const own = eq(statements.video_id, video_id);
	const live = await db
		.select()
		.from(statements)
		.where(and(own, isNull(statements.retired_at)));
	const returning = hide
		? []
		: await db
				.select()
				.from(statements)
				.where(and(own, eq(statements.retired_at, hidden_at)));
	const left = hide ? live.filter((it) => !isSame(it, statement)) : [...live, ...returning];
	const score = scoreVideo(
		Basis.parse(video),
		left.filter(isCounted).map((row) => ({ ...Scored.parse(row), interval: readInterval(row) })),
	);
	const left_out = hide ? await leftOutWithout(db, video_id, statement) : null;
	// Only this call's own change goes on, and only if the result is the one that was read.
	const token = newId();
	const mine = sql`exists (select 1 from ${takedowns} where ${takedowns.kind} = 'statement' and ${takedowns.subject_id} = ${statement.id} and ${takedowns.hidden_by} = ${token})`;
	const as_read = sql`exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${videos.version} = ${video.version})`;
	await db.batch([
		hide
			? begin(db, statement, decision, { ...hide, token }, as_read)
			: end(db, statement, token, as_read),
		moveCounters(db, video_id, -1, mine),
		hide
			? db
					.update(statements)
					.set({ retired_at: now })
					.where(and(own, isNull(statements.retired_at), sameAs(statement), mine))
			: db
					.update(statements)
					.set({ retired_at: null })
					.where(and(own, eq(statements.retired_at, hidden_at), mine)),
		...writeStatementSearch(
			db,
			{
				video_id,
				outcome: "completed",
				statements: returning.map((it) => ({ id: it.id as StatementId, content: it.content })),
			},
			mine,
		),
		...(left_out ? [writeLeftOut(db, { video_id, outcome: "completed", left_out }, mine)] : []),
		rescoreVideo(db, video_id, score, mine),
		moveCounters(db, video_id, 1, mine),
		keepVersion(db, video_id, mine),
		...(hide ? forgetNotifications(db, { video_id, of: "statements" }, mine) : []),
		...tell(db, statement, video.started_by, decision, mine),
		insertAdminDecision(
			db,
			{
				admin_id: decision.admin_id,
				action: hide ? "statement_hidden" : "statement_shown",
				subject_id: statement.id,
				subject_label: statement.content,
				reason: decision.audit_reason,
				decided_at: now,
			},
			mine,
		),
		hide
			? db
					.update(takedowns)
					.set({ hidden_by: decision.admin_id })
					.where(eq(takedowns.hidden_by, token))
			: deleteTakedown(db, { kind: "statement", subject_id: statement.id }, mine),
	]);
	const taken = await findTakedown(db, "statement", statement.id);
	return (taken !== null) === (hide !== null);
}

/** The earlier forms of a statement and its repetitions have the same words. */
function isSame(a: Row, b: Row): boolean {
	return a.id === b.id || a.quote_key === b.quote_key || a.claim_key === b.claim_key;
}

function sameAs({ id, quote_key, claim_key }: Row): SQL {
	return sql`(${statements.id} = ${id} or ${statements.quote_key} = ${quote_key} or ${statements.claim_key} = ${claim_key})`;
}

function begin(
	db: Db,
	statement: Row,
	{ now }: Decision,
	{ token, reason, sentence }: NonNullable<Decision["hide"]> & { token: string },
	condition: SQL,
): DbStatement {
	const { id, video_id, content, quote, quote_key, claim_key } = statement;
	return insertTakedown(
		db,
		{
			kind: "statement",
			subject_id: id,
			video_id,
			label: content,
			reason,
			sentence,
			hidden_at: now,
			hidden_by: token,
			words: { claim_key, quote, quote_key, content },
		},
		condition,
	);
}

function end(db: Db, { id }: Row, token: string, condition: SQL): DbStatement {
	return db
		.update(takedowns)
		.set({ hidden_by: token })
		.where(and(eq(takedowns.kind, "statement"), eq(takedowns.subject_id, id), condition));
}

/** What else was found in the video, without what repeats the statement. */
async function leftOutWithout(db: Db, video_id: VideoId, { id, quote, quote_key, content }: Row) {
	const { rows } = await runBatch(db, { rows: readLeftOutRows(db, { video_id }) });
	const [row] = rows;
	const hidden = [{ id, quote, quote_key, content }];
	return row ? toLeftOut(row).filter((it) => !repeatsHidden(it, hidden)) : null;
}

/** Notifies the member who started the latest analysis. */
function tell(
	db: Db,
	{ content, video_id }: Row,
	started_by: string | null,
	{ hide, cause, now }: Decision,
	condition: SQL,
): DbStatement[] {
	if (started_by === null) return [];
	const payload = {
		subject: "statement",
		video_id,
		label: content,
		reason: hide?.reason ?? null,
		sentence: hide?.sentence ?? "",
	};
	const message = { cause, kind: "taken_down", member_id: started_by, payload, now };
	return [insertOutboxMessage(db, message, condition)];
}
