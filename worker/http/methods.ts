import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { crossOriginRules } from "./origins.ts";
import { problem } from "./problems.ts";

/** Browsers cache a preflight for at most two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;
const READ_HEADERS = "If-None-Match, Last-Event-ID, X-Request-Id";
const KEYED_HEADERS = `Authorization, Content-Type, Idempotency-Key, ${READ_HEADERS}`;

type Routes = Parameters<typeof allowedMethods>[0];

/**
 * Answers OPTIONS, and answers 405 for methods that the path does not support. `routes` is called
 * at the first request, when all routes are mounted.
 */
export function knownMethods(routes: () => Routes): MiddlewareHandler<AppEnv> {
	let methodsAt: ReturnType<typeof allowedMethods> | null = null;
	return async (c, next) => {
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
	const kind = crossOriginRules(c.req.path);
	if (kind !== "own") {
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
	const known = routes
		.filter(({ method }) => method !== MIDDLEWARE)
		.map(({ method, path }) => ({ method, matches: matcher(path) }));
	return (path) => {
		const methods = known.filter(({ matches }) => matches.test(path)).map(({ method }) => method);
		if (!methods.length) return null;
		const head = methods.includes("GET") ? ["HEAD"] : [];
		return [...new Set([...methods, ...head, "OPTIONS"])].sort();
	};
}

function matcher(path: string): RegExp {
	const parts = path
		.split("/")
		.map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
	return new RegExp(`^${parts.join("/")}$`);
}
