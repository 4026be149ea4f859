import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { storedText } from "#text/clean.ts";
import type { Db, DbStatement } from "./client.ts";

type Answers<T> = {
	[Name in keyof T]: T[Name] extends DbStatement ? T[Name]["_"]["result"] : never;
};

/**
 * Runs the statements in the order of their names, as one transaction. The answer has the rows of
 * each statement under the same name: those of a select or of `returning`, otherwise nothing to
 * read. A name must not be an integer, because objects sort these first.
 */
export async function runBatch<T extends Record<string, DbStatement>>(
	db: Db,
	statements: T,
): Promise<Answers<T>> {
	const [first, ...others] = Object.values(statements);
	const answers = first ? await db.batch([first, ...others]) : [];
	const named = Object.keys(statements).map((name, place) => [name, answers[place]]);
	return Object.fromEntries(named) as Answers<T>;
}

type Row<T extends SQLiteTable> = Required<T["$inferInsert"]>;

/**
 * Inserts any number of complete rows through one JSON parameter, if `condition` is true. An
 * onConflict… clause can be chained before the statement is run or batched.
 */
export function insertRows<T extends SQLiteTable>(
	db: Db,
	table: T,
	rows: Row<T>[],
	condition: SQL,
) {
	const columns: [string, SQLiteColumn][] = Object.entries(getTableColumns(table));
	const encoded = JSON.stringify(rows.map((row) => encodeRow(columns, row)));
	const values = columns.map((_, place) => sql`json_extract(value, ${sql.raw(`'$[${place}]'`)})`);
	return db
		.insert(table)
		.select(sql`select ${sql.join(values, sql`, `)} from json_each(${encoded}) where ${condition}`);
}

function encodeRow(columns: [string, SQLiteColumn][], row: Record<string, unknown>): unknown[] {
	return columns.map(([name, column]) => {
		const value = row[name];
		if (value === null || value === undefined) return null;
		return column.mapToDriverValue(clean(value));
	});
}

/** Makes every text in a value storable before the value is encoded as JSON. */
function clean(value: unknown): unknown {
	if (typeof value === "string") return storedText(value);
	if (Array.isArray(value)) return value.map(clean);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [storedText(key), clean(item)]),
	);
}

/** For an upsert's `set`: assigns the inserted values to these columns. */
export function excluded<Name extends string>(...names: Name[]): Record<Name, SQL> {
	const entries = names.map((name) => [name, sql`excluded.${sql.identifier(name)}`]);
	return Object.fromEntries(entries) as Record<Name, SQL>;
}

/** The rows that one sweep deletes: few enough not to block other writes for long. */
export const SWEPT_ROWS = 500;

/** Deletes up to SWEPT_ROWS of the rows that match `condition`. */
export async function deleteSome(
	db: Db,
	table: SQLiteTable,
	condition: SQL | undefined,
): Promise<void> {
	await db
		.delete(table)
		.where(sql`rowid in (select rowid from ${table} where ${condition} limit ${SWEPT_ROWS})`);
}
