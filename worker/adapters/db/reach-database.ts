import { databaseUnreachable } from "#domain/database-unreachable.ts";

/** The server waits up to 5 s for its lock and then has work to do; thrice that is out of reach. */
const ANSWER_MS = 15_000;
/** A gateway's words for a database that is not there. */
const GONE = new Set([502, 503, 504]);

/** The fetch that the client works with: it ends in time, and says so where nobody answers. */
export function createReachDatabase(
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
