import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Client, InStatement, InValue } from "@libsql/client/web";
import * as z from "zod";
import { LIBSQL_FORMAT } from "./back-up-libsql.ts";
import { layout } from "./layout.ts";
import { tablesInOrder } from "./libsql-tables.ts";
import { applyToLibsql, readMigrations } from "./migrations.ts";
import type { Restored } from "./restore-data.ts";
import { StartError } from "./start-error.ts";

/** Rows sent at once. */
const BATCH_ROWS = 100;

const Head = z.object({
	format: z.literal(LIBSQL_FORMAT),
	version: z.literal(1),
	made_at: z.string(),
	migrations: z.array(z.string()),
	numbers: z.array(z.tuple([z.string(), z.number()])),
});
const Row = z.object({ table: z.string(), values: z.array(z.unknown()) });
const End = z.object({ rows: z.number() });

/**
 * Fills an empty libSQL database with a back-up, on the migrations of its time; those since come
 * with the next start. Throws StartError where the database is not empty or the file not whole;
 * what a broken file has left behind is no database to start on.
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
	const lines = createInterface({
		input: createReadStream(file).pipe(createGunzip()),
	})[Symbol.asyncIterator]();
	const next = async () => {
		const { value, done } = await lines.next();
		return done ? null : (JSON.parse(value) as unknown);
	};
	const head = Head.safeParse(await next());
	if (!head.success)
		throw new StartError(`${file} is no back-up that this version knows.`);
	await prepare(client, head.data.migrations);
	const counts = await fill(client, next);
	if (counts === null) throw new StartError(`${file} is not whole.`);
	await client.batch(
		[
			...head.data.numbers.map(([name, seq]) => ({
				sql: "update sqlite_sequence set seq = ? where name = ?",
				args: [seq, name],
			})),
			"insert into search_index (rowid, title_key, channel_key) select id, title_key, channel_key from search_docs",
		],
		"write",
	);
	const of = (table: string) => counts.get(table) ?? 0;
	return {
		made_at: head.data.made_at,
		...{ videos: of("videos"), members: of("members"), votes: of("votes") },
	};
}

/** The tables of its time, without what migrations put into them. */
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
	const own = tables.filter((table) => table !== "d1_migrations");
	await client.batch(
		own.map((table) => `delete from ${table}`),
		"write",
	);
}

/** null where the end is missing, or counts other rows than came. */
async function fill(
	client: Client,
	next: () => Promise<unknown>,
): Promise<Map<string, number> | null> {
	const counts = new Map<string, number>();
	let rows = 0;
	let batch: InStatement[] = [];
	const send = async () => {
		if (batch.length) await client.batch(batch, "write");
		batch = [];
	};
	for (let line = await next(); line !== null; line = await next()) {
		const end = End.safeParse(line);
		if (end.success) {
			await send();
			return end.data.rows === rows ? counts : null;
		}
		const { table, values } = Row.parse(line);
		if (!/^[a-z_0-9]+$/.test(table)) return null;
		const marks = values.map(() => "?").join(", ");
		batch.push({
			sql: `insert into ${table} values (${marks})`,
			args: values as InValue[],
		});
		counts.set(table, (counts.get(table) ?? 0) + 1);
		rows++;
		if (batch.length === BATCH_ROWS) await send();
	}
	return null;
}
