import { createHash } from "node:crypto";
import { cp, mkdtemp, open, readdir, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { databaseFile } from "#scripts/data/damage.ts";
import { migrateLibsql } from "#scripts/data/migrations.ts";
import { startServer } from "#scripts/start.ts";
import { createMember } from "#tests/support/world/client.ts";
import { startCommand } from "#tests/support/world/crashing-product.ts";
import { startSqld } from "#tests/support/world/databases.ts";

const START_MS = 300_000;
/** Enough that SQLite moves pages from its log into the file. */
const ROWS = 3_000;
const ROW_BYTES = 4_000;

let root: string;
/** A folder with data, of which each case gets a copy. */
let whole: string;
let cases = 0;

beforeAll(async () => {
	await buildIfStale();
	root = await mkdtemp(join(tmpdir(), "damaged-"));
	whole = join(root, "whole");
	const server = await startServer({ dataDir: whole });
	const d1 = await server.database();
	await d1
		.prepare(
			"WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?) INSERT INTO job_outcomes (job, ok, ended_at, duration_ms) SELECT hex(randomblob(?)), 1, '', n FROM counted",
		)
		.bind(ROWS, ROW_BYTES / 2)
		.run();
	// Begins the log again, so that it no longer has the rows.
	await createMember(server.url);
	await server.stop();
}, START_MS);
afterAll(() => rm(root, { recursive: true, force: true }));

async function copyOfWhole(): Promise<string> {
	cases += 1;
	const folder = join(root, `copy-${cases}`);
	await cp(whole, folder, { recursive: true });
	return folder;
}

const fileIn = (folder: string) => databaseFile(folder) ?? "";

async function overwrite(path: string, at: number, bytes: Buffer) {
	const file = await open(path, "r+");
	await file.write(bytes, 0, bytes.length, at);
	await file.close();
}

/** Runs statements by a server that has nothing against the folder. */
async function execute(folder: string, statements: string[]) {
	const server = await startServer({ dataDir: folder });
	const d1 = await server.database();
	for (const statement of statements) await d1.prepare(statement).run();
	await server.stop();
}

const NOISE = Buffer.alloc(200_000, "noise");
const damages: [name: string, says: RegExp, (folder: string) => Promise<void>][] = [
	["emptied", /is empty\./, (it) => truncate(fileIn(it))],
	["removed", /is missing/, (it) => rm(fileIn(it))],
	["removed with its folder", /is missing/, (it) => rename(join(it, "d1"), `${it}-d1`)],
	[
		"overwritten at its beginning",
		/is no database/,
		(it) => overwrite(fileIn(it), 4, NOISE.subarray(0, 40)),
	],
	[
		"overwritten within its header",
		/has a damaged beginning/,
		(it) => overwrite(fileIn(it), 16, Buffer.of(0, 7)),
	],
	[
		"left without the beginning of its log",
		/has a damaged log/,
		(it) => overwrite(`${fileIn(it)}-wal`, 0, NOISE.subarray(0, 16)),
	],
	[
		"overwritten in the middle",
		/is damaged: |cannot be read: /,
		async (it) => {
			const { size } = await stat(fileIn(it));
			expect(size).toBeGreaterThan(4 * NOISE.length);
			await overwrite(fileIn(it), size >> 1, NOISE);
		},
	],
	[
		"left without some of its tables",
		/has lost the tables job_outcomes, videos/,
		(it) =>
			execute(it, [
				"PRAGMA foreign_keys = OFF",
				"DROP TABLE job_outcomes",
				"PRAGMA defer_foreign_keys = ON",
				"DROP TABLE videos",
			]),
	],
];

const READ = damages.slice(-2).map(([, says]) => says);

/** Of all files but the locks, by name. */
async function hashes(folder: string): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const name of await readdir(folder, { recursive: true })) {
		if (name.startsWith("lock.") || name.endsWith("-shm")) continue;
		if (!(await stat(join(folder, name))).isFile()) continue;
		const content = await readFile(join(folder, name));
		found[name] = createHash("sha256").update(content).digest("hex");
	}
	return found;
}

describe("a start on a database that was", () => {
	it.each(damages)(
		"%s is refused with its file and the way out",
		async (_, says, damage) => {
			const dataDir = await copyOfWhole();
			await damage(dataDir);
			const before = await hashes(dataDir);
			const refusal = await startServer({ dataDir }).catch(String);
			expect(refusal).toMatch(says);
			expect(refusal).toContain(dataDir);
			expect(refusal).toContain("npm run restore -- FILE");
			expect(refusal).not.toContain("\n");
			// SQLite has opened what is only found by reading it.
			if (!READ.includes(says)) expect(await hashes(dataDir)).toEqual(before);
		},
		START_MS,
	);

	it(
		"emptied ends `npm start` with 1 and that sentence alone",
		async () => {
			const folder = await copyOfWhole();
			await truncate(fileIn(folder));
			const command = startCommand({ DATA_DIR: folder });
			expect(await command.exited).toBe(1);
			expect(command.output()).toMatch(/^The database \S+ is empty\. .+\n$/);
		},
		START_MS,
	);

	it(
		"emptied is refused by a later version too, which would migrate it",
		async () => {
			const folder = await copyOfWhole();
			await rm(join(folder, "d1", "migrated"));
			await truncate(fileIn(folder));
			await expect(startServer({ dataDir: folder })).rejects.toThrow("is empty");
		},
		START_MS,
	);

	it(
		"neither damaged nor emptied succeeds, as does the first in an empty folder",
		async () => {
			for (const dataDir of [await copyOfWhole(), join(root, "new")]) {
				const server = await startServer({ dataDir });
				expect(server.health.status).toBe("ok");
				await server.stop();
			}
		},
		START_MS,
	);
});

describe("a start on a libSQL database that was", () => {
	it(
		"emptied is refused until it is restored or migrated by hand",
		async () => {
			const sqld = await startSqld();
			const client = createClient({ url: sqld.url });
			try {
				const dataDir = join(root, "libsql");
				const env = { LIBSQL_URL: sqld.url };
				await (await startServer({ dataDir, env })).stop();
				const { rows } = await client.execute(
					"SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search_index_%' AND name NOT LIKE 'statement_index_%' AND type IN ('table', 'view') ORDER BY rowid DESC",
				);
				await client.migrate(rows.map(({ type, name }) => `DROP ${type} "${name}"`));
				await expect(startServer({ dataDir, env })).rejects.toThrow(
					/LIBSQL_URL: that database is empty.+npm run restore/,
				);
				await migrateLibsql(sqld.url, undefined);
				await (await startServer({ dataDir, env })).stop();
				await client.migrate(["DROP TABLE job_outcomes"]);
				await expect(startServer({ dataDir, env })).rejects.toThrow(
					/LIBSQL_URL: .+ it has lost the tables job_outcomes/,
				);
			} finally {
				client.close();
				await sqld.stop();
			}
		},
		START_MS,
	);
});
