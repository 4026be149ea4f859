import { sql } from "drizzle-orm";
import type { Db } from "./open-db.ts";

/** Throws where the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
	await db.all(sql`select 1 as one`);
}

/** The names of the migrations that were applied, in the runner's own table. */
export async function appliedMigrations(db: Db): Promise<string[]> {
	const rows = await db.all<{ name: string }>(
		sql`select name from d1_migrations order by name`,
	);
	return rows.map(({ name }) => name);
}
