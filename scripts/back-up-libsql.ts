import { createWriteStream, existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client, InValue, Transaction } from "@libsql/client/web";
import type { Counted } from "./check-data.ts";
import { tablesInOrder } from "./libsql-tables.ts";
import { StartError } from "./start-error.ts";

/** Rows read at once, where they are short. */
const PAGE_ROWS = 200;
/** Bytes read at once: a libSQL server answers 10 MB at most, and a transcript may have nearly one. */
const PAGE_BYTES = 2_000_000;

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
		`select name, pk from pragma_table_info('${table}') order by pk`,
	);
	const key = info.rows.flatMap(({ name, pk }) => (pk ? [String(name)] : []));
	const by = key.join(", ");
	const marks = key.map(() => "?").join(", ");
	const bytes = info.rows
		.map(({ name }) => `ifnull(length(cast("${name}" as blob)), 0)`)
		.join(" + ");
	let after: InValue[] = [];
	for (;;) {
		const rest = after.length ? `where (${by}) > (${marks})` : "";
		const page = (what: string, limit: number) => ({
			sql: `select ${what} from ${table} ${rest} order by ${by} limit ${limit}`,
			args: after,
		});
		const sizes = await read.execute(page(`${bytes} as bytes`, PAGE_ROWS));
		const limit = fitting(sizes.rows.map((row) => Number(row.bytes)));
		const { rows, columns } = await read.execute(page("*", limit));
		for (const row of rows) yield columns.map((_, at) => row[at]);
		const last = rows.at(-1);
		if (!last || rows.length < limit) return;
		after = key.map((name) => last[name] ?? null);
	}
}

/** How many of these rows may be read at once: one in any case. */
function fitting(sizes: number[]): number {
	let bytes = 0;
	const over = sizes.findIndex((size) => {
		bytes += size;
		return bytes > PAGE_BYTES;
	});
	return over === -1 ? PAGE_ROWS : Math.max(over, 1);
}
