import { type Context, Hono } from "hono";
import { HashPrefix, type Lookup, LookupQuery } from "#contract/lookup.ts";
import { badInput } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { readQuery } from "../read-query.ts";

/** A list of videos elsewhere need not be newer, and asks often. */
const CACHE = "public, max-age=60";

/**
 * Scores for lists of videos elsewhere: by id, or by the beginning of an id's
 * hash, which keeps to the asker which video it is.
 */
export const lookup = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { ids } = readQuery(c, LookupQuery);
		return answer(c, await c.get("deps").lookups.byIds(ids));
	})
	.get("/:prefix", async (c) => {
		const prefix = HashPrefix.safeParse(c.req.param("prefix"));
		if (!prefix.success)
			throw badInput(
				"bad_prefix",
				"Ask by 4 to 64 hex digits of the id's SHA-256.",
			);
		return answer(c, await c.get("deps").lookups.byPrefix(prefix.data));
	});

function answer(c: Context<AppEnv>, found: Lookup): Response {
	c.header("cache-control", CACHE);
	return c.json(found);
}
