import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { createClient as createFileClient } from "@libsql/client";
import { type Client, createClient } from "@libsql/client/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { databaseFile } from "#scripts/data/damage.ts";
import { backUpData, packFolder, restoreData } from "#scripts/data/folder-backup.ts";
import { backUpLibsql, restoreLibsql, tablesInOrder } from "#scripts/data/libsql-backup.ts";
import { migrateLibsql } from "#scripts/data/migrations.ts";
import { refuseOldD1 } from "#scripts/deploy.ts";
import { StartError } from "#scripts/server/process.ts";
import { startCommand } from "#tests/support/world/crashing-product.ts";
import { copyMigratedData, startSqld } from "#tests/support/world/databases.ts";

/** Data of a version before the first release: its tables, and migrations that are unknown now. */

const LONG_MS = 300_000;
const REFUSED = "is from a version before the first release, which this version cannot read";
const OLD = [
	"CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
	"INSERT INTO d1_migrations (name) VALUES ('0001_create_people.sql'), ('0002_create_clips.sql')",
	"CREATE TABLE members (id TEXT NOT NULL PRIMARY KEY)",
	"INSERT INTO members (id) VALUES ('ada')",
];

let root: string;
let old_folder: string;

beforeAll(async () => {
	await buildIfStale();
	root = await mkdtemp(join(tmpdir(), "old-data-"));
	old_folder = join(root, "old");
	await makeOld(old_folder);
}, LONG_MS);
afterAll(() => rm(root, { recursive: true, force: true }));

/** Replaces the database of a new folder. */
async function makeOld(folder: string): Promise<void> {
	await copyMigratedData(folder);
	const file = databaseFile(folder) ?? "";
	await rm(join(folder, "d1", "migrated"));
	await rm(file);
	await fillFile(file);
}

async function fillFile(file: string): Promise<void> {
	const client = createFileClient({ url: `file:${file}` });
	await client.batch(OLD, "write");
	client.close();
}

async function contentOf(client: Client): Promise<unknown[]> {
	const tables = await client.execute(
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name",
	);
	const ledger = await client.execute("SELECT name FROM d1_migrations ORDER BY id");
	const members = await client.execute("SELECT id FROM members");
	return [tables, ledger, members].map(({ rows }) => rows.map((row) => row[0]));
}

const CONTENT = [
	["d1_migrations", "members", "sqlite_sequence"],
	["0001_create_people.sql", "0002_create_clips.sql"],
	["ada"],
];

async function expectUnchanged(folder: string): Promise<void> {
	const client = createFileClient({ url: `file:${databaseFile(folder)}` });
	expect(await contentOf(client)).toEqual(CONTENT);
	client.close();
}

describe("a data folder of before", () => {
	it.each(["scripts/start.ts", "scripts/dev.ts"])(
		"is refused by %s with its name and the way out, and stays",
		async (script) => {
			const command = startCommand({ DATA_DIR: old_folder }, { script });
			const said = `The data in ${old_folder} ${REFUSED}. Nothing was changed: set DATA_DIR to another folder, or move this one away.`;
			await expect.poll(command.output, { timeout: LONG_MS }).toContain(said);
			command.signal("SIGTERM");
			await command.exited;
			await expectUnchanged(old_folder);
		},
		LONG_MS,
	);

	it(
		"is refused by the migration, by a backup and by the restoration of its backup",
		async () => {
			const migration = startCommandOf("migrate");
			expect(await migration.exited).toBe(1);
			expect(migration.output()).toContain(`The data in ${old_folder} ${REFUSED}`);
			const file = join(root, "new.tar.gz");
			await expect(backUpData(old_folder, file)).rejects.toThrow(
				`The data in ${old_folder} ${REFUSED}`,
			);
			expect(existsSync(file)).toBe(false);
			await expectUnchanged(old_folder);

			const packed = join(root, "old.tar.gz");
			const copy = join(root, "copy");
			await makeOld(copy);
			await packFolder(copy, packed, new Date().toISOString());
			const target = join(root, "target");
			await expect(restoreData(packed, target)).rejects.toThrow(`The backup ${packed} ${REFUSED}`);
			expect(existsSync(join(target, "d1"))).toBe(false);
		},
		LONG_MS,
	);

	function startCommandOf(name: string) {
		return startCommand({ DATA_DIR: old_folder }, { script: "scripts/data.ts", args: [name] });
	}
});

describe("a libSQL database of before", () => {
	it(
		"is refused by a start, by a backup and by the restoration of its backup, and stays",
		async () => {
			const sqld = await startSqld();
			const client = createClient({ url: sqld.url });
			const empty = await startSqld();
			const target = createClient({ url: empty.url });
			try {
				await client.batch(OLD, "write");
				const refused = migrateLibsql(sqld.url, undefined, root);
				await expect(refused).rejects.toThrow(StartError);
				await expect(refused).rejects.toThrow(
					`LIBSQL_URL: that database ${REFUSED}. Nothing was changed: set LIBSQL_URL to another database.`,
				);
				const file = join(root, "libsql.gz");
				await expect(backUpLibsql(client, file)).rejects.toThrow(REFUSED);
				expect(existsSync(file)).toBe(false);
				expect(await contentOf(client)).toEqual(CONTENT);

				const [, migrations] = CONTENT;
				const head = {
					format: "bs-detector-libsql",
					version: 1,
					made_at: "",
					migrations,
					numbers: [],
				};
				await writeFile(file, gzipSync(`${JSON.stringify(head)}\n{"rows":0}\n`));
				await expect(restoreLibsql(file, target)).rejects.toThrow(`The backup ${file} ${REFUSED}`);
				expect(await tablesInOrder(target)).toEqual([]);
			} finally {
				for (const it of [client, target]) it.close();
				await Promise.all([sqld.stop(), empty.stop()]);
			}
		},
		LONG_MS,
	);
});

describe("a D1 database of before", () => {
	it(
		"is refused before a deployment",
		async () => {
			const of = (folder: string) => ["--local", `--persist-to=${folder}`, "--env="];
			const fresh = join(root, "fresh-d1");
			await refuseOldD1(...of(fresh));
			const folder = join(fresh, "v3/d1/miniflare-D1DatabaseObject");
			const [name] = (await readdir(folder)).filter((it) => /^[0-9a-f]+\.sqlite$/.test(it));
			const old = join(root, "old-d1", "v3/d1/miniflare-D1DatabaseObject", name ?? "");
			await mkdir(dirname(old), { recursive: true });
			await fillFile(old);
			await expect(refuseOldD1(...of(join(root, "old-d1")))).rejects.toThrow(
				`The D1 database ${REFUSED}`,
			);
		},
		LONG_MS,
	);
});
