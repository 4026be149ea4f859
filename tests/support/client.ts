import { expect } from "vitest";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { Report } from "#contract/video.ts";
import { type EventReader, readEvents } from "./event-reader.ts";

export type Answer<T = unknown> = { status: number; headers: Headers; body: T };

/** Somebody at the other end of the wire, who keeps the cookie of their session and no other. */
export type Client = {
	get: <T = unknown>(path: string) => Promise<Answer<T>>;
	post: <T = unknown>(
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	) => Promise<Answer<T>>;
	put: <T = unknown>(path: string, body?: unknown) => Promise<Answer<T>>;
	patch: <T = unknown>(path: string, body?: unknown) => Promise<Answer<T>>;
	/** Without a body nothing is said of its type either, as curl does it. */
	delete: <T = unknown>(path: string, body?: unknown) => Promise<Answer<T>>;
	analyze: (
		url: string,
		options?: Omit<AnalyzeRequest, "url">,
	) => Promise<Answer>;
	report: (video_id: string) => Promise<Report>;
	events: (video_id: string, last_event_id?: string) => Promise<EventReader>;
	/** Waits for the end of the run and returns the report as it then is. */
	finished: (video_id: string) => Promise<Report>;
	cookie: () => string;
};

const SESSION = /^(?:__Host-)?session=/;

/** `session`: the cookie of a session that is open already. */
export function createClient(origin: string, session = ""): Client {
	let cookie = session;

	async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
		const headers = new Headers(init.headers);
		if (cookie) headers.set("cookie", cookie);
		// An idle connection may be closed by the server just as it is used again.
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
	const post = <T>(
		path: string,
		body: unknown = {},
		headers: Record<string, string> = {},
	) =>
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
			body === undefined
				? send(path, { method: "DELETE" })
				: withBody("DELETE", path, body),
		analyze: (url, options = {}) => post("/api/analyze", { url, ...options }),
		report,
		events,
		async finished(video_id) {
			const stream = await events(video_id);
			await stream.until(
				({ event }) => event === "completed" || event === "failed",
			);
			await stream.ended;
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
