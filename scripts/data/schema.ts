import { StartError } from "../server/process.ts";

/** The statements of one file in the migrations folder. */
export type Migration = { name: string; statements: string[] };

/** The table that wrangler creates, so that both tools share one record of applied migrations. */
export const LEDGER = "d1_migrations";

/** The tables of a database, and the names of its applied migrations. */
export type StoredSchema = { tables: string[]; applied: string[] };

/** `list` returns the column `name` of a query's rows. */
export async function readSchema(
	list: (query: string) => Promise<string[]>,
): Promise<StoredSchema> {
	const tables = await list("SELECT name FROM sqlite_schema WHERE type = 'table'");
	const applied = tables.includes(LEDGER) ? await list(`SELECT name FROM ${LEDGER}`) : [];
	return { tables, applied };
}

const CREATED = /^CREATE (?:VIRTUAL )?TABLE (\w+)/;

/** Says which tables of the applied migrations are missing, or null if none is. */
export function missingTables(
	migrations: readonly Migration[],
	{ tables, applied }: StoredSchema,
): string | null {
	const missing = migrations
		.filter(({ name }) => applied.includes(name))
		.flatMap(({ statements }) => statements.flatMap((it) => CREATED.exec(it)?.[1] ?? []))
		.filter((name) => !tables.includes(name));
	return missing.length === 0 ? null : `has lost the tables ${missing.sort().join(", ")}`;
}

/**
 * Throws StartError if `what` has another schema than the one that these migrations begin. The
 * schema began anew before the first release, and nothing converts what was written before.
 */
export function refuseOldSchema(
	what: string,
	applied: readonly string[],
	migrations: readonly Migration[],
	way_out: string,
): void {
	const [first] = migrations;
	if (!first || applied.length === 0 || applied.includes(first.name)) return;
	throw new StartError(
		`${what} is from a version before the first release, which this version cannot read. Nothing was changed: ${way_out}.`,
	);
}
