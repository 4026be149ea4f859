import {
	type Client,
	createClient,
	type InArgs,
	type InStatement,
	LibsqlError,
} from "@libsql/client/web";
import { databaseUnreachable } from "./errors.ts";

/** A client with retries and deadlines. */
export function openLibsql(url: string, authToken: string | undefined): Client {
	const fetch = createDatabaseGuard((request, init) => globalThis.fetch(request, init));
	const client = createClient(authToken ? { url, authToken, fetch } : { url, fetch });
	return retryingClient(client, REAL_WAITING, LIMITS);
}

/**
 * Pauses double from the first to the longest. Their lengths are random, so that waiting clients
 * do not retry at the same time.
 */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 800;
/** The server waits up to 5 s for its lock; a request cannot wait for many such attempts. */
const GIVE_UP_AFTER_MS = 10_000;

type Waiting = {
	pause: (at_most_ms: number) => Promise<void>;
	/** Milliseconds on any monotonic scale. */
	now: () => number;
};

const REAL_WAITING: Waiting = { pause: pauseAtRandom, now: Date.now };

type CallLimit = <T>(ask: () => Promise<T>) => Promise<T>;
/** Writers that wait for the lock must not keep readers waiting, so each kind has its own limit. */
type CallLimits = { reads: CallLimit; writes: CallLimit };
const NO_LIMIT: CallLimit = (ask) => ask();

/**
 * Adds retries to a client for cases in which a busy server did nothing: an overloaded server
 * answers HTTP 429, and one that did not get the lock in time rolled the write back. Every
 * attempt keeps the limit of its kind.
 */
export function retryingClient(
	client: Client,
	waiting: Waiting = REAL_WAITING,
	limits: CallLimits = { reads: NO_LIMIT, writes: NO_LIMIT },
): Client {
	const execute = client.execute.bind(client);
	const batch = client.batch.bind(client);
	// A batch that writes starts with a write.
	const limitOf = (first: InStatement | [string, InArgs?] | undefined) =>
		isRead(first) ? limits.reads : limits.writes;
	return Object.assign(client, {
		execute: (statement: InStatement | string, args?: InArgs) =>
			patiently(waiting, limitOf(statement), () =>
				typeof statement === "string" ? execute(statement, args) : execute(statement),
			),
		batch: (...call: Parameters<Client["batch"]>) =>
			patiently(waiting, limitOf(call[0][0]), () => batch(...call)),
	});
}

function isRead(statement: InStatement | [string, InArgs?] | undefined) {
	const sql = Array.isArray(statement) ? statement[0] : statement;
	return /^\s*select\b/i.test(typeof sql === "string" ? sql : (sql?.sql ?? ""));
}

async function patiently<T>(
	{ pause, now }: Waiting,
	limit: CallLimit,
	ask: () => Promise<T>,
): Promise<T> {
	// The wait for the first attempt takes nothing from the retries.
	let started: number | null = null;
	const begin = () => {
		started ??= now();
		return ask();
	};
	for (let tries = 1; ; tries += 1) {
		try {
			return await limit(begin);
		} catch (error) {
			const patient = now() - (started ?? now()) < GIVE_UP_AFTER_MS;
			if (!patient || !wasNotDone(error)) throw error;
			await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
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
 * The server waits up to 5 s for its lock and then executes. After three times that, it counts as
 * unreachable.
 */
const ANSWER_MS = 15_000;

/** By default the server refuses calls above 128 connections. */
const READS_AT_ONCE = 64;
/** The server's writers poll for one lock: more of them only wait there, and take longer. */
const WRITES_AT_ONCE = 16;
const NEXT_LOOK_MS = 20;

/**
 * Limits how many calls run at once. A call waits by looking again, because one request must not
 * be continued by another's end; after the time for retries it begins in any case. A call whose
 * request was cancelled never ends, so each counts for `call_ms` at most.
 */
export function createCallLimit(
	at_once: number,
	{ pause, now }: Waiting = REAL_WAITING,
	call_ms: number = ANSWER_MS,
): CallLimit {
	const begun = new Map<symbol, number>();
	const isFull = () => {
		for (const [call, at] of begun) if (now() - at > call_ms) begun.delete(call);
		return begun.size >= at_once;
	};
	return async (ask) => {
		const waiting_since = now();
		while (isFull() && now() - waiting_since < GIVE_UP_AFTER_MS) await pause(NEXT_LOOK_MS);
		const call = Symbol();
		begun.set(call, now());
		try {
			return await ask();
		} finally {
			begun.delete(call);
		}
	};
}

/** For all clients of the process, since each request has its own. */
const LIMITS: CallLimits = {
	reads: createCallLimit(READS_AT_ONCE),
	writes: createCallLimit(WRITES_AT_ONCE),
};

/** Statuses with which a gateway answers if the database is down. */
const GONE = new Set([502, 503, 504]);

/** The client's fetch with a deadline. Throws databaseUnreachable if there is no answer. */
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
