import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { Dispute, type DisputeRequest } from "#contract/disputes.ts";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { MAX_ADDED_PAGES } from "#contract/limits.ts";
import { insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { accountAge, disputeSalts, disputes, hadTurn } from "#db/tables/disputes.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { networkHash } from "#identity/network.ts";
import { newToken } from "#identity/tokens.ts";

/** Of one statement or version; the video's list has all. */
const MOST_SHOWN = 5;

/** Written out, because drizzle drops table names in some statements. */
const OWN_STATEMENT = sql.raw('"disputes"."statement_id"');
const OWN_RUN = sql.raw('"disputes"."run_id"');

/** What the statement is rated at this point of a batch, as JSON; null if it is gone. */
const RATED_AS = sql`(select json_object('verdict', s.verdict, 'ai_score', s.ai_score) from statements s where s.id = ${OWN_STATEMENT})`;

const SHOWN = `json_object(
	'id', d.id, 'statement_id', d.statement_id, 'reason', d.reason,
	'url', case when d.hidden_at is null then d.url end,
	'comment', case when d.hidden_at is null then d.comment end,
	'can_move', json(case when d.can_move = 1 then 'true' else 'false' end),
	'created_at', d.created_at, 'settled_at', d.settled_at,
	'outcome', case when d.hidden_at is null then d.outcome else 'hidden' end,
	'before', json(d.before), 'after', json(d.after)
)`;

/**
 * The column with a statement's disputes for reports and claims. Names are written out, because
 * drizzle drops table names in a select from one table.
 */
export const DISPUTES_COLUMN = listed('d.statement_id = "statements"."id"');

/** The column with the disputes that a version settled. */
export const VERSION_DISPUTES_COLUMN = listed(
	'd.video_id = "result_versions"."video_id" and d.version = "result_versions"."version"',
);

function listed(where: string) {
	const newest = `select ${SHOWN} as one from disputes d where ${where} order by d.created_at desc, d.id desc limit ${MOST_SHOWN}`;
	const list = `(select json_group_array(json(one)) from (${newest}))`;
	return { disputes: sql<string>`${sql.raw(list)}`.as("disputes") };
}

/** undefined without disputes. Throws if a row violates the contract. */
export function readDisputesColumn(json: string): Dispute[] | undefined {
	return json === "[]" ? undefined : z.array(Dispute).parse(JSON.parse(json));
}

/** The column with a dispute, whose table is called `d`, as readers see it. */
export const DISPUTE_JSON = { one: sql<string>`${sql.raw(SHOWN)}`.as("one") };

export function toDispute({ one }: { one: string }): Dispute {
	return Dispute.parse(JSON.parse(one));
}

/** The disputes that match, newest first. `condition` calls the table `d`. */
export async function readDisputes(db: Db, condition: SQL, limit: number): Promise<Dispute[]> {
	const rows = await db
		.select(DISPUTE_JSON)
		.from(sql`disputes d`)
		.where(condition)
		.orderBy(sql`d.created_at desc, d.id desc`)
		.limit(limit);
	return rows.map(toDispute);
}

export type NewDispute = Required<Pick<DisputeRequest, "reason" | "url">> & {
	id: string;
	statement_id: StatementId;
	video_id: VideoId;
	member_id: MemberId;
	comment: string | null;
	can_move: boolean;
	created_at: string;
	/** From `hashDisputeNetwork`; null if the network tells nobody apart. */
	network: string | null;
};

/**
 * Stores a dispute of a live statement, and in the same batch `along`, which takes effect only if
 * it is stored. "standing": the member has an open dispute of the statement; "network": somebody in
 * the network has. "retired": a newer
 * result no longer has the statement.
 */
export async function createDispute(
	db: Db,
	dispute: NewDispute,
	along: (stored: SQL) => Record<string, DbStatement>,
): Promise<Dispute | "standing" | "network" | "retired"> {
	const { id, statement_id } = dispute;
	const row = {
		...dispute,
		outcome: "open" as const,
		settled_at: null,
		before: {},
		after: null,
		version: null,
		run_id: null,
		rechecked_at: null,
		hidden_at: null,
	};
	const live = sql`exists (select 1 from ${statements} where ${statements.id} = ${statement_id} and ${statements.retired_at} is null)`;
	try {
		const stored = sql`exists (select 1 from ${disputes} where ${disputes.id} = ${id})`;
		await runBatch(db, {
			created: insertRows(db, disputes, [row], live),
			rated: db.update(disputes).set({ before: RATED_AS }).where(eq(disputes.id, id)),
			...along(stored),
		});
	} catch (error) {
		const violated = uniqueViolation(error);
		if (violated?.includes("disputes.network")) return "network";
		if (violated?.startsWith("disputes.")) return "standing";
		throw error;
	}
	const [created] = await readDisputes(db, sql`d.id = ${id}`, 1);
	return created ?? "retired";
}

/** A publication, as far as it settles disputes. */
type Settling = {
	run_id: string;
	video_id: VideoId;
	started_at: string;
	ended_at: string;
	/** Statements with a new id. */
	moves: readonly { from: StatementId; to: StatementId }[];
	/** Those whose pages the run read, by their new ids. */
	checked: readonly StatementId[];
};

/**
 * For a publication's batch, before statements are written: what open disputes object to is what is
 * shown now, which an analysis that read none of their pages may have changed.
 */
export function noteDisputedRatings(db: Db, video_id: VideoId, condition: SQL): DbStatement {
	return db
		.update(disputes)
		.set({ before: sql`coalesce(${RATED_AS}, ${disputes.before})` })
		.where(and(eq(disputes.video_id, video_id), eq(disputes.outcome, "open"), condition));
}

/**
 * For a publication's batch, after statements are written: disputes follow their statements to
 * their new ids. Those whose page the run read are settled, and their members are notified.
 */
export function settleDisputes(db: Db, settling: Settling, condition: SQL): DbStatement[] {
	const { run_id, video_id, started_at, ended_at, moves } = settling;
	const encoded = JSON.stringify(Object.fromEntries(moves.map(({ from, to }) => [from, to])));
	const successor = sql`(select value from json_each(${encoded}) where key = ${OWN_STATEMENT})`;
	const checked = JSON.stringify(settling.checked);
	// The run that was started for a dispute read its page, whatever the clocks say.
	const known = (table: string) =>
		sql`(${sql.raw(table)}.created_at <= ${started_at} or ${sql.raw(table)}.run_id = ${run_id})`;
	// The order in which `addedPagesOf` reads the pages of a statement's open disputes.
	const read_before = sql`select count(distinct o.url) from disputes o where o.statement_id = ${OWN_STATEMENT} and o.outcome = 'open' and o.hidden_at is null and ${known("o")} and o.url is not disputes.url and (o.can_move, ${hadTurn("disputes")}, ${accountAge("disputes")}, disputes.created_at, disputes.url) > (disputes.can_move, ${hadTurn("o")}, ${accountAge("o")}, o.created_at, o.url)`;
	return [
		db
			.update(disputes)
			.set({ statement_id: successor })
			.where(and(sql`${successor} is not null`, condition)),
		db
			.update(disputes)
			.set({
				outcome: sql`case when json_extract(${disputes.before}, '$.verdict') is json_extract(${RATED_AS}, '$.verdict') then 'stays' else 'moved' end`,
				after: RATED_AS,
				settled_at: ended_at,
				network: null,
				version: sql`(select ${videos.version} from ${videos} where ${videos.id} = ${video_id})`,
			})
			.where(
				and(
					eq(disputes.outcome, "open"),
					sql`${disputes.statement_id} in (select value from json_each(${checked}))`,
					known("disputes"),
					// Found before the first row changes, because a settled one no longer counts as before others.
					sql`${disputes.id} in (select disputes.id from disputes where disputes.video_id = ${video_id} and (${read_before}) < ${MAX_ADDED_PAGES})`,
					condition,
				),
			),
		...notifyOfDisputes(
			db,
			settledBy(video_id, ended_at),
			{ cause: run_id, now: ended_at },
			condition,
		),
	];
}

/** SQL condition on `disputes`: settled in the publication that ended then. */
export function settledBy(video_id: VideoId, ended_at: string): SQL {
	return sql`${disputes.video_id} = ${video_id} and ${disputes.settled_at} = ${ended_at}`;
}

/**
 * For a batch: a message to the member of each settled dispute, and one to the followers of its
 * claim if the verdict stays; if it moved, they are notified of that. `cause` is the run.
 */
function notifyOfDisputes(
	db: Db,
	which: SQL,
	{ cause, now }: { cause: string; now: string },
	condition: SQL,
): DbStatement[] {
	const { outcome, member_id } = disputes;
	const payload = sql`json_object('video_id', ${disputes.video_id}, 'title', ${videos.title}, 'dispute_id', ${disputes.id}, 'statement_id', ${disputes.statement_id}, 'claim_key', ${statements.claim_key}, 'disputed_by', ${member_id}, 'outcome', ${outcome}, 'before', json(${disputes.before}), 'after', json(${disputes.after}))`;
	const settled = sql`${disputes} inner join ${videos} on ${videos.id} = ${disputes.video_id} inner join ${statements} on ${statements.id} = ${disputes.statement_id} where ${which} and ${condition}`;
	const insert = (to: SQL, among: SQL) =>
		db
			.insert(notificationOutbox)
			.select(
				sql`select null, ${cause}, 'dispute_settled', ${to}, ${payload}, ${now}, null, null from ${settled} and ${among}`,
			);
	return [
		insert(sql`${member_id}`, sql`${member_id} is not null`),
		insert(sql`null`, sql`${outcome} = 'stays'`),
	];
}

/** A dispute whose statement is to be checked again. */
export type DueDispute = { id: string; video_id: VideoId; statement_id: StatementId };

/** The hash by which a network's open disputes of a video are recognised. */
export async function hashDisputeNetwork(
	db: Db,
	video_id: VideoId,
	network: string,
): Promise<string> {
	const { found } = await runBatch(db, {
		stored: db.insert(disputeSalts).values({ video_id, salt: newToken() }).onConflictDoNothing(),
		found: db.select().from(disputeSalts).where(eq(disputeSalts.video_id, video_id)),
	});
	const [row] = found;
	if (!row) throw new Error("The salt of this video is missing");
	return networkHash(row.salt, network);
}

/**
 * Takes the dispute for this run; false if it has a run, or its statement was checked again since
 * `since`. Two callers never take one statement.
 */
export async function claimRecheck(
	db: Db,
	{ id, run_id, now, since }: { id: string; run_id: string; now: string; since: string },
): Promise<boolean> {
	const taken = await db
		.update(disputes)
		.set({ run_id, rechecked_at: now })
		.where(and(eq(disputes.id, id), eq(disputes.outcome, "open"), mayRecheck(since)))
		.returning({ id: disputes.id });
	return taken.length > 0;
}

/** Enough for twelve disputes of a statement; more would spend the site's day on it. */
const MOST_CHECKS = 4;

/**
 * SQL condition on `disputes`: no run was started for one of the statement since then. If more wait
 * than one run reads, only a run that goes on or has settled nothing counts, up to `MOST_CHECKS`.
 */
function mayRecheck(since: string): SQL | undefined {
	const others = sql`from disputes o where o.statement_id = ${OWN_STATEMENT}`;
	const open = sql`o.outcome = 'open'`;
	return and(
		isNull(disputes.run_id),
		sql`not exists (select 1 ${others} and o.rechecked_at > ${since} and ${open})`,
		sql`(select count(distinct o.run_id) ${others} and o.rechecked_at > ${since}) < ${MOST_CHECKS}`,
		sql`(not exists (select 1 ${others} and o.rechecked_at > ${since})
			or (select count(*) ${others} and ${open} and o.url is not null and o.hidden_at is null) > ${MAX_ADDED_PAGES})`,
	);
}

/** Gives a dispute back that no run was started for. */
export async function releaseRecheck(db: Db, run_id: string): Promise<void> {
	await db
		.update(disputes)
		.set({ run_id: null, rechecked_at: null })
		.where(and(eq(disputes.run_id, run_id), eq(disputes.outcome, "open")));
}

/**
 * Gives back disputes whose run has ended without reading their page, because others come first: they
 * wait for the next one.
 */
export async function releaseUnread(db: Db): Promise<void> {
	await db
		.update(disputes)
		.set({ run_id: null })
		.where(
			and(
				eq(disputes.outcome, "open"),
				sql`exists (select 1 from publications p where p.run_id = ${OWN_RUN})`,
				waitsBehind(sql`${disputes.rechecked_at}`),
			),
		);
}

/** SQL condition on `disputes`: others of the statement were settled after this time. */
function waitsBehind(since: SQL): SQL {
	return sql`exists (select 1 from disputes o where o.statement_id = ${OWN_STATEMENT} and o.outcome in ('moved', 'stays') and o.settled_at > ${since})`;
}

/**
 * The disputes whose statements may be checked again now, one of each video, those whose page is
 * read first.
 */
export async function dueDisputes(
	db: Db,
	{ since, limit }: { since: string; limit: number },
): Promise<DueDispute[]> {
	const { id, video_id, statement_id, created_at, can_move } = disputes;
	const place = sql<number>`row_number() over (partition by ${video_id} order by ${can_move} desc, ${hadTurn("disputes")}, ${accountAge("disputes")}, ${created_at}, ${disputes.url})`;
	const due = db
		.select({ id, video_id, statement_id, created_at, place: place.as("place") })
		.from(disputes)
		.innerJoin(statements, eq(statements.id, statement_id))
		.where(
			and(
				sql`${disputes.outcome} = 'open'`,
				isNull(disputes.hidden_at),
				isNotNull(disputes.url),
				isNull(statements.retired_at),
				mayRecheck(since),
			),
		)
		.as("due");
	const rows = await db
		.select({ id: due.id, video_id: due.video_id, statement_id: due.statement_id })
		.from(due)
		.where(eq(due.place, 1))
		.orderBy(due.created_at)
		.limit(limit);
	return rows as unknown as DueDispute[];
}

/** Runs that were started before `before` for disputes that are still open, and are not published. */
export async function unfinishedRechecks(
	db: Db,
	{ before, limit }: { before: string; limit: number },
): Promise<{ run_id: string; video_id: VideoId }[]> {
	const { run_id, video_id, rechecked_at } = disputes;
	const rows = await db
		.select({ run_id, video_id })
		.from(disputes)
		.where(
			and(
				sql`${disputes.outcome} = 'open'`,
				sql`${rechecked_at} < ${before}`,
				sql`not exists (select 1 from publications p where p.run_id = ${OWN_RUN})`,
			),
		)
		.limit(limit);
	return rows as unknown as { run_id: string; video_id: VideoId }[];
}

/**
 * Ends the disputes from before `before` that no run has read or will read. One that waits behind
 * others, of which some were settled since then, does not age.
 */
export async function expireDisputes(
	db: Db,
	{ before, now }: { before: string; now: string },
): Promise<void> {
	const over = sql`${disputes.outcome} = 'open' and ${disputes.created_at} < ${before} and (${disputes.run_id} is null or exists (select 1 from publications p where p.run_id = ${OWN_RUN})) and not ${waitsBehind(sql`${before}`)}`;
	await db.batch([
		db.update(disputes).set({ outcome: "not_checked", settled_at: now, network: null }).where(over),
		db
			.delete(disputeSalts)
			.where(
				sql`not exists (select 1 from disputes o where o.video_id = ${disputeSalts.video_id} and o.outcome = 'open')`,
			),
		...notifyOfDisputes(
			db,
			sql`${disputes.outcome} = 'not_checked' and ${disputes.settled_at} = ${now}`,
			{ cause: "", now },
			sql`true`,
		),
	]);
}

/**
 * For the batch that deletes the member's account: what became of their disputes stays, and the
 * address of a hidden page, by which it is recognised.
 */
export function forgetDisputer(db: Db, member_id: MemberId): DbStatement {
	return db
		.update(disputes)
		.set({
			member_id: null,
			url: sql`iif(${disputes.hidden_at} is null, null, ${disputes.url})`,
			comment: null,
			network: null,
		})
		.where(eq(disputes.member_id, member_id));
}
