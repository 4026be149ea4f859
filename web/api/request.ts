import { ApiProblem, readProblem } from "./api-problem.ts";

/** Longer than any answer of the API takes, and as long as a person waits. */
const TIMEOUT_MS = 15_000;

type Options = {
	method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	body?: unknown;
	timeout_ms?: number;
};

/**
 * Calls the API. Returns the parsed JSON (null for an empty answer) and throws `ApiProblem` for
 * everything else, lost connections included.
 */
export async function request<Answer>(
	path: string,
	{ method = "GET", body, timeout_ms = TIMEOUT_MS }: Options = {},
): Promise<Answer> {
	const signal = AbortSignal.timeout(timeout_ms);
	const headers: Record<string, string> = { accept: "application/json" };
	// Revalidates instead of trusting a stored copy; an unchanged one costs a 304.
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

/** The fetcher of swr: keys are API paths. */
export function fetchJson<Answer>(path: string): Promise<Answer> {
	return request<Answer>(path);
}

function noAnswer(timed_out: boolean): ApiProblem {
	return timed_out
		? new ApiProblem(
				0,
				"timeout",
				"The server took too long to answer. Please try again.",
			)
		: new ApiProblem(
				0,
				"network",
				"We could not reach the server. Check your connection and try again.",
			);
}
