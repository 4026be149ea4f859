import {
	and,
	desc,
	eq,
	gt,
	isNotNull,
	isNull,
	lt,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import type { VoteType } from "#contract/votes.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Databases, Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { networkKeys, voteChecks } from "#db/tables/vote-checks.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import { NEWEST_VOTES, type RecentVotes, type VoteWindow, voteWindow } from "./brigading.ts";

/** The data that brigading detection needs besides the vote itself. */
export type Watch = VoteWindow & {
	/** ISO 8601. */
	now: string;
	/** The keyed hash of the voter's network; null if the address has no public one. */
	network: string | null;
};

export function watchFrom(now: string, network: string | null): Watch {
	return { ...voteWindow(now), now, network };
}

/** The placeholders for a changed vote; `to` is null if the vote is withdrawn. */
type MoveAt = Record<
	("statement_id" | "member_id" | "to" | "now") | ("network" | "since" | "until" | "fresh_since"),
	SQLWrapper
>;

type Span = Record<"since" | "until", string | SQLWrapper>;

/** Longer than any window that detection examines. */
const KEPT_MS = 2 * MINUTE_MS;

/**
 * Records a changed vote; batched before the vote is written. A member who changes a vote
 * repeatedly has one row, with the vote from before the first change.
 */
export function noteMove(db: Db, at: MoveAt, condition: SQL) {
	const { statement_id, member_id, to, now, network, fresh_since } = at;
	const was = sql`(select ${votes.vote_type} from ${votes} where ${votes.user_id} = ${member_id} and ${votes.statement_id} = ${statement_id})`;
	return db
		.insert(voteChecks)
		.select(
			sql`select ${members.id}, ${statements.id}, ${statements.video_id}, ${was}, ${to}, ${members.created_at} > ${fresh_since}, ${network}, ${now}, null, null, null, null, null, null, null from ${statements} inner join ${members} on ${members.id} = ${member_id} where ${statements.id} = ${statement_id} and ${was} is not ${to} and ${condition}`,
		)
		.onConflictDoUpdate({
			target: [voteChecks.user_id, voteChecks.statement_id],
			set: {
				...excluded("vote_type", "fresh", "network", "cast_at"),
				was: sql`case when ${castWithin(at)} then ${voteChecks.was} else excluded.was end`,
			},
		});
}

/** Counts the newest votes of the same type; must be batched after the vote. */
export function countRecent(db: Db, at: MoveAt) {
	const { statement_id, to, network } = at;
	const video = sql`(select ${statements.video_id} from ${statements} where ${statements.id} = ${statement_id})`;
	const newest = db
		.select({
			user_id: voteChecks.user_id,
			here: sql<number>`${voteChecks.statement_id} = ${statement_id}`.as("here"),
			fresh: voteChecks.fresh,
			shared:
				sql<number>`${voteChecks.network} is ${network} and ${voteChecks.network} is not null`.as(
					"shared",
				),
		})
		.from(voteChecks)
		.where(and(sql`${voteChecks.video_id} = ${video}`, movedTo(to, at)))
		.orderBy(desc(voteChecks.cast_at))
		.limit(NEWEST_VOTES)
		.as("newest");
	const voters = (which: SQL, name: string) =>
		sql<number>`count(distinct case when ${which} then ${newest.user_id} end)`.as(name);
	return db
		.select({
			here_all: voters(sql`${newest.here}`, "here_all"),
			here_fresh: voters(sql`${newest.here} and ${newest.fresh}`, "here_fresh"),
			here_shared: voters(sql`${newest.here} and ${newest.shared}`, "here_shared"),
			all: voters(sql`true`, "all"),
			fresh: voters(sql`${newest.fresh}`, "fresh_voters"),
			shared: voters(sql`${newest.shared}`, "shared_voters"),
		})
		.from(newest);
}

/** Matches votes that changed to `to` within the window and still have that value. */
export function movedTo(to: VoteType | SQLWrapper, window: Span): SQL {
	return sql`${voteChecks.vote_type} = ${to} and ${castWithin(window)} and ${voteChecks.was} is not ${voteChecks.vote_type}`;
}

/** Matches votes that were cast within the window. */
export function castWithin({ since, until }: Span): SQL {
	return sql`${voteChecks.cast_at} between ${since} and ${until}`;
}

export function toRecentVotes(
	row: Awaited<ReturnType<typeof countRecent>>[number] | undefined,
): RecentVotes {
	const { here_all = 0, here_fresh = 0, here_shared = 0 } = row ?? {};
	const { all = 0, fresh = 0, shared = 0 } = row ?? {};
	return {
		statement: { all: here_all, fresh: here_fresh, shared: here_shared },
		video: { all, fresh, shared },
	};
}

/**
 * Deletes votes that are too old for detection, networks of votes that are kept, and keys of
 * earlier periods. A network is kept as long as its votes are under review.
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
		forgetOldKeys(db, now),
	]);
}

/** A key is used for a week. The hashes themselves are kept for minutes. */
const PERIOD_MS = 7 * DAY_MS;

/** Caches the last key, so that most votes do not query it. */
let known: { period: number; key: string } | null = null;

/** Returns the key for the period of `now`. If there is none yet, stores `fresh` as the key. */
export async function readNetworkKey(
	{ nearest, primary }: Pick<Databases, "nearest" | "primary">,
	now: string,
	fresh: () => string,
): Promise<string> {
	const period = keyPeriod(now);
	if (known?.period === period) return known.key;
	const find = (db: Db) => db.select().from(networkKeys).where(eq(networkKeys.period, period));
	// A key never changes, so that any replica that has it will do.
	let [row] = await find(nearest);
	if (!row)
		[row] = (
			await runBatch(primary, {
				stored: primary.insert(networkKeys).values({ period, key: fresh() }).onConflictDoNothing(),
				found: find(primary),
			})
		).found;
	if (!row) throw new Error("The key of this period is missing");
	known = row;
	return row.key;
}

/** Deletes the keys of earlier periods; part of a batch. */
function forgetOldKeys(db: Db, now: string) {
	return db.delete(networkKeys).where(lt(networkKeys.period, keyPeriod(now)));
}

function keyPeriod(now: string): number {
	return Math.floor(Date.parse(now) / PERIOD_MS);
}
