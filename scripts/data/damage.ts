import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import { StartError } from "../server/process.ts";
import { persistence } from "../server/runtime.ts";
import { type Migration, missingTables, readSchema } from "./schema.ts";

/**
 * Recognises a damaged or emptied database, which would otherwise be served, or migrated as a new
 * one, and a full disk, which looks like damage. Nothing here changes a file.
 */

/** Miniflare's own database, beside the product's. */
const NOT_OURS = "metadata.sqlite";

/** The embedded database's file, or null if there is none. */
export function databaseFile(data_dir: string): string | null {
	const { d1Persist } = persistence(data_dir);
	if (!existsSync(d1Persist)) return null;
	const found = readdirSync(d1Persist, { recursive: true })
		.map(String)
		.find((name) => name.endsWith(".sqlite") && !name.endsWith(NOT_OURS));
	return found ? join(d1Persist, found) : null;
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;
/** Where the header has the size of a page, two bytes, and the number of pages, four bytes. */
const PAGE_SIZE_AT = 16;
const PAGES_AT = 28;
/** The number of pages counts if these two numbers are the same. */
const CHANGES_AT = 24;
const PAGES_VALID_AT = 92;
const PAGE_SIZES = new Set([1, ...Array.from({ length: 7 }, (_, at) => 512 << at)]);
const LARGEST_PAGE = 65_536;

/** A log begins with one of these numbers, by the order of bytes in its checksums. */
const LOG_MAGIC = new Set([0x377f0682, 0x377f0683]);
const LOG_HEADER_BYTES = 32;

function readHeader(path: string): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	const file = openSync(path, "r");
	try {
		return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
	} finally {
		closeSync(file);
	}
}

/** What the first bytes and the size of a database's file show to be wrong, or null. */
function wrongInFile(path: string): string | null {
	const header = readHeader(path);
	if (header.length === 0) return "is empty";
	if (header.length < HEADER_BYTES) return "is cut off";
	if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return "is no database";
	const page = header.readUInt16BE(PAGE_SIZE_AT);
	if (!PAGE_SIZES.has(page)) return "has a damaged beginning";
	const log = `${path}-wal`;
	// Pages that are only in the log are not missing in the file.
	if (existsSync(log) && statSync(log).size > 0) return wrongInLog(log);
	const page_bytes = page === 1 ? LARGEST_PAGE : page;
	const counts = header.readUInt32BE(CHANGES_AT);
	if (counts !== header.readUInt32BE(PAGES_VALID_AT)) return null;
	const bytes = header.readUInt32BE(PAGES_AT) * page_bytes;
	return statSync(path).size < bytes ? "is cut off" : null;
}

/** SQLite would take such a log for an old one and write over it. */
function wrongInLog(path: string): string | null {
	const header = readHeader(path);
	const is_whole = header.length >= LOG_HEADER_BYTES && LOG_MAGIC.has(header.readUInt32BE());
	return is_whole ? null : "has a damaged log beside it (its name ends in -wal)";
}

function refuse(what: string, data_dir: string): never {
	throw new StartError(
		`${what}. Nothing was changed: move ${data_dir} away, and either restore a backup with \`npm run restore -- FILE\` or start without data.`,
	);
}

/**
 * Whether the folder has held data; `was_migrated` says that its database was complete. Throws
 * StartError if the file of the database is damaged, or gone from such a folder. To be called
 * before SQLite opens it, which removes the log of an empty file.
 */
export function refuseDamagedFile(data_dir: string, was_migrated: boolean): boolean {
	const { durableObjectsPersist } = persistence(data_dir);
	const had_data = was_migrated || existsSync(durableObjectsPersist);
	const file = databaseFile(data_dir);
	if (file === null) {
		if (had_data)
			refuse(`The database of ${data_dir} is missing, but not what belongs to it`, data_dir);
		return had_data;
	}
	const wrong = wrongInFile(file);
	// A first start that was interrupted may leave an empty file.
	if (wrong === null || (wrong === "is empty" && !had_data)) return had_data;
	return refuse(`The database ${file} ${wrong}`, data_dir);
}

/** Reading a database of this size takes less than a second, and a start should not take longer. */
const CHECKED_WHOLE_BYTES = 64_000_000;

/**
 * Throws StartError if tables are missing or SQLite finds damage. Of a database larger than
 * `CHECKED_WHOLE_BYTES` only the schema is read: damage in its rows shows when they are read, as a
 * 503.
 */
export async function refuseDamagedDatabase(
	d1: D1Database,
	migrations: readonly Migration[],
	data_dir: string,
): Promise<void> {
	const wrong = await wrongInDatabase(d1, migrations).catch(
		(error: unknown) => `cannot be read: ${String(error)}`,
	);
	if (wrong !== null) refuse(`The database ${databaseFile(data_dir)} ${wrong}`, data_dir);
}

async function wrongInDatabase(
	d1: D1Database,
	migrations: readonly Migration[],
): Promise<string | null> {
	let bytes = 0;
	const schema = await readSchema(async (query) => {
		const { results, meta } = await d1.prepare(query).all<{ name: string }>();
		bytes = meta.size_after;
		return results.map(({ name }) => name);
	});
	if (!schema.applied.length) return "is empty";
	const missing = missingTables(migrations, schema);
	if (missing !== null) return missing;
	if (bytes > CHECKED_WHOLE_BYTES) return null;
	const said = await d1.prepare("PRAGMA quick_check(1)").first();
	// SQLite names the database in a line of its own first.
	const [verdict = ""] = Object.values(said ?? {})
		.join()
		.split("\n")
		.slice(-1);
	return verdict === "ok" ? null : `is damaged: ${verdict}`;
}

/**
 * What Node and SQLite say without room for a file, for a page of a database, or for the memory
 * that its readers share.
 */
const NO_ROOM = /\bENOSPC\b|SQLITE_FULL|SQLITE_IOERR_SHMSIZE/;

/**
 * The message for a start that failed because the disk of the data folder is full; null for any
 * other error. Without it, a database that cannot note a query would be taken for a damaged one.
 */
export function fullDisk(error: unknown, data_dir: string): StartError | null {
	if (!(error instanceof Error) || !NO_ROOM.test(error.message)) return null;
	// A libSQL database is on another disk.
	if (error.message.startsWith("LIBSQL_URL:")) return null;
	return new StartError(`The disk of ${data_dir} is full. Make room and start again.`);
}
