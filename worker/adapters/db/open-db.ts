import { createClient } from "@libsql/client/web";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle as drizzleD1 } from "drizzle-orm/d1";
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql/web";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { patientClient } from "./patient-client.ts";
import { createReachDatabase } from "./reach-database.ts";

export type DbStatement = BatchItem<"sqlite">;

/**
 * What both engines do alike, and no more:
 * - `batch` is the one transaction. One that writes begins with a write, so
 *   that it holds the lock from its first statement on.
 * - In a batch, builders only (D1 cannot bind parameters to raw SQL there), and
 *   no two selected columns of one name (D1 hands rows over as objects).
 * - At most 100 parameters a statement: bulk rows go through one JSON text.
 */
export type Db = Omit<BaseSQLiteDatabase<"async", unknown>, "transaction"> & {
	/** The engine's own. */
	readonly $client: object;
	batch<T extends readonly [DbStatement, ...DbStatement[]]>(
		statements: T,
	): Promise<BatchResponse<T>>;
};

/** As much of the D1 binding as is needed to tell it from other bindings. */
type D1Binding = { prepare(query: string): unknown; batch: unknown };

export type DbSource =
	| { d1: D1Binding }
	| { libsql_url: string; auth_token?: string | undefined };

/**
 * Opens the database for one request. A libSQL client must not outlive its
 * request: its queue would resume one request's work inside another's.
 */
export function openDb(source: DbSource): Db {
	const db =
		"d1" in source
			? drizzleD1(source.d1 as Parameters<typeof drizzleD1>[0])
			: drizzleLibsql(libsqlClient(source.libsql_url, source.auth_token));
	return db as unknown as Db;
}

function libsqlClient(url: string, authToken: string | undefined) {
	const fetch = createReachDatabase((request, init) =>
		globalThis.fetch(request, init),
	);
	const client = createClient(
		authToken ? { url, authToken, fetch } : { url, fetch },
	);
	return patientClient(client);
}
