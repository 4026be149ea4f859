import {
	type Client,
	createClient,
	type InArgs,
	type InStatement,
	LibsqlError,
} from "@libsql/client/web";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle as drizzleD1 } from "drizzle-orm/d1";
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql/web";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { databaseUnreachable } from "./errors.ts";

export type DbStatement = BatchItem<"sqlite">;

/**
 * The subset that both engines share:
 * - `batch` is the only transaction. A batch that writes starts with a write, so that it
 *   has the lock from its first statement.
 * - A batch takes builders only (D1 cannot bind parameters to raw SQL there), and no two
 *   selected columns with the same name (D1 returns rows as objects).
 * - At most 100 parameters for each statement: bulk rows go through one JSON text.
 */
export type Db = Omit<BaseSQLiteDatabase<"async", unknown>, "transaction"> & {
	/** The engine's own client. */
	readonly $client: object;
	batch<T extends readonly [DbStatement, ...DbStatement[]]>(
		statements: T,
	): Promise<BatchResponse<T>>;
};

/** The part of the D1 binding that distinguishes it from other bindings. */
type D1Binding = { prepare(query: string): unknown; batch: unknown };

export type DbSource =
	| { d1: D1Binding }
	| { libsql_url: string; auth_token?: string | undefined };

/**
 * Opens the database for one request. A libSQL client must not be shared by requests: its
 * queue would continue one request's work inside another.
 */
export function openDb(source: DbSource): Db {
	const db =
		"d1" in source
			? drizzleD1(source.d1 as Parameters<typeof drizzleD1>[0])
			: drizzleLibsql(libsqlClient(source.libsql_url, source.auth_token));
	return db as unknown as Db;
}

function libsqlClient(url: string, authToken: string | undefined) {
	const fetch = createDatabaseGuard((request, init) =>
		globalThis.fetch(request, init),
	);
	const client = createClient(
		authToken ? { url, authToken, fetch } : { url, fetch },
	);
	return retryingClient(client);
}

/**
 * Pauses double from the first to the longest, with random lengths so that waiting
 * clients do not return at the same time.
 */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 800;
/** The server waits up to 5 s for its lock; a request cannot wait for many of those. */
const GIVE_UP_AFTER_MS = 10_000;

type Waiting = {
	pause: (at_most_ms: number) => Promise<void>;
	/** Milliseconds from any start. */
	now: () => number;
};

/**
 * Makes the client retry if a busy server did nothing: an overloaded one answers HTTP
 * 429, and one that did not get the lock in time rolled the write back.
 */
export function retryingClient(
	client: Client,
	waiting: Waiting = { pause: pauseAtRandom, now: Date.now },
): Client {
	const execute = client.execute.bind(client);
	const batch = client.batch.bind(client);
	return Object.assign(client, {
		execute: (statement: InStatement | string, args?: InArgs) =>
			patiently(waiting, () =>
				typeof statement === "string"
					? execute(statement, args)
					: execute(statement),
			),
		batch: (...call: Parameters<Client["batch"]>) =>
			patiently(waiting, () => batch(...call)),
	});
}

async function patiently<T>(
	{ pause, now }: Waiting,
	ask: () => Promise<T>,
): Promise<T> {
	const started = now();
	for (let tries = 1; ; tries += 1) {
		try {
			return await ask();
		} catch (error) {
			const patient = now() - started < GIVE_UP_AFTER_MS;
			if (!patient || !wasNotDone(error)) throw error;
			await pause(
				Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS),
			);
		}
	}
}

function wasNotDone(error: unknown): boolean {
	if (!(error instanceof LibsqlError)) return false;
	if (error.code.startsWith("SQLITE_BUSY")) return true;
	const { cause } = error;
	return cause instanceof Error && "status" in cause && cause.status === 429;
}

function pauseAtRandom(at_most_ms: number): Promise<void> {
	const pause_ms = Math.random() * at_most_ms;
	return new Promise((resolve) => setTimeout(resolve, pause_ms));
}

/**
 * The server waits up to 5 s for its lock and then works; three times that counts as
 * unreachable.
 */
const ANSWER_MS = 15_000;
/** A gateway answers with these if the database is down. */
const GONE = new Set([502, 503, 504]);

/** The client's fetch. It ends in time, and throws databaseUnreachable if nothing answers. */
export function createDatabaseGuard(
	fetch: (request: Request, init: RequestInit) => Promise<Response>,
	answer_ms: number = ANSWER_MS,
): (request: Request) => Promise<Response> {
	return async (request) => {
		const signal = AbortSignal.timeout(answer_ms);
		const answer = await fetch(request, { signal }).catch((cause: unknown) => {
			throw databaseUnreachable(cause);
		});
		if (!GONE.has(answer.status)) return answer;
		await answer.body?.cancel();
		throw databaseUnreachable(new Error(`HTTP status ${answer.status}`));
	};
}
