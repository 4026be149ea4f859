import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { type EndpointRules, finderByPath } from "./endpoint-rules.ts";
import { problem } from "./problems.ts";

/** Browsers cache a preflight for at most two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;
const READ_HEADERS = "If-None-Match, Last-Event-ID, X-Request-Id";
const KEYED_HEADERS = `Authorization, Content-Type, Idempotency-Key, ${READ_HEADERS}`;

/**
 * Finds the endpoint of the request for the middleware, answers OPTIONS, and answers 405 for
 * methods that the path does not support.
 */
export function knownMethods(endpoints: readonly EndpointRules[]): MiddlewareHandler<AppEnv> {
	const declaredAt = finderByPath(endpoints);
	return async (c, next) => {
		const asked = c.req.method === "HEAD" ? "GET" : c.req.method;
		const declared = declaredAt(c.req.path);
		const [first] = declared;
		if (!first) return next();
		c.set("endpoint", declared.find(({ method }) => method === asked) ?? first);
		const methods = allowedMethods(declared);
		if (c.req.method === "OPTIONS") return answerOptions(c, methods);
		if (methods.includes(c.req.method)) return next();
		c.header("allow", methods.join(", "));
		throw problem("method_not_allowed", { values: { methods: methods.join(", ") } });
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

/** The methods of the endpoints at one path, in the form of an Allow header. */
export function allowedMethods(there: readonly Pick<EndpointRules, "method">[]): string[] {
	const methods = there.map(({ method }) => method);
	const head = methods.includes("GET") ? ["HEAD"] : [];
	return [...new Set([...methods, ...head, "OPTIONS"])].sort();
}
