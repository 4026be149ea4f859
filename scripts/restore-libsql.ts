import { existsSync } from "node:fs";
import type { Client, InStatement } from "@libsql/client/web";
import { layout } from "./layout.ts";
import { tablesInOrder } from "./libsql-tables.ts";
import { applyToLibsql, readMigrations } from "./migrations.ts";
import { readHead, rowsIn } from "./read-libsql-backup.ts";
import type { Restored } from "./restore-data.ts";
import { StartError } from "./start-error.ts";

/** Rows sent at once. */
const BATCH_ROWS = 100;
/** Characters after which rows are sent: what is before a database may take no large requests. */
const BATCH_CHARACTERS = 2_000_000;

/**
 * Fills an empty libSQL database with a back-up, on the migrations of its time; those since come
 * with the next start. Throws StartError where the database is not empty or the file not whole:
 * it is read to its end first, and nothing of a torn one is written. The migrations are noted with
 * the end: where a restore is broken off, no server starts on the half that is there.
 */
export async function restoreLibsql(
	file: string,
	client: Client,
): Promise<Restored> {
	if (!existsSync(file)) throw new StartError(`There is no ${file}.`);
	if ((await tablesInOrder(client)).length)
		throw new StartError(
			"The database holds tables. Restore into an empty one.",
		);
	const head = await readHead(file);
	const counts = new Map<string, number>();
	for await (const { table } of rowsIn(file))
		counts.set(table, (counts.get(table) ?? 0) + 1);
	await prepare(client, head.migrations);
	await fill(client, file);
	await client.batch(
		[
			...head.migrations.map((name) => ({
				sql: "insert into d1_migrations (name) values (?)",
				args: [name],
			})),
			// A table without rows has a number too, and may have no line here yet.
			"delete from sqlite_sequence",
			...head.numbers.map((number) => ({
				sql: "insert into sqlite_sequence (name, seq) values (?, ?)",
				args: number,
			})),
			"insert into search_index (rowid, title_key, channel_key) select id, title_key, channel_key from search_docs",
		],
		"write",
	);
	const of = (table: string) => counts.get(table) ?? 0;
	return {
		made_at: head.made_at,
		...{ videos: of("videos"), members: of("members"), votes: of("votes") },
	};
}

/** The tables of its time, without what migrations put into them or noted of themselves. */
async function prepare(client: Client, applied: string[]): Promise<void> {
	const known = readMigrations(layout.migrations);
	const strange = applied.find((name) => !known.some((it) => it.name === name));
	if (strange)
		throw new StartError(`The back-up is newer: it knows ${strange}.`);
	await applyToLibsql(
		client,
		known.filter(({ name }) => applied.includes(name)),
	);
	const tables = (await tablesInOrder(client)).reverse();
	await client.batch(
		tables.map((table) => `delete from ${table}`),
		"write",
	);
}

async function fill(client: Client, file: string): Promise<void> {
	let batch: InStatement[] = [];
	let characters = 0;
	const send = async () => {
		if (batch.length) await client.batch(batch, "write");
		batch = [];
		characters = 0;
	};
	for await (const { table, values } of rowsIn(file)) {
		const marks = values.map(() => "?").join(", ");
		batch.push({
			sql: `insert into ${table} values (${marks})`,
			args: values,
		});
		for (const value of values) characters += String(value).length;
		if (batch.length === BATCH_ROWS || characters > BATCH_CHARACTERS)
			await send();
	}
	await send();
}
