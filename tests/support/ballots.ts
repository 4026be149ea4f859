import { MemberId, type StatementId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { openDb } from "#db/client.ts";
import { storeVote } from "#features/votes/cast-vote.ts";
import type { StoredRow, TestDb } from "./databases.ts";
import type { Product } from "./product.ts";

/** A database to vote in: a test's own, or a running product's. */
export type Booth = Pick<TestDb, "open" | "rows">;

/** As many at once as a busy server takes without turning anybody away. */
const AT_ONCE = 10;

let made = 0;

/** Members whose accounts were made at `created_at`, written straight into the database. */
export async function addVoters(
	database: Booth,
	count: number,
	created_at: string,
): Promise<MemberId[]> {
	const ids = Array.from({ length: count }, () => {
		made += 1;
		return MemberId.parse(`voter-${made}`);
	});
	await database.rows(
		"insert into members (id, email, email_key, full_name, created_at) select value, value || '@example.org', value || '@example.org', value, ?2 from json_each(?1)",
		JSON.stringify(ids),
		created_at,
	);
	return ids;
}

export type Ballot = {
	member_id: MemberId;
	statement_id: StatementId;
	vote_type: VoteType | null;
	network?: string | null;
	now: string;
};

/** Votes as the product does once the limits are passed, from the network that the ballot names. */
export function cast(database: Booth, ballot: Ballot) {
	const { network = null, now, ...vote } = ballot;
	const db = database.open();
	return storeVote(
		{
			db: { near: db, primary: db },
			view: { simulated: false },
			now: () => new Date(now),
		},
		{ ...vote, network },
	);
}

/** Many votes, some of them at the same time. */
export async function castAll(
	database: Booth,
	ballots: Ballot[],
): Promise<void> {
	for (let at = 0; at < ballots.length; at += AT_ONCE)
		await Promise.all(
			ballots.slice(at, at + AT_ONCE).map((ballot) => cast(database, ballot)),
		);
}

export async function boothOf(product: Product): Promise<Booth> {
	const d1 = await product.server.database();
	return {
		open: () => openDb({ d1 }),
		rows: async (query, ...values) => {
			const prepared = d1.prepare(query).bind(...values);
			return (await prepared.all<StoredRow>()).results;
		},
	};
}
