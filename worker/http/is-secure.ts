import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Whether the browser came by https, so that its cookies may insist on it. */
export function isSecure(c: Context<AppEnv>): boolean {
	return c.get("deps").site.isSecure(c.req.url);
}
