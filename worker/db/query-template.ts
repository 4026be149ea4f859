import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { Db, DbStatement } from "./client.ts";

/** A parameter's value, already encoded. */
type Value = string | number | null;

type Prepared = {
	getQuery(): { sql: string; params: unknown[] };
	mapResult(response: unknown, from_batch?: boolean): unknown;
};

/** The part of D1's client that a batch uses; libSQL's client has no `prepare`. */
type Client = { prepare?: (query: string) => { bind(...params: unknown[]): unknown } };

/**
 * A statement for `db.batch` that is built once per isolate and then only gets new values,
 * because building one takes longer than mapping its rows. A batch does not accept placeholders,
 * so the returned builder replaces the method by which a batch gets the statement.
 */
export function queryTemplate<
	const Name extends string,
	S extends DbStatement & { prepare(): Prepared },
>(
	names: readonly Name[],
	build: (db: Db, at: Record<Name, Placeholder<Name>>) => S,
): (db: Db, values: Record<Name, Value>) => S {
	const at = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<
		Name,
		Placeholder<Name>
	>;
	// Kept for each engine, because they map rows differently.
	const built: { d1?: Built<S>; libsql?: Built<S> } = {};
	return (db, values) => {
		const client = db.$client as Client;
		const engine = client.prepare ? "d1" : "libsql";
		built[engine] ??= prepare(build(db, at));
		const { statement, prepared } = built[engine];
		const query = prepared.getQuery();
		const filled = {
			getQuery: () => ({ sql: query.sql, params: fillPlaceholders(query.params, values) }),
			mapResult: prepared.mapResult.bind(prepared),
			// Uses the current request's client instead of the client of the request that built the
			// statement.
			stmt: { bind: (...params: unknown[]) => client.prepare?.(query.sql).bind(...params) },
		};
		return Object.create(statement, { _prepare: { value: () => filled } });
	};
}

type Built<S> = { statement: S; prepared: Prepared };

function prepare<S extends { prepare(): Prepared }>(statement: S): Built<S> {
	return { statement, prepared: statement.prepare() };
}
