import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import type { Bindings } from "#worker/bindings.ts";
import { parseVariables } from "#worker/env.ts";
import { createLog } from "#worker/log.ts";
import type { AppEnv } from "./app-env.ts";
import { ProblemError } from "./problems.ts";

/** Other methods are not logged by name, because the caller can choose any text. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Logs one line per request with its route pattern, so that the log contains no ids and no text
 * from callers.
 */
export const requestLog: MiddlewareHandler<AppEnv> = async (c, next) => {
	const started_at_ms = Date.now();
	await next();
	const log = c.get("context")?.log ?? openLog(c.env);
	log.request({
		method: METHODS.has(c.req.method) ? c.req.method : "OTHER",
		route: matchedRoute(c),
		status: c.res.status,
		// Distinguishes, for example, a wrong password from a refused page.
		...(c.error instanceof ProblemError && { problem: c.error.code }),
		duration_ms: Date.now() - started_at_ms,
		request_id: c.get("request_id") ?? "",
	});
};

/**
 * For requests that are answered before there is a context. If the settings are invalid,
 * everything is logged.
 */
function openLog(env: Bindings) {
	const parsed = parseVariables(env);
	return createLog(parsed.ok ? parsed.settings.LOG_LEVEL : "info");
}

/** The route pattern of the handler, even if middleware answered first. */
function matchedRoute(c: Context<AppEnv>): string {
	const own = matchedRoutes(c).find(({ method }) => method !== "ALL");
	return own?.path ?? routePath(c);
}
