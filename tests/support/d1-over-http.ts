import { request } from "node:http";
import type {
	D1Database,
	D1PreparedStatement,
	D1Result,
} from "@cloudflare/workers-types/experimental";
import type { WorkerOptions } from "miniflare";

/** The name of the worker that hands its D1 on. */
export const DATABASE_WORKER = "database";

/** What a request to that worker asks of its D1. */
type Asked = { how: "all" | "raw" | "batch" | "exec"; statements: Bound[] };
type Bound = { sql: string; args: unknown[] };
type Told = { done: unknown } | { failed: string; cause: string | null };

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
 * A worker for Miniflare, to stand alone or beside another, whose address gives out the D1 of that
 * id. Miniflare's own way to a database takes several requests for one query, some of which stop
 * the whole process until they are answered, and ten times the work.
 */
export function databaseWorker(id: string): WorkerOptions {
	return {
		name: DATABASE_WORKER,
		modules: true,
		script: SCRIPT,
		compatibilityDate: "2025-01-01",
		d1Databases: { DB: id },
		unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
	};
}

const statements = new WeakMap<object, Bound>();

/** The binding's interface to the worker above. */
export function d1OverHttp(address: URL): D1Database {
	const database = {
		prepare: (sql: string) => statement(address, { sql, args: [] }),
		batch: (batch: D1PreparedStatement[]) =>
			ask(address, { how: "batch", statements: batch.map(boundOf) }),
		exec: (sql: string) =>
			ask(address, { how: "exec", statements: [{ sql, args: [] }] }),
	};
	return database as unknown as D1Database;
}

function statement(address: URL, bound: Bound): D1PreparedStatement {
	const asked = (how: "all" | "raw") =>
		ask(address, { how, statements: [bound] });
	const all = () => asked("all") as Promise<D1Result<Record<string, unknown>>>;
	const prepared = {
		bind: (...args: unknown[]) =>
			statement(address, { sql: bound.sql, args: args.map(sendable) }),
		run: all,
		all,
		raw: () => asked("raw"),
		async first(column?: string) {
			const [row] = (await all()).results;
			if (!row) return null;
			return column === undefined ? row : row[column];
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

/** JSON would quietly make null of what D1 refuses. */
function sendable(value: unknown): unknown {
	const plain = value === null || typeof value === "string";
	if (plain || typeof value === "boolean" || Number.isFinite(value))
		return value;
	throw new TypeError(`A query cannot be given ${String(value)}`);
}

async function ask(address: URL, asked: Asked): Promise<unknown> {
	const told = JSON.parse(await post(address, JSON.stringify(asked))) as Told;
	if ("done" in told) return told.done;
	const { failed, cause } = told;
	throw new Error(failed, cause === null ? {} : { cause: new Error(cause) });
}

/** One connection each: an idle one may be closed by workerd just as it is used again. */
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
