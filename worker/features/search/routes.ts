import * as z from "zod";
import { SearchResult } from "#contract/video.ts";
import { consumeSearch, searchedWords } from "#features/reports/list-queries.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import { readAddress } from "#identity/caller.ts";
import { searchVideos } from "./queries.ts";

const RESULTS = 10;

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
		answers: { 200: json("What was found.", z.object({ results: z.array(SearchResult) })) },
		problems: { 429: "Too many searches from this address." },
		handle: async (context, { c, query }) => {
			const words = searchedWords(query.q);
			if (!words) return { results: [] };
			await consumeSearch(context, readAddress(c));
			const { db, view } = context;
			return { results: await searchVideos(db.near, words, { limit: RESULTS, view }) };
		},
	}),
];
