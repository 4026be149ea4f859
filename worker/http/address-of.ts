import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** The caller's address as the edge saw it; the one header a client cannot set there. */
export function addressOf(c: Context<AppEnv>): string {
	return c.req.header("cf-connecting-ip") ?? "local";
}
