import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import type { Bindings } from "#worker/bindings.ts";
import { parseVariables } from "#worker/env.ts";
import { createLog } from "#worker/log.ts";
import type { AppEnv } from "./app-env.ts";

/** Others are whatever a stranger wrote. */
const METHODS = new Set([
	...["GET", "HEAD", "OPTIONS"],
	...["POST", "PUT", "PATCH", "DELETE"],
]);

/** One line a request: by the pattern of its address, so that nobody's ids or words stand in it. */
export const requestLog: MiddlewareHandler<AppEnv> = async (c, next) => {
	const started_at_ms = Date.now();
	await next();
	const log = c.get("context")?.log ?? logOf(c.env);
	log.request({
		method: METHODS.has(c.req.method) ? c.req.method : "OTHER",
		route: routeOf(c),
		status: c.res.status,
		duration_ms: Date.now() - started_at_ms,
		request_id: c.get("request_id") ?? "",
	});
};

/** For what is answered before there is a context; without good settings everything is told. */
function logOf(env: Bindings) {
	const parsed = parseVariables(env as unknown as Record<string, unknown>);
	return createLog(parsed.ok ? parsed.settings.LOG_LEVEL : "info");
}

/** The handler's own pattern, also where something on the way to it refused. */
function routeOf(c: Context<AppEnv>): string {
	const own = matchedRoutes(c).find(({ method }) => method !== "ALL");
	return own?.path ?? routePath(c);
}
