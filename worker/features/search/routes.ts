import { Hono } from "hono";
import * as z from "zod";
import { SearchResult } from "#contract/video.ts";
import type { AppEnv } from "#http/app-env.ts";
import { json, type Operations } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { addressQuota } from "#identity/address-quota.ts";
import { readAddress } from "#identity/caller.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { searchVideos } from "./queries.ts";

const RESULTS = 10;
/** Longer than any title; a longer query cannot match. */
const MAX_QUERY_CHARS = 200;

export const search = new Hono<AppEnv>().get("/", async (c) => {
	const query = (c.req.query("q") ?? "").trim().slice(0, MAX_QUERY_CHARS);
	if (!query) return c.json({ results: [] });
	const context = c.get("context");
	const granted = await addressQuota(context, {
		address: readAddress(c),
		key: (network) => `search:${network}`,
		limit: context.settings.LIMIT_SEARCH,
		window_ms: MINUTE_MS,
		lenient: true,
	}).consume();
	if (!granted.ok) throw problem("too_many_requests/searches", granted);
	const { db, view } = context;
	const results = await searchVideos(db.near, query, { limit: RESULTS, view });
	return c.json({ results });
});

/** The search in the API description. */
export const searchOperations = (): Operations => ({
	"GET /api/search": {
		id: "searchVideos",
		summary: "Find analyses by title or channel",
		detail: "In any case, newest first, ten at most.",
		access: "everyone",
		query: { q: z.string().describe("Part of a title or a channel's name.") },
		answers: {
			200: json("What was found.", z.object({ results: z.array(SearchResult) })),
		},
		problems: { 429: "Too many searches from this address." },
	},
});
