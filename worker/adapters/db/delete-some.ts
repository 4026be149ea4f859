import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./open-db.ts";

/** As many rows as one sweep takes out of a table: few enough to keep nobody waiting for the lock. */
export const SWEPT_ROWS = 500;

/** Deletes up to `limit` of the rows for which `condition` holds. */
export async function deleteSome(
	db: Db,
	table: SQLiteTable,
	condition: SQL | undefined,
	limit: number = SWEPT_ROWS,
): Promise<void> {
	await db
		.delete(table)
		.where(
			sql`rowid in (select rowid from ${table} where ${condition} limit ${limit})`,
		);
}
