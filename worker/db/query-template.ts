import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { Db, DbStatement } from "./client.ts";

/** What a parameter may be; whatever encodes it has done so. */
type Value = string | number | null;

type Prepared = {
	getQuery(): { sql: string; params: unknown[] };
	mapResult(response: unknown, from_batch?: boolean): unknown;
};

/** As much of D1's client as a batch needs of it; libSQL's has no `prepare`. */
type Client = {
	prepare?: (query: string) => { bind(...params: unknown[]): unknown };
};

/**
 * A statement for `db.batch` that is put together once in the life of an
 * isolate and from then on only filled in. To put one together takes longer
 * than to map its rows, and a batch takes no placeholders of its own accord:
 * so what goes into it is what it asks of a builder, and no more.
 */
export function queryTemplate<
	const Name extends string,
	S extends DbStatement & { prepare(): Prepared },
>(
	names: readonly Name[],
	build: (db: Db, at: Record<Name, Placeholder<Name>>) => S,
): (db: Db, values: Record<Name, Value>) => S {
	const at = Object.fromEntries(
		names.map((name) => [name, sql.placeholder(name)]),
	) as Record<Name, Placeholder<Name>>;
	// The engines map their rows differently.
	const built: { d1?: Prepared; libsql?: Prepared } = {};
	return (db, values) => {
		const client = db.$client as Client;
		const engine = client.prepare ? "d1" : "libsql";
		const prepared = built[engine] ?? build(db, at).prepare();
		built[engine] = prepared;
		const query = prepared.getQuery();
		const filled = {
			getQuery: () => ({
				sql: query.sql,
				params: fillPlaceholders(query.params, values),
			}),
			mapResult: prepared.mapResult.bind(prepared),
			// This request's own, not that of the request by which it was built.
			stmt: {
				bind: (...params: unknown[]) =>
					client.prepare?.(query.sql).bind(...params),
			},
		};
		return { _prepare: () => filled } as unknown as S;
	};
}
