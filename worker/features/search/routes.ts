import { Hono } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { quota } from "#identity/quota.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { searchVideos } from "./queries.ts";

const RESULTS = 10;
/** Longer than any title; what is past it cannot match. */
const MAX_QUERY_CHARS = 200;

export const search = new Hono<AppEnv>().get("/", async (c) => {
	const query = (c.req.query("q") ?? "").trim().slice(0, MAX_QUERY_CHARS);
	if (!query) return c.json({ results: [] });
	const context = c.get("context");
	const granted = await quota(
		context,
		`search:${readAddress(c)}`,
		context.settings.LIMIT_SEARCH,
		MINUTE_MS,
	).consume();
	if (!granted.ok) throw problem("too_many_requests/searches", granted);
	const { db, view } = context;
	const results = await searchVideos(db.near, query, { limit: RESULTS, view });
	return c.json({ results });
});
