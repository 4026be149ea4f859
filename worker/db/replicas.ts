import type { D1Database, D1DatabaseSession } from "@cloudflare/workers-types";
import { databaseUnreachable } from "./errors.ts";

/**
 * Where a request reads what may be a moment old: the primary, the nearest replica, or a replica
 * that has at least what the bookmark names.
 */
export type Reading = "primary" | "nearest" | { bookmark: string };

/** What a request has written so far. */
export type Writes = {
	/** Of the latest write; null if there was none, or if the engine has no bookmarks. */
	bookmark: string | null;
	/** A Durable Object has written for the request, so the bookmark may be too old. */
	by_object: boolean;
};

/** Waiting longer than this for a replica takes longer than asking the primary. */
const BOOKMARK_WAIT_MS = 700;

/** The part of D1 that drizzle and the statements' templates use. */
type Connection = Pick<D1Database, "prepare" | "batch">;
type Replicated = Connection & Partial<Pick<D1Database, "withSession">>;

/** Runs statements on a connection of its choice. */
type Run = <T>(statements: readonly Prepared[], ask: (on: Connection) => Promise<T>) => Promise<T>;

/** D1's client for one request: writes note their bookmark, reads choose a replica. */
export function connectD1(binding: Replicated, reading: Reading, writes: Writes) {
	const primary: Run = async (statements, ask) => {
		const session = statements.some(isWrite) ? binding.withSession?.("first-primary") : undefined;
		const done = await ask(session ?? binding).catch(throwUnreachable);
		noteRegion("primary", done);
		if (session) writes.bookmark = session.getBookmark() ?? writes.bookmark;
		return done;
	};
	const primaryClient = new Client(primary);
	const replica = (from: Reading): Client =>
		from === "primary" || !binding.withSession
			? primaryClient
			: new Client(readReplica(binding.withSession.bind(binding), from, primary));
	const nearest = replica("nearest");
	return {
		primary: primaryClient,
		nearest,
		near: reading === "nearest" ? nearest : replica(reading),
	};
}

/**
 * A replica may be unreachable, too far behind, or lack a column that a migration has just added.
 * After the first failure, the primary answers all further reads of the request, so that the
 * request waits for the replica once. One session serves the reads until then, so that no read is
 * older than the one before.
 */
function readReplica(
	open: D1Database["withSession"],
	from: Exclude<Reading, "primary">,
	primary: Run,
): Run {
	const at_bookmark = typeof from === "object";
	const constraint = at_bookmark ? from.bookmark : "first-unconstrained";
	let session: D1DatabaseSession | undefined;
	let has_failed = false;
	return async (statements, ask) => {
		if (has_failed || statements.some(isWrite)) return primary(statements, ask);
		try {
			session ??= open(constraint);
			const asked = ask(session);
			const done = at_bookmark ? within(BOOKMARK_WAIT_MS, asked) : asked;
			noteRegion("replica", await done);
			return await done;
		} catch {
			has_failed = true;
			return primary(statements, ask);
		}
	};
}

/** Rejects if the work takes longer than `ms`; its result is then ignored. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error("The replica is behind")), ms);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** A statement that is prepared on the connection that runs it. */
class Prepared {
	readonly #run: Run;
	readonly sql: string;
	readonly #values: unknown[];

	constructor(run: Run, sql: string, values: unknown[]) {
		this.#run = run;
		this.sql = sql;
		this.#values = values;
	}

	bind(...values: unknown[]): Prepared {
		return new Prepared(this.#run, this.sql, values);
	}

	on(connection: Connection) {
		return connection.prepare(this.sql).bind(...this.#values);
	}

	all() {
		return this.#run([this], (connection) => this.on(connection).all());
	}

	run() {
		return this.#run([this], (connection) => this.on(connection).run());
	}

	raw() {
		return this.#run([this], (connection) => this.on(connection).raw());
	}
}

class Client {
	readonly #run: Run;

	constructor(run: Run) {
		this.#run = run;
	}

	prepare(sql: string): Prepared {
		return new Prepared(this.#run, sql, []);
	}

	batch(statements: Prepared[]) {
		return this.#run(statements, (connection) =>
			connection.batch(statements.map((statement) => statement.on(connection))),
		);
	}
}

const READS = /^\s*(?:\(|select\b|with\b|explain\b|pragma\b)/i;

/** Whether a statement may change something; drizzle writes no `with … insert`. */
export function isWrite({ sql }: { sql: string }): boolean {
	return !READS.test(sql);
}

/** D1's messages when it was unreachable, as opposed to errors of a statement. */
const AWAY =
	/network connection lost|storage caused object to be reset|reset because its code was updated|cannot resolve D1 DB|D1 DB is overloaded|exceeded (?:its )?(?:timeout|CPU time limit)|internal error|connection was closed/i;

function throwUnreachable(error: unknown): never {
	throw error instanceof Error && AWAY.test(error.message) ? databaseUnreachable(error) : error;
}

type Copy = "primary" | "replica";

/** The region that answered last, as D1 names it: WNAM, ENAM, WEUR, EEUR, APAC or OC. */
const regions = new Map<Copy, string>();

/** Where the database writes; null until an answer has said so. */
export const primaryRegion = (): string | null => regions.get("primary") ?? null;

/** Where the database has answered this worker from. */
export function servingRegions(): { copy: Copy; region: string }[] {
	return [...regions].map(([copy, region]) => ({ copy, region }));
}

/** Results of batches and rows name the region that served them; raw values do not. */
function noteRegion(copy: Copy, done: unknown): void {
	const first: unknown = Array.isArray(done) ? done[0] : done;
	if (typeof first !== "object" || first === null || !("meta" in first)) return;
	const { meta } = first as { meta?: { served_by_region?: unknown } };
	if (typeof meta?.served_by_region === "string") regions.set(copy, meta.served_by_region);
}
