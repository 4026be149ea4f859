import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { type EndpointRules, finderByPath } from "./endpoint-rules.ts";
import { problem } from "./problems.ts";
import { undeclaredRules } from "./undeclared.ts";

/** Browsers cache a preflight for at most two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;
const READ_HEADERS = "If-None-Match, Last-Event-ID, X-Request-Id";
const KEYED_HEADERS = `Authorization, Content-Type, Idempotency-Key, ${READ_HEADERS}`;

/**
 * Finds the endpoint of the request for the middleware, answers OPTIONS, and answers 405 for
 * methods that the path does not support.
 */
export function knownMethods(
	endpoints: readonly EndpointRules[],
	routes: () => Parameters<typeof allowedMethods>[0],
): MiddlewareHandler<AppEnv> {
	const declaredAt = finderByPath(endpoints);
	let methodsAt: ReturnType<typeof allowedMethods> | null = null;
	return async (c, next) => {
		const asked = c.req.method === "HEAD" ? "GET" : c.req.method;
		const declared = declaredAt(c.req.path);
		const endpoint = declared.find(({ method }) => method === asked) ?? declared[0];
		c.set("endpoint", endpoint ?? undeclaredRules(c.req.path));
		methodsAt ??= allowedMethods(routes());
		const methods = methodsAt(c.req.path);
		if (!methods) return next();
		if (c.req.method === "OPTIONS") return answerOptions(c, methods);
		if (methods.includes(c.req.method)) return next();
		c.header("allow", methods.join(", "));
		throw problem("method_not_allowed", {
			values: { methods: methods.join(", ") },
		});
	};
}

function answerOptions(c: Context<AppEnv>, methods: string[]): Response {
	c.header("allow", methods.join(", "));
	const kind = c.get("endpoint")?.cross_origin;
	if (kind === "public" || kind === "keyed") {
		const reads = methods.filter((it) => it === "GET" || it === "HEAD");
		const offered = kind === "public" ? reads : methods;
		c.header("access-control-allow-methods", offered.join(", "));
		c.header("access-control-allow-headers", kind === "public" ? READ_HEADERS : KEYED_HEADERS);
		c.header("access-control-max-age", String(PREFLIGHT_MAX_AGE_S));
	}
	return c.body(null, 204);
}

type Route = { method: string; path: string };

/** The method under which Hono lists middleware. */
const MIDDLEWARE = "ALL";

/**
 * The methods that the routes support at a path, in the form of an Allow header; null if there is
 * no route.
 */
export function allowedMethods(routes: readonly Route[]): (path: string) => string[] | null {
	const routesAt = finderByPath(routes.filter(({ method }) => method !== MIDDLEWARE));
	return (path) => {
		const methods = routesAt(path).map(({ method }) => method);
		if (!methods.length) return null;
		const head = methods.includes("GET") ? ["HEAD"] : [];
		return [...new Set([...methods, ...head, "OPTIONS"])].sort();
	};
}
