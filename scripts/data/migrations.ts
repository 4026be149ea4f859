import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import type { Client } from "@libsql/client";
import { createClient } from "@libsql/client/web";
import { hashSources, layout } from "../layout.ts";
import { StartError } from "../server/process.ts";
import { persistence, startDatabases, type WorkerConfig } from "../server/runtime.ts";
import { refuseDamagedDatabase, refuseDamagedFile } from "./damage.ts";
import type { DataLock } from "./lock.ts";
import {
	LEDGER,
	type Migration,
	missingTables,
	readSchema,
	refuseOldSchema,
	type StoredSchema,
} from "./schema.ts";

const CREATE_LEDGER = `CREATE TABLE IF NOT EXISTS ${LEDGER}(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
const RECORD = `INSERT INTO ${LEDGER} (name) VALUES (?)`;

/** The folder's .sql files in the order of application. */
export function readMigrations(folder: string): Migration[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()
		.map((name) => ({
			name,
			statements: splitStatements(readFileSync(join(folder, name), "utf8")),
		}));
}

/** A comment, a quoted text, or the end of a statement. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|;/g;

/**
 * Splits a file into statements and drops comments. Throws on a trigger, because its body
 * contains semicolons and wrangler would split it incorrectly.
 */
export function splitStatements(text: string): string[] {
	const statements: string[] = [];
	let current = "";
	let end = 0;
	for (const token of text.matchAll(TOKEN)) {
		current += text.slice(end, token.index);
		end = token.index + token[0].length;
		if (token[0] === ";") {
			statements.push(current.trim());
			current = "";
		} else if (/^['"]/.test(token[0])) current += token[0];
		else current += " ";
	}
	statements.push((current + text.slice(end)).trim());
	const trigger = statements.find((it) => /^CREATE\s+\w*\s*TRIGGER/i.test(it));
	if (trigger) throw new Error(`A trigger in a migration: ${trigger}`);
	return statements.filter((statement) => statement !== "");
}

/** Applies the pending migrations, one transaction per file; returns their names. */
export async function applyToD1(d1: D1Database, migrations: Migration[]): Promise<string[]> {
	await d1.prepare(CREATE_LEDGER).run();
	const { applied } = await schemaOfD1(d1);
	const waiting = migrations.filter(({ name }) => !applied.includes(name));
	for (const { name, statements } of waiting)
		await d1.batch([
			...statements.map((statement) => d1.prepare(statement)),
			d1.prepare(RECORD).bind(name),
		]);
	return waiting.map(({ name }) => name);
}

/** The same as `applyToD1`, for a libSQL server. */
export async function applyToLibsql(client: Client, migrations: Migration[]): Promise<string[]> {
	await client.execute(CREATE_LEDGER);
	const schema = await schemaOfLibsql(client);
	const missing = missingTables(migrations, schema);
	if (missing !== null) throw new Error(`it ${missing}`);
	const waiting = migrations.filter(({ name }) => !schema.applied.includes(name));
	for (const { name, statements } of waiting)
		await client.batch([...statements, { sql: RECORD, args: [name] }], "write");
	return waiting.map(({ name }) => name);
}

export function schemaOfD1(d1: D1Database): Promise<StoredSchema> {
	return readSchema(async (query) => {
		const { results } = await d1.prepare(query).all<{ name: string }>();
		return results.map(({ name }) => name);
	});
}

function schemaOfLibsql(client: Client): Promise<StoredSchema> {
	return readSchema(async (query) => {
		const { rows } = await client.execute(query);
		return rows.map(({ name }) => String(name));
	});
}

/**
 * Migrates the embedded database before the worker runs, because a due alarm would otherwise use
 * the old tables. Fast if nothing is pending.
 */
export async function migrateEmbedded(
	config: WorkerConfig,
	data_dir: string,
	lock: DataLock,
	print: (line: string) => void,
): Promise<void> {
	const { d1Persist } = persistence(data_dir);
	// Stored beside the database, so that both are deleted together.
	const stamp_path = join(d1Persist, "migrated");
	const stamp = await hashSources(layout.root, ["migrations"]);
	const before = await readFile(stamp_path, "utf8").catch(() => null);
	const had_data = refuseDamagedFile(data_dir, before !== null);
	if (before === stamp) return;
	const runtime = await startDatabases(config, data_dir, lock, print);
	try {
		const migrations = readMigrations(layout.migrations);
		for (const binding of config.databases) {
			const d1 = await runtime.miniflare.getD1Database(binding);
			if (had_data) await refuseDamagedDatabase(d1, migrations, data_dir);
			const { applied } = await schemaOfD1(d1);
			refuseOldSchema(
				`The data in ${data_dir}`,
				applied,
				migrations,
				"set DATA_DIR to another folder, or move this one away",
			);
			await applyToD1(d1, migrations);
		}
		await writeFile(stamp_path, stamp);
	} finally {
		await runtime.stop();
	}
}

/** Named so that it does not say where the database is. */
const LIBSQL_STAMP = "libsql-migrated";
const stampOf = (url: string) => createHash("sha256").update(url).digest("hex");

/**
 * Migrates a libSQL database. If a start on `data_dir` has migrated it before, it must not be empty
 * now; null allows that. Throws StartError if that fails.
 */
export async function migrateLibsql(
	url: string,
	auth_token: string | undefined,
	data_dir: string | null = null,
): Promise<void> {
	const client = createClient(auth_token ? { url, authToken: auth_token } : { url });
	try {
		const schema = await schemaOfLibsql(client);
		if (data_dir !== null) await refuseEmptied(schema, url, data_dir);
		const migrations = readMigrations(layout.migrations);
		refuseOldSchema(
			"LIBSQL_URL: that database",
			schema.applied,
			migrations,
			"set LIBSQL_URL to another database",
		);
		await applyToLibsql(client, migrations);
		if (data_dir !== null) await writeFile(join(data_dir, LIBSQL_STAMP), stampOf(url));
	} catch (error) {
		if (error instanceof StartError) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		throw new StartError(`LIBSQL_URL: cannot migrate that database: ${reason}`);
	} finally {
		client.close();
	}
}

async function refuseEmptied(
	{ tables }: StoredSchema,
	url: string,
	data_dir: string,
): Promise<void> {
	const path = join(data_dir, LIBSQL_STAMP);
	const before = await readFile(path, "utf8").catch(() => null);
	if (before !== stampOf(url) || tables.includes(LEDGER)) return;
	throw new StartError(
		"LIBSQL_URL: that database is empty, but an earlier start filled it. Nothing was changed: restore a backup with `npm run restore -- FILE`, or run `npm run migrate` to start without data.",
	);
}
