import type { Client } from "@libsql/client/web";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle as drizzleD1 } from "drizzle-orm/d1";
import { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { LibSQLSession } from "drizzle-orm/libsql/session";
import { type BaseSQLiteDatabase, SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { connectD1, type Reading, type Writes } from "./replicas.ts";

export type DbStatement = BatchItem<"sqlite">;

/**
 * The subset of features that both engines support:
 * - `batch` is the only transaction. A batch that writes must start with a write, so that it has
 * the write lock from its first statement.
 * - A batch takes query builders only, because D1 cannot bind parameters to raw SQL there. It
 * must not select two columns of the same name, because D1 returns rows as objects.
 * - A statement has at most 100 parameters. Bulk rows are passed as one JSON text.
 */
export type Db = Omit<BaseSQLiteDatabase<"async", unknown>, "transaction"> & {
	/** The engine's own client. */
	readonly $client: object;
	batch<T extends readonly [DbStatement, ...DbStatement[]]>(
		statements: T,
	): Promise<BatchResponse<T>>;
};

/** The part of the D1 binding by which it is recognised. */
type D1Binding = { prepare(query: string): unknown; batch: unknown };
type D1Client = Parameters<typeof drizzleD1>[0];

export type DbSource = { d1: D1Binding } | { libsql_url: string; auth_token?: string | undefined };

/** One database as a request sees it; with one node all three are the same. */
export type Databases = {
	/**
	 * For reads that may be a moment old. A row that a replica lacks is looked up at the primary
	 * before the answer says that it does not exist (`readSurely`).
	 */
	near: Db;
	/** The nearest replica, even after the reader's own writes: for what is checked again elsewhere. */
	nearest: Db;
	/** For writes, and for reads that decide something. */
	primary: Db;
};

/**
 * Opens the database for one request. Requests must not share a libSQL client, because its queue
 * would continue one request's work within another.
 */
export function openDatabases(source: DbSource, reading: Reading, writes: Writes): Databases {
	if (!("d1" in source)) {
		const db = openDb(source);
		return { near: db, nearest: db, primary: db };
	}
	const clients = connectD1(source.d1 as Parameters<typeof connectD1>[0], reading, writes);
	const opened = new Map<object, Db>();
	// Clients that are the same give the same database: `readSurely` compares them.
	const open = (client: object): Db => {
		const db = opened.get(client) ?? openDb({ d1: client as D1Binding });
		opened.set(client, db);
		return db;
	};
	return {
		near: open(clients.near),
		nearest: open(clients.nearest),
		primary: open(clients.primary),
	};
}

/** One connection for everything. */
export function openDb(source: DbSource): Db {
	const db =
		"d1" in source
			? drizzleD1(source.d1 as D1Client)
			: drizzleLibsql(libsqlClient(source.libsql_url, source.auth_token));
	return db as Db;
}

/** Reads from the replica; if the row is absent there, from the primary, which may have it already. */
export async function readSurely<T>(
	{ near, primary }: Pick<Databases, "near" | "primary">,
	read: (db: Db) => Promise<T>,
	isAbsent: (found: T) => boolean,
): Promise<T> {
	const found = await read(near);
	return near !== primary && isAbsent(found) ? read(primary) : found;
}

/** As drizzle's own function does it, which would load the client's code. */
function drizzleLibsql($client: Client) {
	const dialect = new SQLiteAsyncDialect();
	const session = new LibSQLSession($client, dialect, undefined, {}, undefined);
	const db = new LibSQLDatabase("async", dialect, session, undefined);
	return Object.assign(db, { $client });
}

/** A libSQL client that is loaded with its first statement: a site with D1 does not need it. */
function libsqlClient(url: string, token: string | undefined): Client {
	let opened: Promise<Client> | null = null;
	const open = () => {
		opened ??= import("./libsql.ts").then(({ openLibsql }) => openLibsql(url, token));
		return opened;
	};
	const client: Pick<Client, "execute" | "batch"> = {
		execute: async (...call: unknown[]) =>
			(await open()).execute(...(call as Parameters<Client["execute"]>)),
		batch: async (...call) => (await open()).batch(...call),
	};
	return client as Client;
}
