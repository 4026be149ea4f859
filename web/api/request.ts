import { ApiProblem, readProblem } from "./api-problem.ts";

/** Longer than any API request takes, and about as long as a person waits. */
const TIMEOUT_MS = 15_000;
/**
 * For requests for which the server opens a page: robots.txt and the page may take up to 6 s each,
 * after waiting for a connection to the host.
 */
export const PAGE_TIMEOUT_MS = 60_000;
/** Looking up a channel on YouTube takes longer than the API's other answers. */
export const LOOKUP_TIMEOUT_MS = 40_000;

type Options = {
	method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	body?: unknown;
	timeout_ms?: number;
};

/**
 * Calls the API. Returns the parsed JSON (null for an empty body). Throws `ApiProblem` for
 * everything else, including lost connections.
 */
export async function request<Answer>(
	path: string,
	{ method = "GET", body, timeout_ms = TIMEOUT_MS }: Options = {},
): Promise<Answer> {
	const signal = AbortSignal.timeout(timeout_ms);
	const headers: Record<string, string> = { accept: "application/json" };
	// Revalidates cached responses. An unchanged response costs a 304.
	const init: RequestInit = { method, headers, signal, cache: "no-cache" };
	if (body !== undefined) {
		headers["content-type"] = "application/json";
		init.body = JSON.stringify(body);
	}
	const throwNoAnswer = () => {
		throw noAnswer(signal.aborted);
	};
	const response = await fetch(path, init).catch(throwNoAnswer);
	if (!response.ok) throw await readProblem(response);
	if (response.status === 204) return null as Answer;
	return response.json().catch(throwNoAnswer) as Promise<Answer>;
}

/** Posts JSON. Like `request` otherwise. */
export function post<Answer>(path: string, body: unknown = {}, timeout_ms = TIMEOUT_MS) {
	return request<Answer>(path, { method: "POST", body, timeout_ms });
}

/** The fetcher of swr, whose keys are API paths. */
export function fetchJson<Answer>(path: string): Promise<Answer> {
	return request<Answer>(path);
}

function noAnswer(timed_out: boolean): ApiProblem {
	return timed_out
		? new ApiProblem(0, "timeout", "The server took too long to answer. Please try again.")
		: new ApiProblem(
				0,
				"network",
				"We could not reach the server. Check your connection and try again.",
			);
}
