import type {
	D1Database,
	D1PreparedStatement,
	D1Result,
} from "@cloudflare/workers-types/experimental";
import type { Client, InValue, ResultSet } from "@libsql/client/web";

/** What `bind` makes of a statement: enough to send it. */
type Bound = { sql: string; args: InValue[] };

const statements = new WeakMap<object, Bound>();

/**
 * A libSQL database behind the binding's interface, for looking behind the
 * product's back on either engine in the same words.
 */
export function libsqlAsD1(client: Client): D1Database {
	const database = {
		prepare: (sql: string) => statement(client, { sql, args: [] }),
		async batch(batch: D1PreparedStatement[]) {
			const results = await client.batch(batch.map(boundOf), "write");
			return results.map(resultOf);
		},
		async exec(sql: string) {
			await client.executeMultiple(sql);
			return { count: sql.split(";").length, duration: 0 };
		},
	};
	return database as unknown as D1Database;
}

function statement(client: Client, bound: Bound): D1PreparedStatement {
	const ask = () => client.execute(bound);
	const prepared = {
		bind: (...values: unknown[]) =>
			statement(client, { sql: bound.sql, args: values.map(storable) }),
		run: async () => resultOf(await ask()),
		all: async () => resultOf(await ask()),
		async first(column?: string) {
			const [row] = objectsOf(await ask());
			if (!row) return null;
			return column === undefined ? row : row[column];
		},
		async raw() {
			const { rows, columns } = await ask();
			return rows.map((row) => columns.map((_, place) => row[place]));
		},
	};
	statements.set(prepared, bound);
	return prepared as unknown as D1PreparedStatement;
}

function boundOf(prepared: D1PreparedStatement): Bound {
	const bound = statements.get(prepared);
	if (!bound) throw new Error("The statement is of another database");
	return bound;
}

function storable(value: unknown): InValue {
	if (typeof value === "boolean") return value ? 1 : 0;
	return value as InValue;
}

function objectsOf({ rows, columns }: ResultSet): Record<string, unknown>[] {
	return rows.map((row) =>
		Object.fromEntries(columns.map((name, place) => [name, row[place]])),
	);
}

function resultOf(result: ResultSet): D1Result {
	return {
		success: true,
		results: objectsOf(result),
		meta: {
			changes: result.rowsAffected,
			last_row_id: Number(result.lastInsertRowid ?? 0),
			changed_db: result.rowsAffected > 0,
			...{ duration: 0, size_after: 0, rows_read: 0, rows_written: 0 },
		},
	};
}
