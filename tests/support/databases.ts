import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import { createClient } from "@libsql/client/web";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe } from "vitest";
import { type Db, type DbSource, openDb } from "#db/client.ts";
import {
	applyToD1,
	applyToLibsql,
	readMigrations,
} from "#scripts/data/migrations.ts";
import { persistence } from "#scripts/server/worker-config.ts";
import { d1OverHttp, databaseWorker } from "./d1-over-http.ts";
import { copyMigratedData } from "./migrated-data.ts";
import { startSqld } from "./sqld.ts";
import { ON_LIBSQL } from "./test-engine.ts";

type Value = string | number | null;
export type StoredRow = Record<string, unknown>;

/** A migrated database of its own on one of the engines. */
export type TestDb = {
	engine: "D1" | "libSQL";
	/** For whoever opens it otherwise than through `open`. */
	source: DbSource;
	/** A new client, as each request has one. */
	open(): Db;
	/** Rows of a query in plain SQL, for looking behind the stores. */
	rows(query: string, ...values: Value[]): Promise<StoredRow[]>;
	/** Runs the waiting migrations once more; returns the names it applied. */
	migrate(): Promise<string[]>;
	stop(): Promise<void>;
};

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

export async function startD1(): Promise<TestDb & { d1: D1Database }> {
	const folder = await mkdtemp(join(tmpdir(), "d1-"));
	await copyMigratedData(folder);
	const miniflare = new Miniflare({
		...databaseWorker("DB"),
		...persistence(folder),
		cf: false,
	});
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
		stop: async () => {
			client.close();
			await server.stop();
		},
	};
}

/**
 * Runs one suite on the engine of this test run, started once and migrated: D1 with the worker's
 * tests, libSQL with the system's. `database` answers within tests and hooks.
 */
export function describeOnBothDatabases(
	name: string,
	suite: (database: () => TestDb) => void,
): void {
	const [engine, start] = ON_LIBSQL
		? (["libSQL", startLibsql] as const)
		: (["D1", startD1] as const);
	describe(`${name} on ${engine}`, () => {
		let database: TestDb | undefined;
		beforeAll(async () => {
			database = await start();
		});
		afterAll(async () => {
			await database?.stop();
		});
		suite(() => {
			if (!database) throw new Error("The database has not started");
			return database;
		});
	});
}
