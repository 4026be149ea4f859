import { logError } from "#worker/compose/log.ts";

/** Writes what failed on our side to the log, where the request's id finds it. */
export function logFailure(error: unknown, request_id: string): void {
	logError("request failed", { request_id, error });
}
