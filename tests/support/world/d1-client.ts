import { request } from "node:http";
import type {
	D1Database,
	D1PreparedStatement,
	D1Result,
} from "@cloudflare/workers-types/experimental";
import type { Client, InValue, ResultSet } from "@libsql/client/web";
import type { WorkerOptions } from "miniflare";

/** The name of the worker that exposes its D1. */
export const DATABASE_WORKER = "database";

/** A request to that worker. */
type Asked = { how: "all" | "raw" | "batch" | "exec"; statements: Bound[] };
type Bound = { sql: string; args: unknown[] };
type Told = { done: unknown } | { failed: string; cause: string | null };

/** The database operations on statements with bound values. */
type Engine = {
	all: (bound: Bound) => Promise<D1Result<Record<string, unknown>>>;
	raw: (bound: Bound) => Promise<unknown>;
	batch: (batch: Bound[]) => Promise<unknown>;
	exec: (sql: string) => Promise<unknown>;
	/** Converts a value for the engine. */
	value: (value: unknown) => unknown;
};

const SCRIPT = `export default {
	async fetch(request, { DB }) {
		const { how, statements } = await request.json();
		const prepared = () => statements.map(({ sql, args }) => DB.prepare(sql).bind(...args));
		try {
			const done =
				how === "batch" ? await DB.batch(prepared())
				: how === "exec" ? await DB.exec(statements[0].sql)
				: await prepared()[0][how]();
			return Response.json({ done });
		} catch (error) {
			return Response.json({ failed: error.message, cause: error.cause?.message ?? null });
		}
	},
};`;

/**
 * A Miniflare worker, alone or beside another, that exposes the D1 of that id over HTTP.
 * Miniflare's own access takes several requests per query, some of which block the process, and ten
 * times the work.
 */
export function databaseWorker(id: string, name: string = DATABASE_WORKER): WorkerOptions {
	return {
		name,
		modules: true,
		script: SCRIPT,
		compatibilityDate: "2025-01-01",
		d1Databases: { DB: id },
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
	};
}

const statements = new WeakMap<object, Bound>();

/** The D1 binding's interface on top of an engine. */
function asD1(engine: Engine): D1Database {
	const statement = (bound: Bound): D1PreparedStatement => {
		const all = () => engine.all(bound);
		const prepared = {
			bind: (...args: unknown[]) => statement({ sql: bound.sql, args: args.map(engine.value) }),
			run: all,
			all,
			raw: () => engine.raw(bound),
			async first(column?: string) {
				const [row] = (await all()).results;
				if (!row) return null;
				return column === undefined ? row : row[column];
			},
		};
		statements.set(prepared, bound);
		return prepared as unknown as D1PreparedStatement;
	};
	const database = {
		prepare: (sql: string) => statement({ sql, args: [] }),
		batch: (batch: D1PreparedStatement[]) => engine.batch(batch.map(boundOf)),
		exec: engine.exec,
	};
	return database as unknown as D1Database;
}

function boundOf(prepared: D1PreparedStatement): Bound {
	const bound = statements.get(prepared);
	if (!bound) throw new Error("The statement is of another database");
	return bound;
}

/** The D1 binding's interface to the worker above. */
export function d1OverHttp(address: URL): D1Database {
	const asked = (how: Asked["how"], ...statements: Bound[]) => ask(address, { how, statements });
	return asD1({
		all: (bound) => asked("all", bound) as ReturnType<Engine["all"]>,
		raw: (bound) => asked("raw", bound),
		batch: (batch) => asked("batch", ...batch),
		exec: (sql) => asked("exec", { sql, args: [] }),
		value: sendable,
	});
}

/**
 * The D1 binding's interface to a libSQL database, so that tests can use the same code for both.
 */
export function libsqlAsD1(client: Client): D1Database {
	const execute = ({ sql, args }: Bound) => client.execute({ sql, args: args as InValue[] });
	return asD1({
		all: async (bound) => resultOf(await execute(bound)),
		async raw(bound) {
			const { rows, columns } = await execute(bound);
			return rows.map((row) => columns.map((_, place) => row[place]));
		},
		async batch(batch) {
			const results = await client.batch(batch as { sql: string; args: InValue[] }[], "write");
			return results.map(resultOf);
		},
		async exec(sql) {
			await client.executeMultiple(sql);
			return { count: sql.split(";").length, duration: 0 };
		},
		value: (value) => (typeof value === "boolean" ? Number(value) : value),
	});
}

function resultOf(result: ResultSet): D1Result<Record<string, unknown>> {
	const { rows, columns, rowsAffected, lastInsertRowid } = result;
	return {
		success: true,
		results: rows.map((row) =>
			Object.fromEntries(columns.map((name, place) => [name, row[place]])),
		),
		meta: {
			changes: rowsAffected,
			last_row_id: Number(lastInsertRowid ?? 0),
			changed_db: rowsAffected > 0,
			duration: 0,
			size_after: 0,
			rows_read: 0,
			rows_written: 0,
		},
	};
}

/** Rejects what D1 rejects, which JSON would silently turn into null. */
function sendable(value: unknown): unknown {
	const plain = value === null || typeof value === "string";
	if (plain || typeof value === "boolean" || Number.isFinite(value)) return value;
	throw new TypeError(`A query cannot be given ${String(value)}`);
}

async function ask(address: URL, asked: Asked): Promise<unknown> {
	const told = JSON.parse(await post(address, JSON.stringify(asked))) as Told;
	if ("done" in told) return told.done;
	const { failed, cause } = told;
	throw new Error(failed, cause === null ? {} : { cause: new Error(cause) });
}

/** One connection per request, since workerd may close an idle one just as it is reused. */
function post(address: URL, body: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const headers = { "content-length": Buffer.byteLength(body) };
		const options = { method: "POST", agent: false, headers } as const;
		const sent = request(address, options, (answer) => {
			const chunks: Buffer[] = [];
			answer.on("data", (chunk: Buffer) => chunks.push(chunk));
			answer.once("error", reject);
			answer.once("end", () => resolve(Buffer.concat(chunks).toString()));
		});
		sent.once("error", reject);
		sent.end(body);
	});
}
