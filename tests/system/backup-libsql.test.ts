import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Client, createClient } from "@libsql/client/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDb } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { search } from "#features/search/queries.ts";
import { writeVote } from "#features/votes/queries.ts";
import { backUpLibsql, restoreLibsql, tablesInOrder } from "#scripts/data/libsql-backup.ts";
import { migrateLibsql } from "#scripts/data/migrations.ts";
import { StartError } from "#scripts/server/process.ts";
import { aCompletedRun, aStatement, instant } from "#tests/support/fixtures/publications.ts";
import { type Sqld, startLibsql, startSqld, type TestDb } from "#tests/support/world/databases.ts";
import { addMember, votingCredential } from "#tests/support/world/signed-in.ts";

/** Two servers start on a busy machine. */
const LONG_MS = 120_000;
const LIVE = { simulated: false };
let folder: string;
let source: TestDb;
let target: Sqld;
let from: Client;
let to: Client;
/** The size in bytes of the longest request that `to` has sent. */
let longest = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "backup-libsql-"));
	[source, target] = await Promise.all([startLibsql(), startSqld()]);
	const url = "libsql_url" in source.source ? source.source.libsql_url : "";
	from = createClient({ url });
	to = createClient({
		url: target.url,
		fetch: async (request: Request) => {
			const body = await request.clone().arrayBuffer();
			longest = Math.max(longest, body.byteLength);
			return fetch(request);
		},
	});
});
afterAll(async () => {
	from?.close();
	to?.close();
	await Promise.all([source?.stop(), target?.stop()]);
	await rm(folder, { recursive: true, force: true });
});

describe("libSQL backup", () => {
	it("restores results, transcripts, search, votes and accounts, into an empty database only", {
		timeout: LONG_MS,
	}, async () => {
		const db = source.open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const member_id = await addMember(db);
		const credential = await votingCredential(db, member_id);
		const vote = { statement_id: statement.id, member_id, credential, view: LIVE };
		const voted = { ...vote, vote_type: "upvote" as const, network: null, now: instant(1) };
		await writeVote(db, voted);
		// More rows than one page, with a key of one column and of two.
		await source.rows(
			"with recursive n(i) as (select 1 union all select i + 1 from n where i < 450) insert into site_figures (name, label, value, counted_at) select 'votes', 'label ' || i, i, ? from n",
			instant(1),
		);
		// More than one response may contain.
		await source.rows(
			"with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) insert into site_figures (name, label, value, counted_at) select 'words', i || hex(zeroblob(40000)), i, ? from n",
			instant(1),
		);
		// A deleted row's number must not be reused, even if the table is empty.
		await source.rows("delete from notification_outbox");
		for (const table of ["votes", "notification_outbox"])
			await source.rows("update sqlite_sequence set seq = 40 where name = ?", table);

		const file = join(folder, "backup.gz");
		const counted = { videos: 1, members: 1, votes: 1 };
		expect(await backUpLibsql(from, file)).toEqual(counted);
		await expect(backUpLibsql(from, file)).rejects.toThrow("there already");
		await expect(restoreLibsql(file, from)).rejects.toThrow("is not empty");
		expect(await restoreLibsql(file, to)).toMatchObject(counted);
		// The next start does the same.
		await migrateLibsql(target.url, undefined);

		const restored = openDb({ libsql_url: target.url });
		const { video_id } = run;
		for (const read of [readReport, readTranscript])
			expect(await read(restored, video_id, LIVE)).toEqual(await read(db, video_id, LIVE));
		for (const words of [run.metadata.title, "bridge"]) {
			const found = await search(restored, words, { limit: 5, view: LIVE });
			expect(found, words).toEqual(await search(db, words, { limit: 5, view: LIVE }));
			expect(found.results, words).toHaveLength(1);
			expect(found.statements, words).toHaveLength(words === "bridge" ? 1 : 0);
		}
		for (const all of [
			"select * from members",
			"select * from votes",
			"select * from told_votes",
			"select name, substr(label, 1, 10), length(label), value from site_figures",
		]) {
			const ordered = `${all} order by 1, 2`;
			const again = await to.execute(ordered);
			const copies = again.rows.map((row) => ({ ...row }));
			expect(copies, all).toEqual(await source.rows(ordered));
		}
		expect(longest).toBeGreaterThan(100_000);
		expect(longest).toBeLessThan(4_000_000);
		const numbers = await to.execute("select name, seq from sqlite_sequence");
		const given = numbers.rows.map(({ name, seq }) => `${name} ${seq}`);
		expect(given).toContain("votes 40");
		expect(given).toContain("notification_outbox 40");
	});

	it("rejects a damaged or foreign file, and a start rejects a partly restored database", {
		timeout: LONG_MS,
	}, async () => {
		const bytes = await readFile(join(folder, "backup.gz"));
		const lines = gunzipSync(bytes).toString().split("\n");
		const packed = (some: string[]) => gzipSync(some.join("\n"));
		const end = lines.at(-2) ?? "";
		const refused: [Buffer, string][] = [
			[packed(['{"format":"other"}']), "not a backup"],
			[Buffer.from("no archive"), "not a backup"],
			// Truncated within the bytes, within a line, and before the last line.
			[bytes.subarray(0, bytes.length / 2), "is incomplete"],
			[packed([...lines.slice(0, 3), '{"table":"vid']), "is incomplete"],
			[packed(lines.slice(0, -2)), "is incomplete"],
			[packed([...lines.slice(0, -3), end]), "is incomplete"],
			[packed([...lines.slice(0, -1), end]), "is incomplete"],
		];
		const empty = await startSqld();
		const client = createClient({ url: empty.url });
		const file = join(folder, "torn.gz");
		try {
			for (const [content, reason] of refused) {
				await writeFile(file, content);
				const restored = restoreLibsql(file, client);
				await expect(restored).rejects.toThrow(StartError);
				await expect(restored).rejects.toThrow(reason);
				expect(await tablesInOrder(client)).toEqual([]);
			}
			// A complete file whose last row is a duplicate, at which the database fails.
			const { rows } = JSON.parse(end);
			const twice = [...lines.slice(0, -2), lines.at(-3) ?? ""];
			const all = [...twice, JSON.stringify({ rows: rows + 1 })];
			await writeFile(file, packed(all));
			await expect(restoreLibsql(file, client)).rejects.toThrow("UNIQUE");
			await expect(migrateLibsql(empty.url, undefined)).rejects.toThrow(
				"cannot migrate that database",
			);
		} finally {
			client.close();
			await empty.stop();
		}
	});
});
