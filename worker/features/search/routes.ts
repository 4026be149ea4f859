import { Hono } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { tooMany } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";

const RESULTS = 10;
/** Longer than any title; what is past it cannot match. */
const MAX_QUERY_CHARS = 200;

export const search = new Hono<AppEnv>().get("/", async (c) => {
	const { videos } = c.get("deps");
	const query = (c.req.query("q") ?? "").trim().slice(0, MAX_QUERY_CHARS);
	if (!query) return c.json({ results: [] });
	const granted = await videos.searchQuota(readAddress(c));
	if (!granted.ok)
		throw tooMany(
			"Too many searches from this address. Please wait a moment.",
			granted.retry_after_s,
		);
	return c.json({ results: await videos.search(query, RESULTS) });
});
