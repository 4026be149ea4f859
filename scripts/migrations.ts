import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import type { Client } from "@libsql/client";

/** One file of the migrations folder, as the statements it holds. */
export type Migration = { name: string; statements: string[] };

/** wrangler's own table, word for word, so that either of us knows what the other applied. */
const CREATE_LEDGER = `CREATE TABLE IF NOT EXISTS d1_migrations(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
const LIST_APPLIED = "SELECT name FROM d1_migrations";
const RECORD = "INSERT INTO d1_migrations (name) VALUES (?)";

/** The folder's .sql files in the order in which they apply. */
export function readMigrations(folder: string): Migration[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()
		.map((name) => ({
			name,
			statements: splitStatements(readFileSync(join(folder, name), "utf8")),
		}));
}

/** A comment, a quoted text, or the end of a statement; whatever comes first. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|;/g;

/**
 * Cuts simple statements apart and drops comments. Throws on a trigger: its
 * body holds semicolons of its own, and wrangler splits it wrongly too.
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

/** Applies what is not yet applied, one transaction a file; returns its names. */
export async function applyToD1(
	d1: D1Database,
	migrations: Migration[],
): Promise<string[]> {
	await d1.prepare(CREATE_LEDGER).run();
	const { results } = await d1.prepare(LIST_APPLIED).all<{ name: string }>();
	const waiting = notIn(
		migrations,
		results.map((row) => row.name),
	);
	for (const { name, statements } of waiting)
		await d1.batch([
			...statements.map((statement) => d1.prepare(statement)),
			d1.prepare(RECORD).bind(name),
		]);
	return waiting.map(({ name }) => name);
}

/** The same for a libSQL server. */
export async function applyToLibsql(
	client: Client,
	migrations: Migration[],
): Promise<string[]> {
	await client.execute(CREATE_LEDGER);
	const { rows } = await client.execute(LIST_APPLIED);
	const waiting = notIn(
		migrations,
		rows.map((row) => String(row.name)),
	);
	for (const { name, statements } of waiting)
		await client.batch([...statements, { sql: RECORD, args: [name] }], "write");
	return waiting.map(({ name }) => name);
}

function notIn(migrations: Migration[], applied: string[]): Migration[] {
	return migrations.filter(({ name }) => !applied.includes(name));
}
