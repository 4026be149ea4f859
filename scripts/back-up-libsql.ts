import { createWriteStream, existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client, InValue, Transaction } from "@libsql/client/web";
import type { Counted } from "./check-data.ts";
import { tablesInOrder } from "./libsql-tables.ts";
import { StartError } from "./start-error.ts";

/** A page of rows: transcripts are the longest, some hundred kilobytes each. */
const PAGE_ROWS = 200;

export const LIBSQL_FORMAT = "bs-detector-libsql";

/**
 * Writes a libSQL database as it is at one moment into a file that is not there yet: lines of JSON,
 * packed, of which the last tells how many rows there are, so that a torn file is known.
 */
export async function backUpLibsql(
	client: Client,
	file: string,
): Promise<Counted> {
	if (existsSync(file)) throw new StartError(`${file} is there already.`);
	const partial = `${file}.${process.pid}`;
	const read = await client.transaction("read");
	const counts = new Map<string, number>();
	try {
		const lines = Readable.from(linesOf(read, counts));
		await pipeline(lines, createGzip(), createWriteStream(partial));
		renameSync(partial, file);
	} finally {
		read.close();
		await rm(partial, { force: true });
	}
	const of = (table: string) => counts.get(table) ?? 0;
	return { videos: of("videos"), members: of("members"), votes: of("votes") };
}

async function* linesOf(
	read: Transaction,
	counts: Map<string, number>,
): AsyncGenerator<string> {
	const line = (value: unknown) => `${JSON.stringify(value)}\n`;
	const made_at = new Date().toISOString();
	const tables = await tablesInOrder(read);
	const applied = await read.execute("select name from d1_migrations");
	const numbers = await read.execute("select name, seq from sqlite_sequence");
	yield line({
		...{ format: LIBSQL_FORMAT, version: 1, made_at, tables },
		migrations: applied.rows.map(({ name }) => String(name)),
		// A number that was given to a row that is gone is not given again.
		numbers: numbers.rows.map(({ name, seq }) => [name, seq]),
	});
	let rows = 0;
	for (const table of tables) {
		if (table === "d1_migrations") continue;
		for await (const values of rowsOf(read, table)) {
			yield line({ table, values });
			rows++;
			counts.set(table, (counts.get(table) ?? 0) + 1);
		}
	}
	yield line({ rows });
}

/** By the table's own key, from where the page before ended. */
async function* rowsOf(
	read: Transaction,
	table: string,
): AsyncGenerator<unknown[]> {
	const info = await read.execute(
		`select name from pragma_table_info('${table}') where pk > 0 order by pk`,
	);
	const key = info.rows.map(({ name }) => String(name));
	const by = key.join(", ");
	const marks = key.map(() => "?").join(", ");
	let after: InValue[] = [];
	for (;;) {
		const rest = after.length ? `where (${by}) > (${marks})` : "";
		const { rows, columns } = await read.execute({
			sql: `select * from ${table} ${rest} order by ${by} limit ${PAGE_ROWS}`,
			args: after,
		});
		for (const row of rows) yield columns.map((_, at) => row[at]);
		const last = rows.at(-1);
		if (!last || rows.length < PAGE_ROWS) return;
		after = key.map((name) => last[name] ?? null);
	}
}
