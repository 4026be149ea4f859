import {
	and,
	eq,
	gt,
	isNotNull,
	isNull,
	lt,
	lte,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Databases, Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { networkKeys, voteChecks } from "#db/tables/vote-checks.ts";
import { insertReviewMessage } from "#features/notifications/messages.ts";
import { reachesMailbox } from "#identity/address-queries.ts";
import { newToken } from "#identity/tokens.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import {
	CHECK_MS,
	type CheckCause,
	type CheckScope,
	NETWORK_VOTES,
	NEWEST_VOTES,
	voteWindow,
} from "./vote-check.ts";

/** The placeholders of a vote; `to` is null if the vote is withdrawn. */
type VoteAt = Record<
	"statement_id" | "member_id" | "to" | "now" | "network" | "since" | "until" | "fresh_since",
	SQLWrapper
>;

/**
 * Records a changed vote; batched before the vote is written. A member who changes a vote
 * repeatedly has one row, with the vote from before the first change.
 */
export function recordChange(db: Db, at: VoteAt, condition: SQL) {
	const { statement_id, member_id, to, now, network, fresh_since } = at;
	const was = sql`(select ${votes.vote_type} from ${votes} where ${votes.user_id} = ${member_id} and ${votes.statement_id} = ${statement_id})`;
	return db
		.insert(voteChecks)
		.select(
			sql`select ${members.id}, ${statements.id}, ${statements.video_id}, ${was}, ${to}, ${members.created_at} > ${fresh_since}, ${network}, ${now}, null, null, null, null, null, null, null, null from ${statements} inner join ${members} on ${members.id} = ${member_id} where ${statements.id} = ${statement_id} and ${was} is not ${to} and ${condition}`,
		)
		.onConflictDoUpdate({
			target: [voteChecks.user_id, voteChecks.statement_id],
			set: {
				...excluded("vote_type", "fresh", "network", "cast_at"),
				was: sql`case when ${castWithin(at)} then ${voteChecks.was} else excluded.was end`,
			},
		});
}

/**
 * SQL for the newest votes of the same type, on the statement and on its whole video, as a JSON
 * text of RecentVotes. Read after the change was recorded.
 */
export function recentVotes({ statement_id, to, network, since, until }: VoteAt): SQL<string> {
	const video_id = sql`(select ${statements.video_id} from ${statements} where ${statements.id} = ${statement_id})`;
	const newest = sql`select user_id, fresh, statement_id = ${statement_id} as here, network = ${network} as shared from ${voteChecks} where video_id = ${video_id} and ${changedTo(to, { since, until })} order by cast_at desc limit ${sql.raw(String(NEWEST_VOTES))}`;
	return sql<string>`(select json_object('statement', ${votersIf("here")}, 'video', ${votersIf("true")}) from (${newest}))`;
}

function votersIf(where: string): SQL {
	const count = (which: string) => `count(distinct case when ${which} then user_id end)`;
	return sql.raw(
		`json_object('all', ${count(where)}, 'fresh', ${count(`${where} and fresh`)}, 'shared', ${count(`${where} and shared`)})`,
	);
}

/**
 * Leaves the vote out if another account of its mailbox has voted on the statement; batched after the
 * vote is written. It needs no review and hides no percentage: only this vote is not counted.
 */
export function leaveOutRepeat(db: Db, at: VoteAt & Record<"mailbox", SQLWrapper>) {
	const { statement_id, member_id, to, now, mailbox } = at;
	const repeats = sql`exists (select 1 from ${members} inner join ${votes} on ${votes.user_id} = ${members.id} and ${votes.statement_id} = ${statement_id} where ${reachesMailbox(mailbox)} and ${members.id} <> ${member_id})`;
	return db
		.update(voteChecks)
		.set({
			state: sql`'settled'`,
			cause: sql`'one_network'`,
			direction: sql`${to}`,
			shared: sql`1`,
			excess: sql`1`,
			one_mailbox: sql`1`,
			opened_at: sql`${now}`,
		})
		.where(
			and(
				isNull(voteChecks.state),
				sql`${voteChecks.user_id} = ${member_id} and ${voteChecks.statement_id} = ${statement_id} and ${repeats}`,
			),
		);
}

type Span = Record<"since" | "until", string | SQLWrapper>;

/** Matches votes that changed to `to` within the window and still have that value. */
function changedTo(to: VoteType | SQLWrapper, window: Span): SQL {
	return sql`${voteChecks.vote_type} = ${to} and ${castWithin(window)} and ${voteChecks.was} is not ${voteChecks.vote_type}`;
}

/** Matches votes that were cast within the window. */
function castWithin({ since, until }: Span): SQL {
	return sql`${voteChecks.cast_at} between ${since} and ${until}`;
}

/** A vote that was just stored. */
type StoredVote = {
	statement_id: StatementId;
	member_id: MemberId;
	vote_type: VoteType;
	/** A keyed hash of the voter's network; null if the address has no public one. */
	network: string | null;
	/** ISO 8601. */
	now: string;
};

/**
 * Adds the newest votes that look coordinated with this one to a vote check. A statement has at
 * most one check a day: later votes are added to it, so that its agreement is not hidden
 * repeatedly. While its agreement is hidden, only this vote is added. Idempotent, also for
 * concurrent calls.
 */
export async function addToCheck(db: Db, vote: StoredVote, scope: CheckScope): Promise<void> {
	const { statement_id, member_id, vote_type, network, now } = vote;
	const { since, until, check_since } = voteWindow(now);
	const cause: CheckCause = scope.fresh ? "new_accounts" : "one_network";
	const earlier = (column: string) =>
		sql`(select ${sql.raw(`earlier.${column}`)} from ${voteChecks} as earlier where earlier.statement_id = ${voteChecks.statement_id} and earlier.state is not null and earlier.one_mailbox is null and earlier.opened_at > ${check_since} order by earlier.opened_at desc limit 1)`;
	const sameNetwork = sql`from ${voteChecks} as other where other.statement_id = ${voteChecks.statement_id} and other.network = ${voteChecks.network} and (other.state is not null or other.cast_at between ${since} and ${until})`;
	const isOpen = sql`exists (select 1 from ${voteChecks} as open where open.statement_id = ${statement_id} and open.state is not null and open.state = 'open')`;
	const fresh = scope.fresh ? eq(voteChecks.fresh, true) : undefined;
	const shared = scope.shared && network !== null ? eq(voteChecks.network, network) : undefined;
	const marked = db
		.update(voteChecks)
		.set({
			state: sql`coalesce(${earlier("state")}, 'open')`,
			cause: sql`coalesce(${earlier("cause")}, ${cause})`,
			direction: sql`coalesce(${earlier("direction")}, ${vote_type})`,
			shared: sql`exists (select 1 ${sameNetwork} and other.user_id <> ${voteChecks.user_id})`,
			excess: sql`(select count(*) ${sameNetwork} and (other.cast_at, other.user_id) < (${voteChecks.cast_at}, ${voteChecks.user_id})) >= ${NETWORK_VOTES}`,
			opened_at: sql`coalesce(${earlier("opened_at")}, ${now})`,
			decided_at: earlier("decided_at"),
		})
		.where(
			and(
				isNull(voteChecks.state),
				sql`${voteChecks.video_id} = (select video_id from ${statements} as voted where voted.id = ${statement_id})`,
				scope.on === "statement" ? eq(voteChecks.statement_id, statement_id) : undefined,
				changedTo(vote_type, { since, until }),
				or(fresh, shared) ?? sql`false`,
				sql`(${voteChecks.user_id} = ${member_id} or not ${isOpen})`,
			),
		);
	const opened = sql`exists (select 1 from ${voteChecks} as opened where opened.statement_id = ${statement_id} and opened.state is not null and opened.opened_at = ${now})`;
	const review = { cause: statement_id, what: "votes" as const, about: "", now };
	await db.batch([marked, insertReviewMessage(db, review, opened)]);
}

/**
 * Ends the checks that are due without an admin's decision. Two checked votes of each network
 * count, and all other votes. The networks are deleted, because they are not needed any more.
 */
export async function settleChecks(db: Db, now: string): Promise<void> {
	const due = new Date(Date.parse(now) - CHECK_MS).toISOString();
	await db
		.update(voteChecks)
		.set({ state: "settled", network: null })
		.where(
			and(
				eq(voteChecks.state, "open"),
				isNotNull(voteChecks.state),
				// A check opened after `now` was stored before the clock was set back.
				or(lte(voteChecks.opened_at, due), gt(voteChecks.opened_at, now)),
			),
		);
}

/** Longer than any window that is examined. */
const KEPT_MS = 2 * MINUTE_MS;

/**
 * Deletes recorded votes that are too old for a check, networks of votes that are kept, and keys
 * of earlier periods. A network is kept as long as the check of its votes is open.
 */
export async function forgetRecentVotes(db: Db, now: string): Promise<void> {
	const before = new Date(Date.parse(now) - KEPT_MS).toISOString();
	const { until } = voteWindow(now);
	const aged = or(lt(voteChecks.cast_at, before), gt(voteChecks.cast_at, until));
	await db.batch([
		db.delete(voteChecks).where(and(isNull(voteChecks.state), aged)),
		db
			.update(voteChecks)
			.set({ network: null })
			.where(and(isNotNull(voteChecks.network), sql`${voteChecks.state} <> 'open'`, aged)),
		db.delete(networkKeys).where(lt(networkKeys.period, keyPeriod(now))),
	]);
}

/** A key is used for a week. The hashes themselves are kept for minutes. */
const PERIOD_MS = 7 * DAY_MS;

/** Caches the last key, so that most votes do not query it. */
let known: { period: number; key: string } | null = null;

/** Returns the key for the period of `now`; stores a new one if there is none yet. */
export async function readNetworkKey(
	{ nearest, primary }: Pick<Databases, "nearest" | "primary">,
	now: string,
): Promise<string> {
	const period = keyPeriod(now);
	if (known?.period === period) return known.key;
	const find = (db: Db) => db.select().from(networkKeys).where(eq(networkKeys.period, period));
	// A key never changes, so that any replica that has it will do.
	let found = await find(nearest);
	if (found.length === 0)
		({ found } = await runBatch(primary, {
			stored: primary.insert(networkKeys).values({ period, key: newToken() }).onConflictDoNothing(),
			found: find(primary),
		}));
	const [row] = found;
	if (!row) throw new Error("The key of this period is missing");
	known = row;
	return row.key;
}

function keyPeriod(now: string): number {
	return Math.floor(Date.parse(now) / PERIOD_MS);
}
