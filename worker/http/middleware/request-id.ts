import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";

const SHAPE = /^[A-Za-z0-9_-]{8,64}$/;

/** Every answer can be found in the log by the id it carries. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
	// A document's address may end as a page's; the request stays the same one.
	const given = c.get("request_id") ?? c.req.header("x-request-id") ?? "";
	const id = SHAPE.test(given) ? given : crypto.randomUUID();
	c.set("request_id", id);
	await next();
	c.header("x-request-id", id);
};
