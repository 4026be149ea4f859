import type {
	D1Database,
	D1PreparedStatement,
	D1Result,
} from "@cloudflare/workers-types/experimental";

type Env = { DB: D1Database };
type Worker = { fetch: (request: Request, env: Env, ctx: unknown) => Promise<Response> };

/** Hands a request on, and tells beside its answer how many rows were read for it. */
export async function countingRows(
	worker: Worker,
	request: Request,
	env: Env,
	ctx: unknown,
): Promise<Response> {
	let rows = 0;
	const DB = counted(env.DB, ({ meta }) => {
		rows += meta.rows_read;
	});
	const answer = await worker.fetch(request, { ...env, DB }, ctx);
	const told = new Response(answer.body, answer);
	told.headers.set("x-rows-read", String(rows));
	return told;
}

/** Of a single query's rows as arrays nothing is told, so that it is asked twice. */
function counted(database: D1Database, note: (result: D1Result) => void): D1Database {
	const inner = new WeakMap<object, D1PreparedStatement>();
	const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
		const outer = {
			bind: (...values: unknown[]) => wrap(statement.bind(...values)),
			async raw() {
				note(await statement.all());
				return statement.raw();
			},
			async all() {
				const result = await statement.all();
				note(result);
				return result;
			},
		} as unknown as D1PreparedStatement;
		inner.set(outer, statement);
		return outer;
	};
	return {
		prepare: (query: string) => wrap(database.prepare(query)),
		async batch(statements: D1PreparedStatement[]) {
			const results = await database.batch(statements.map((outer) => inner.get(outer) ?? outer));
			for (const result of results) note(result);
			return results;
		},
	} as D1Database;
}
