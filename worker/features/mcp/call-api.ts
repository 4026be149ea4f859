import { retryWords } from "#contract/format.ts";
import type { Problem } from "#contract/problem.ts";
import { logFailure } from "#http/answer-problem.ts";
import type { RequestContext } from "#http/app-env.ts";
import { problem } from "#http/problems.ts";

/** An error whose message is sent to the assistant as the tool's answer. */
export class ToolFailure extends Error {
	override readonly name = "ToolFailure";
	/** The code of the API's problem, if it is one. */
	readonly code: string | null;
	constructor(message: string, code: string | null = null) {
		super(message);
		this.code = code;
	}
}

/** This site's own API, as the caller of a tool sees it: with the caller's key and limits. */
export type Api = {
	/** What links to this site start with. */
	origin: string;
	has_key: boolean;
	/** Resolves to the JSON of the answer. Rejects with ToolFailure, in the API's own words. */
	get: <Answer>(path: string) => Promise<Answer>;
	post: <Answer>(path: string, body: unknown) => Promise<Answer>;
	/** Logs an unknown failure, and returns the sentence that is sent in place of its message. */
	failed: (error: unknown) => string;
};

/** What the API needs of the caller. Without cookies: an assistant acts with its key alone. */
const PASSED_ON = ["authorization", "cf-connecting-ip", "user-agent"];

/** No tool makes more than two; one request of an old revision may contain several tools' calls. */
const MAX_CALLS = 8;

/** `fetchApi` answers a request for a path of the API. */
export function callerApi(
	c: RequestContext,
	origin: string,
	fetchApi: (request: Request) => Response | Promise<Response>,
): Api {
	const request_id = c.get("request_id");
	const headers = new Headers({ "x-request-id": request_id });
	for (const name of PASSED_ON) {
		const value = c.req.header(name);
		if (value !== undefined) headers.set(name, value);
	}
	let calls = 0;
	async function call<Answer>(path: string, init: RequestInit): Promise<Answer> {
		calls += 1;
		if (calls > MAX_CALLS) throw new ToolFailure("Too many calls in one request. Send fewer.");
		const response = await fetchApi(new Request(new URL(path, c.req.url), init));
		if (response.ok) return (await response.json()) as Answer;
		const { detail, code } = (await response.json()) as Problem;
		const wait = Number(response.headers.get("retry-after") ?? 0);
		const when = retryWords(wait);
		// Most sentences say it themselves.
		const said = wait === 0 || detail.includes(when);
		throw new ToolFailure(said ? detail : `${detail} Try again ${when}.`, code);
	}
	return {
		origin,
		has_key: headers.has("authorization"),
		get: (path) => call(path, { headers }),
		post: (path, body) => {
			const typed = new Headers(headers);
			typed.set("content-type", "application/json");
			return call(path, { method: "POST", headers: typed, body: JSON.stringify(body) });
		},
		failed(error) {
			logFailure(error, request_id);
			return problem("internal").message;
		},
	};
}
