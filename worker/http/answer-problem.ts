import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "#contract/problem.ts";
import { unreachableWithin } from "#db/errors.ts";
import { logError } from "#worker/log.ts";
import type { AppEnv } from "./app-env.ts";
import { problemPath } from "./problem-kinds.ts";
import { ProblemError, problem } from "./problems.ts";
import { siteOrigin } from "./site-address.ts";

export const PROBLEM_TYPE = "application/problem+json";

/**
 * Answers a ProblemError with its own content. Any other error is logged and answered with a
 * fixed sentence.
 */
export const answerError: ErrorHandler<AppEnv> = (error, c) =>
	answerProblem(
		c,
		error instanceof ProblemError ? error : unknownFailure(error, c.get("request_id")),
	);

export const answerNotFound: NotFoundHandler<AppEnv> = (c) =>
	answerProblem(c, problem("not_found"));

function answerProblem(c: Context<AppEnv>, error: ProblemError): Response {
	const body = toProblem(error, c.get("request_id"), originOf(c));
	if (error.retry_after_s !== null) c.header("retry-after", String(error.retry_after_s));
	if (error.status === 401) c.header("www-authenticate", "Bearer");
	c.header("cache-control", "no-store");
	return c.json(body, error.status as ContentfulStatusCode, { "content-type": PROBLEM_TYPE });
}

/** The site's origin, also for a request that fails before the settings are read, or at that. */
function originOf(c: Context<AppEnv>): string {
	const { APP_ORIGIN } = c.env;
	const settings = URL.canParse(APP_ORIGIN ?? "") ? { APP_ORIGIN } : {};
	return siteOrigin({ settings }, c.req.url);
}

/** The JSON body of a problem response. */
export function toProblem(error: ProblemError, request_id: string, origin: string): Problem {
	return {
		type: origin + problemPath(error.code),
		title: error.title,
		status: error.status,
		detail: error.message,
		code: error.code,
		request_id,
		...(error.errors ? { errors: error.errors } : {}),
		...(error.taken_down ? { taken_down: error.taken_down } : {}),
	};
}

function unknownFailure(error: Error, request_id: string): ProblemError {
	logFailure(error, request_id);
	return unreachableWithin(error) ?? problem("internal");
}

/** Logs an internal failure with the request's id. */
export function logFailure(error: unknown, request_id: string): void {
	logError("request failed", { request_id, error });
}
