import { createParser } from "eventsource-parser";
import { expect } from "vitest";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { Problem } from "#contract/problem.ts";
import type { Report } from "#contract/video.ts";

export type Answer<T = unknown> = { status: number; headers: Headers; body: T };

/** An HTTP client that keeps only its session cookie. */
export type Client = {
	get: <T = unknown>(path: string) => Promise<Answer<T>>;
	post: <T = unknown>(
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	) => Promise<Answer<T>>;
	put: <T = unknown>(path: string, body?: unknown) => Promise<Answer<T>>;
	patch: <T = unknown>(path: string, body?: unknown) => Promise<Answer<T>>;
	/** Without a body no Content-Type is sent, like curl. */
	delete: <T = unknown>(path: string, body?: unknown) => Promise<Answer<T>>;
	analyze: (url: string, options?: Omit<AnalyzeRequest, "url">) => Promise<Answer>;
	report: (video_id: string) => Promise<Report>;
	events: (video_id: string, last_event_id?: string) => Promise<EventReader>;
	/** Waits for the end of the run and returns the final report. */
	finished: (video_id: string) => Promise<Report>;
	cookie: () => string;
};

const SESSION = /^(?:__Host-)?session=/;

/** `session`: the cookie of an existing session. */
export function createClient(origin: string, session = ""): Client {
	let cookie = session;

	async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
		const headers = new Headers(init.headers);
		if (cookie) headers.set("cookie", cookie);
		// The server may close an idle connection just as the client reuses it.
		headers.set("connection", "close");
		const response = await fetch(origin + path, { ...init, headers });
		for (const line of response.headers.getSetCookie())
			if (SESSION.test(line)) cookie = line.split(";")[0] ?? "";
		const text = await response.text();
		const json = response.headers.get("content-type")?.includes("json");
		return {
			status: response.status,
			headers: response.headers,
			body: (json ? JSON.parse(text) : text) as T,
		};
	}

	const get = <T>(path: string) => send<T>(path, {});
	const post = <T>(path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
		send<T>(path, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
		});
	const withBody = <T>(method: string, path: string, body: unknown) =>
		send<T>(path, {
			method,
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	const events = (video_id: string, last_event_id?: string) =>
		readEvents(`${origin}/api/videos/${video_id}/events`, last_event_id);
	const report = async (video_id: string) => {
		const answer = await get<Report>(`/api/videos/${video_id}`);
		expect(answer.status, JSON.stringify(answer.body)).toBe(200);
		return answer.body;
	};

	return {
		get,
		post,
		put: (path, body = {}) => withBody("PUT", path, body),
		patch: (path, body = {}) => withBody("PATCH", path, body),
		delete: (path, body) =>
			body === undefined ? send(path, { method: "DELETE" }) : withBody("DELETE", path, body),
		analyze: (url, options = {}) => post("/api/analyze", { url, ...options }),
		report,
		events,
		async finished(video_id) {
			const stream = await events(video_id);
			const ending = await stream.until(({ event }) => event === "completed" || event === "failed");
			await stream.ended;
			// The object ends the run shortly after its result is published: a request for another
			// run would join this one until then.
			await (await events(video_id, ending.id)).ended;
			return report(video_id);
		},
		cookie: () => cookie,
	};
}

let members = 0;

/** Signs a new member up. */
export async function createMember(origin: string): Promise<Client> {
	const client = createClient(origin);
	members++;
	const answer = await client.post("/api/auth/sign-up", {
		full_name: `Member ${members}`,
		email: `member${members}.${process.pid}@example.test`,
		password: "correct horse battery",
	});
	expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	return client;
}

export function watchUrl(video_id: string): string {
	return `https://www.youtube.com/watch?v=${video_id}`;
}

export type ReadEvent = { id: string; event: string; data: unknown };

/** An open event stream. */
export type EventReader = {
	status: number;
	headers: Headers;
	/** All events so far, in order. */
	events: ReadEvent[];
	/** The reconnection time requested by the server, or null. */
	readonly retry_ms: number | null;
	/** Resolves with the first matching event; rejects if the stream ends before. */
	until: (fits: (event: ReadEvent) => boolean) => Promise<ReadEvent>;
	/** Resolves when the stream has ended or failed. */
	ended: Promise<void>;
	close: () => void;
};

type Waiter = {
	fits: (event: ReadEvent) => boolean;
	resolve: (event: ReadEvent) => void;
	reject: (error: Error) => void;
};

/** Reads a stream of server-sent events to its end, like EventSource. */
export async function readEvents(
	url: string,
	last_event_id?: string,
	cookie = "",
): Promise<EventReader> {
	const aborter = new AbortController();
	// Like EventSource, retries if the connection ends before the stream begins.
	const response = await untilAnswered(() =>
		fetch(url, {
			headers: {
				// A kept-alive connection could be closed just as a later request reuses it.
				connection: "close",
				...(last_event_id && { "last-event-id": last_event_id }),
				...(cookie && { cookie }),
			},
			signal: aborter.signal,
		}),
	);
	const events: ReadEvent[] = [];
	const waiters = new Set<Waiter>();
	let retry_ms: number | null = null;
	const parser = createParser({
		onRetry: (value) => {
			retry_ms = value;
		},
		onEvent: (raw) => {
			const event = { id: raw.id ?? "", event: raw.event ?? "message", data: JSON.parse(raw.data) };
			events.push(event);
			for (const waiter of waiters)
				if (waiter.fits(event)) {
					waiters.delete(waiter);
					waiter.resolve(event);
				}
		},
	});
	let over = false;
	const ended = readAll(response, (text) => parser.feed(text))
		.catch(() => undefined)
		.then(() => {
			over = true;
			for (const waiter of waiters)
				waiter.reject(new Error(`The stream of ${url} ended before that.`));
		});
	return {
		status: response.status,
		headers: response.headers,
		events,
		get retry_ms() {
			return retry_ms;
		},
		until: (fits) =>
			new Promise((resolve, reject) => {
				const there = events.find(fits);
				if (there) resolve(there);
				else if (over) reject(new Error(`The stream of ${url} has no such event.`));
				else waiters.add({ fits, resolve, reject });
			}),
		ended,
		close: () => aborter.abort(),
	};
}

async function readAll(response: Response, feed: (text: string) => void): Promise<void> {
	if (!response.body) return;
	const decoder = new TextDecoder();
	for await (const chunk of response.body) feed(decoder.decode(chunk, { stream: true }));
}

type RawAnswer<T = Problem> = {
	status: number;
	headers: Headers;
	body: T;
	/** The Set-Cookie header with attributes; "" without one. */
	set_cookie: string;
};

/** A request exactly as given, without added headers. */
export async function rawRequest<T = Problem>(
	url: string,
	init: RequestInit,
): Promise<RawAnswer<T>> {
	const headers = new Headers(init.headers);
	// The server may close an idle connection just as the client reuses it.
	headers.set("connection", "close");
	const response = await fetch(url, { redirect: "manual", ...init, headers });
	const text = await response.text();
	const json = text !== "" && response.headers.get("content-type")?.includes("json");
	return {
		status: response.status,
		headers: response.headers,
		body: (json ? JSON.parse(text) : text) as T,
		set_cookie: response.headers.getSetCookie().join("; "),
	};
}

let addresses = 0;

/** Headers of a JSON request from a network (an IPv6 /48) that was not used before. */
export function fromNewAddress(): Record<string, string> {
	addresses++;
	return {
		"content-type": "application/json",
		"cf-connecting-ip": `2001:db8:${addresses.toString(16)}::1`,
	};
}

/**
 * Repeats a request whose connection workerd closed before reading it, as it does when password
 * hashing or hundreds of requests delay it for too long. Only for requests that may be processed
 * twice.
 */
export async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await send();
		} catch (error) {
			if (!wasReset(error)) throw error;
		}
	}
}

/** Whether the connection ended before a response. */
function wasReset(error: unknown): boolean {
	const cause = error instanceof Error ? error.cause : null;
	const code = cause instanceof Error && "code" in cause ? cause.code : null;
	return code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}
