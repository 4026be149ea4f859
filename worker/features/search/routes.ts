import * as z from "zod";
import { SearchResult } from "#contract/video.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { addressQuota } from "#identity/address-quota.ts";
import { readAddress } from "#identity/caller.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { searchVideos } from "./queries.ts";

const RESULTS = 10;
/** Longer than any title; a longer query cannot match. */
const MAX_QUERY_CHARS = 200;

export const searchEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/search",
		id: "searchVideos",
		summary: "Find analyses by title or channel",
		detail: "In any case, newest first, ten at most.",
		access: "everyone",
		cross_origin: "public",
		query: { q: z.string().optional().describe("Part of a title or a channel's name.") },
		answers: {
			200: json("What was found.", z.object({ results: z.array(SearchResult) })),
		},
		problems: { 429: "Too many searches from this address." },
		handle: async (context, { c, query: { q = "" } }) => {
			const words = q.trim().slice(0, MAX_QUERY_CHARS);
			if (!words) return { results: [] };
			const granted = await addressQuota(context, {
				address: readAddress(c),
				key: (network) => `search:${network}`,
				limit: context.settings.LIMIT_SEARCH,
				window_ms: MINUTE_MS,
				lenient: true,
			}).consume();
			if (!granted.ok) throw problem("too_many_requests/searches", granted);
			const { db, view } = context;
			return { results: await searchVideos(db.near, words, { limit: RESULTS, view }) };
		},
	}),
];
