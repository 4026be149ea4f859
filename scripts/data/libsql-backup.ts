import { createReadStream, createWriteStream, existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import stream, { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Client, InStatement, InValue, Transaction } from "@libsql/client/web";
import * as z from "zod";
import { layout } from "../layout.ts";
import { StartError } from "../server/process.ts";
import type { Counted, Restored } from "./folder-backup.ts";
import { applyToLibsql, readMigrations } from "./migrations.ts";
import { refuseOldSchema } from "./schema.ts";

/** Rows per read for short rows. */
const PAGE_ROWS = 200;
/** Bytes per read. A libSQL server sends at most 10 MB, and a transcript may have almost 1 MB. */
const PAGE_BYTES = 2_000_000;

const LIBSQL_FORMAT = "bs-detector-libsql";

/**
 * Writes a consistent state of a libSQL database into a new file of compressed JSON lines. The
 * last line contains the number of rows, so that an incomplete file is detected.
 */
export async function backUpLibsql(client: Client, file: string): Promise<Counted> {
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

async function* linesOf(read: Transaction, counts: Map<string, number>): AsyncGenerator<string> {
	const line = (value: unknown) => `${JSON.stringify(value)}\n`;
	const made_at = new Date().toISOString();
	const tables = await tablesInOrder(read);
	const { rows: ledger } = await read.execute("select name from d1_migrations");
	const migrations = ledger.map(({ name }) => String(name));
	refuseOldSchema(
		"LIBSQL_URL: that database",
		migrations,
		readMigrations(layout.migrations),
		"use the version that it is from",
	);
	const numbers = await read.execute("select name, seq from sqlite_sequence");
	yield line({
		format: LIBSQL_FORMAT,
		version: 1,
		made_at,
		tables,
		migrations,
		// Ensures that ids of deleted rows are not reused.
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

/**
 * Reads in the order of the table's primary key, starting after the last row of the previous
 * page.
 */
async function* rowsOf(read: Transaction, table: string): AsyncGenerator<unknown[]> {
	const info = await read.execute(`select name, pk from pragma_table_info('${table}') order by pk`);
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

/** How many of these rows fit into one read, at least one. */
function fitting(sizes: number[]): number {
	let bytes = 0;
	const over = sizes.findIndex((size) => {
		bytes += size;
		return bytes > PAGE_BYTES;
	});
	return over === -1 ? PAGE_ROWS : Math.max(over, 1);
}

const BATCH_ROWS = 100;
/** Characters per write, because a proxy in front of the database may refuse large requests. */
const BATCH_CHARACTERS = 2_000_000;

/**
 * Restores a backup into an empty libSQL database with the migrations of its time; the next start
 * applies newer ones. Throws StartError if the database is not empty or the file is incomplete.
 * The file is read to its end before anything is written. The migrations are recorded last, so
 * that no server starts on a partially restored database.
 */
export async function restoreLibsql(file: string, client: Client): Promise<Restored> {
	if (!existsSync(file)) throw new StartError(`There is no ${file}.`);
	if ((await tablesInOrder(client)).length)
		throw new StartError("The database is not empty. Restore into an empty one.");
	const head = await readHead(file);
	const counts = new Map<string, number>();
	for await (const { table } of rowsIn(file)) counts.set(table, (counts.get(table) ?? 0) + 1);
	await prepare(client, file, head.migrations);
	await fill(client, file);
	await client.batch(
		[
			...head.migrations.map((name) => ({
				sql: "insert into d1_migrations (name) values (?)",
				args: [name],
			})),
			// A table without rows may also have a sequence number, but no line in this backup.
			"delete from sqlite_sequence",
			...head.numbers.map((number) => ({
				sql: "insert into sqlite_sequence (name, seq) values (?, ?)",
				args: number,
			})),
			...INDEXES,
		],
		"write",
	);
	const of = (table: string) => counts.get(table) ?? 0;
	return {
		made_at: head.made_at,
		videos: of("videos"),
		members: of("members"),
		votes: of("votes"),
	};
}

/** Creates the tables of the backup's version, without rows that migrations insert or record. */
async function prepare(client: Client, file: string, applied: string[]): Promise<void> {
	const known = readMigrations(layout.migrations);
	refuseOldSchema(`The backup ${file}`, applied, known, "use the version that it is from");
	const strange = applied.find((name) => !known.some((it) => it.name === name));
	if (strange) throw new StartError(`The backup is newer than this version: it has ${strange}.`);
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
		batch.push({ sql: `insert into ${table} values (${marks})`, args: values });
		for (const value of values) characters += String(value).length;
		if (batch.length === BATCH_ROWS || characters > BATCH_CHARACTERS) await send();
	}
	await send();
}

const Head = z.object({
	format: z.literal(LIBSQL_FORMAT),
	version: z.literal(1),
	made_at: z.string(),
	migrations: z.array(z.string()),
	numbers: z.array(z.tuple([z.string(), z.number()])),
});
const Row = z.object({
	table: z.string().regex(/^[a-z_0-9]+$/),
	values: z.array(z.union([z.string(), z.number(), z.null()])),
});
const End = z.object({ rows: z.number() });

type LibsqlHead = z.infer<typeof Head>;
type LibsqlRow = z.infer<typeof Row>;

/** The first line of a libSQL backup. Throws StartError if it is something else. */
async function readHead(file: string): Promise<LibsqlHead> {
	for await (const line of linesIn(file)) {
		const head = Head.safeParse(line);
		if (head.success) return head.data;
		break;
	}
	throw new StartError(`${file} is not a backup, or one of another version.`);
}

/**
 * Yields the rows in order. Throws StartError if the file is incomplete, which may show only at
 * its end.
 */
async function* rowsIn(file: string): AsyncGenerator<LibsqlRow> {
	let rows = 0;
	let head_read = false;
	let ended = false;
	for await (const line of linesIn(file)) {
		const end = End.safeParse(line);
		const row = Row.safeParse(line);
		if (ended) throw notWhole(file);
		if (!head_read) head_read = true;
		else if (end.success && end.data.rows === rows) ended = true;
		else if (!row.success) throw notWhole(file);
		else {
			rows++;
			yield row.data;
		}
	}
	if (!ended) throw notWhole(file);
}

async function* linesIn(file: string): AsyncGenerator<unknown> {
	const text = stream.pipeline(createReadStream(file), createGunzip(), () => {});
	let rest = "";
	try {
		for await (const chunk of text.setEncoding("utf8")) {
			const lines = `${rest}${chunk}`.split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) yield JSON.parse(line);
		}
		if (rest) yield JSON.parse(rest);
	} catch (error) {
		throw isTorn(error) ? notWhole(file) : error;
	}
}

/**
 * Whether decompressing or parsing failed. Disk errors are not included and are reported
 * unchanged.
 */
function isTorn(error: unknown): boolean {
	if (error instanceof SyntaxError) return true;
	const { code } = error as NodeJS.ErrnoException;
	return code?.startsWith("Z_") ?? false;
}

function notWhole(file: string): StartError {
	return new StartError(`${file} is incomplete, or not a backup.`);
}

/** Fill the text indexes, which store no text, from their documents. */
const INDEXES = [
	"insert into search_index (rowid, title_key, channel_key) select id, title_key, channel_key from search_docs",
	"insert into statement_index (rowid, content_key) select d.id, d.content_key from statement_docs d join statements s on s.id = d.statement_id join videos v on v.id = s.video_id where v.analysis_status = 'completed' and v.listed = 1",
];

/** The engine's own tables, and the text indexes. */
const NOT_DATA =
	"name not like 'sqlite_%' and name not like 'libsql_%' and name not like 'search_index%' and name not like 'statement_index%'";

/** The database's tables in an order in which every table follows those that it references. */
export async function tablesInOrder(from: Client | Transaction): Promise<string[]> {
	const { rows } = await from.execute(
		`select name from sqlite_master where type = 'table' and ${NOT_DATA} order by name`,
	);
	const waiting = new Map<string, string[]>();
	for (const { name } of rows) {
		const keys = await from.execute(
			`select "table" as parent from pragma_foreign_key_list('${String(name)}')`,
		);
		waiting.set(
			String(name),
			keys.rows.map(({ parent }) => String(parent)),
		);
	}
	const order: string[] = [];
	while (waiting.size) {
		const [next] = [...waiting].find(([, parents]) =>
			parents.every((parent) => order.includes(parent)),
		) ?? [null];
		if (next === null) throw new Error("The tables refer to each other");
		order.push(next);
		waiting.delete(next);
	}
	return order;
}
