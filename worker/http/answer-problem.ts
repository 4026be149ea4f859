import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "#contract/problem.ts";
import { unreachableWithin } from "#db/errors.ts";
import { logError } from "#worker/log.ts";
import type { AppEnv } from "./app-env.ts";
import { ProblemError } from "./problems.ts";

const UNKNOWN_FAILURE = "Something went wrong on our side. Please try again.";

export const PROBLEM_TYPE = "application/problem+json";

/** A refusal says its own sentence; anything else says a fixed one and is logged. */
export const answerError: ErrorHandler<AppEnv> = (error, c) => {
	const refusal =
		error instanceof ProblemError
			? error
			: unknownFailure(error, c.get("request_id"));
	return answerRefusal(c, refusal);
};

export const answerNotFound: NotFoundHandler<AppEnv> = (c) =>
	answerRefusal(
		c,
		new ProblemError({
			status: 404,
			code: "not_found",
			title: "Not found",
			detail: "There is nothing at this address.",
		}),
	);

function answerRefusal(c: Context<AppEnv>, refusal: ProblemError): Response {
	const problem = problemOf(refusal, c.get("request_id"));
	if (refusal.retry_after_s !== null)
		c.header("retry-after", String(refusal.retry_after_s));
	if (refusal.status === 401) c.header("www-authenticate", "Bearer");
	c.header("cache-control", "no-store");
	return c.json(problem, refusal.status as ContentfulStatusCode, {
		"content-type": PROBLEM_TYPE,
	});
}

/** A refusal as it goes over the wire. */
export function problemOf(refusal: ProblemError, request_id: string): Problem {
	return {
		type: `/problems/${refusal.code}`,
		title: refusal.title,
		status: refusal.status,
		detail: refusal.message,
		code: refusal.code,
		request_id,
		...(refusal.errors ? { errors: refusal.errors } : {}),
	};
}

function unknownFailure(error: Error, request_id: string): ProblemError {
	logFailure(error, request_id);
	const unreachable = unreachableWithin(error);
	if (unreachable) return unreachable;
	return new ProblemError({
		status: 500,
		code: "internal",
		title: "Internal error",
		detail: UNKNOWN_FAILURE,
	});
}

/** Writes what failed on our side to the log, where the request's id finds it. */
export function logFailure(error: unknown, request_id: string): void {
	logError("request failed", { request_id, error });
}
