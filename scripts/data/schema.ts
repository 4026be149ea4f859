/** The statements of one file in the migrations folder. */
export type Migration = { name: string; statements: string[] };

/** The table that wrangler creates, so that both tools share one record of applied migrations. */
export const LEDGER = "d1_migrations";
export const LIST_APPLIED = `SELECT name FROM ${LEDGER}`;
export const LIST_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?["\`]?(\w+)`;
const CREATED = new RegExp(`^CREATE (?:VIRTUAL )?TABLE ${NAME}`, "i");
const DROPPED = new RegExp(`^DROP TABLE ${NAME}`, "i");
const RENAMED = new RegExp(`^ALTER TABLE ${NAME}["\`]? RENAME TO ["\`]?(\\w+)`, "i");

/** The tables that exist after these migrations. */
export function tablesAfter(migrations: readonly Migration[]): Set<string> {
	const tables = new Set<string>();
	for (const { statements } of migrations)
		for (const statement of statements) {
			const [, created] = CREATED.exec(statement) ?? [];
			const [, renamed, name] = RENAMED.exec(statement) ?? [];
			const gone = DROPPED.exec(statement)?.[1] ?? renamed;
			if (gone) tables.delete(gone);
			if (created ?? name) tables.add(created ?? name ?? "");
		}
	return tables;
}

/** Says which tables of the applied migrations are missing, or null if none is. */
export function missingTables(
	migrations: readonly Migration[],
	applied: readonly string[],
	present: readonly string[],
): string | null {
	const wanted = tablesAfter(migrations.filter(({ name }) => applied.includes(name)));
	const missing = [...wanted].filter((name) => !present.includes(name));
	return missing.length === 0 ? null : `has lost the tables ${missing.sort().join(", ")}`;
}
