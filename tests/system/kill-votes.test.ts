import { createClient } from "@libsql/client/web";
import { expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { type Db, openDb } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { applyToLibsql, readMigrations } from "#scripts/data/migrations.ts";
import { layout } from "#scripts/layout.ts";
import { openSessions } from "#tests/bench/open-sessions.ts";
import { aCompletedRun, aStatement } from "#tests/support/fixtures/publications.ts";
import { libsqlAsD1 } from "#tests/support/world/d1-client.ts";
import { startSqld } from "#tests/support/world/databases.ts";
import { type EnteredProduct, startEnteredProduct } from "#tests/support/world/entered-product.ts";
import { readStoredDatabase, type StoredVote } from "#tests/support/world/stored-data.ts";

const VOTERS = 200;
/** The votes that are answered before the kill. */
const ANSWERED = 60;
const LONG_AGO = "2020-01-01T00:00:00.000Z";
const LONG_MS = 120_000;
const ENTRY = 'export * from "./index.js"; export { default } from "./index.js";';

/** Members vote on one statement at once; the runtime is killed in the midst of it. */
async function voteUntilKilled(product: EnteredProduct, db: Db, d1: EnteredProduct["d1"]) {
	const statement = aStatement();
	await publish(db, aCompletedRun({ statements: [statement] }));
	const voters = await openSessions({ ...product, d1 }, VOTERS, LONG_AGO);
	const answered: string[] = [];
	await Promise.all(
		voters.map(async ({ id, cookie, address }) => {
			const status = await vote(product.url, statement.id, cookie, address);
			if (status !== 200) return;
			answered.push(id);
			if (answered.length === ANSWERED) process.kill(product.runtime_pid, "SIGKILL");
		}),
	);
	return { statement_id: statement.id, answered };
}

/** The status, or null if the runtime was killed first. */
async function vote(
	origin: string,
	statement_id: StatementId,
	cookie: string,
	address: string,
): Promise<number | null> {
	const sent = fetch(`${origin}/api/statements/${statement_id}/vote`, {
		method: "PUT",
		headers: {
			cookie,
			"content-type": "application/json",
			"cf-connecting-ip": address,
			connection: "close",
		},
		body: '{"vote_type":"upvote"}',
	});
	return sent.then(
		({ status }) => status,
		() => null,
	);
}

function expectEveryAnswered(votes: StoredVote[], answered: string[]) {
	const stored = new Set(votes.map(({ user_id }) => user_id));
	expect(answered.length).toBeGreaterThanOrEqual(ANSWERED);
	expect(answered.filter((id) => !stored.has(id))).toEqual([]);
	expect(stored.size).toBe(votes.length);
}

it(
	"Votes racing with a kill are counted as they are stored, and none that was answered is lost, on D1",
	async () => {
		const product = await startEnteredProduct(ENTRY);
		try {
			const { answered } = await voteUntilKilled(product, product.db, product.d1);
			const { broken, votes } = await readStoredDatabase(product.data_dir);
			expect(broken).toEqual([]);
			expectEveryAnswered(votes, answered);
		} finally {
			await product.stop();
		}
	},
	LONG_MS,
);

it(
	"Votes racing with a kill are counted as they are stored, and none that was answered is lost, on libSQL",
	async () => {
		const sqld = await startSqld();
		const client = createClient({ url: sqld.url });
		await applyToLibsql(client, readMigrations(`${layout.root}/migrations`));
		const product = await startEnteredProduct(ENTRY, { LIBSQL_URL: sqld.url });
		try {
			const db = openDb({ libsql_url: sqld.url });
			const { statement_id, answered } = await voteUntilKilled(product, db, libsqlAsD1(client));
			const { rows } = await client.execute("select user_id, statement_id, vote_type from votes");
			expectEveryAnswered(rows as unknown as StoredVote[], answered);
			const counted = await client.execute(
				"select s.upvotes as statement, v.upvotes as video from statements s join videos v on v.id = s.video_id where s.id = ?",
				[statement_id],
			);
			expect(counted.rows).toMatchObject([{ statement: rows.length, video: rows.length }]);
		} finally {
			await product.stop();
			client.close();
			await sqld.stop();
		}
	},
	LONG_MS,
);
