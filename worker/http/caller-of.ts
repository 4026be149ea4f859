import type { Context } from "hono";
import type { Caller } from "#use-cases/caller.ts";
import { addressOf } from "./address-of.ts";
import type { AppEnv } from "./app-env.ts";
import { inBackground } from "./in-background.ts";

export function callerOf(c: Context<AppEnv>): Caller {
	return {
		address: addressOf(c),
		user_agent: c.req.header("user-agent") ?? null,
		// Not every route looks for a session.
		session_hash: c.get("session_hash") ?? null,
		origin: c.get("deps").site.originOf(c.req.url),
		later: inBackground(c),
	};
}
