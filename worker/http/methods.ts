import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { type EndpointRules, finderByPath } from "./endpoint-rules.ts";
import { offerMethods } from "./other-sites.ts";
import { problem } from "./problems.ts";

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
	const answer = c.body(null, 204, { allow: methods.join(", ") });
	const kind = c.get("endpoint")?.cross_origin;
	if (kind === "public" || kind === "keyed") {
		const reads = methods.filter((it) => it === "GET" || it === "HEAD");
		offerMethods(answer.headers, kind === "public" ? reads : methods);
	}
	return answer;
}

/** Answers OPTIONS for a document that pages of other sites may read. */
export function answerDocumentOptions(c: Context<AppEnv>): Response {
	const methods = allowedMethods([{ method: "GET" }]);
	const answer = c.body(null, 204, { allow: methods.join(", ") });
	offerMethods(answer.headers, ["GET", "HEAD"]);
	return answer;
}

/** The methods of the endpoints at one path, in the form of an Allow header. */
export function allowedMethods(there: readonly Pick<EndpointRules, "method">[]): string[] {
	const methods = there.map(({ method }) => method);
	const head = methods.includes("GET") ? ["HEAD"] : [];
	return [...new Set([...methods, ...head, "OPTIONS"])].sort();
}
