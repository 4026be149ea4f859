import * as z from "zod";
import { SearchAnswer } from "#contract/video.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import { readAddress } from "#identity/caller.ts";
import { answerSearch } from "./queries.ts";

export const searchEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/search",
		id: "searchVideos",
		summary: "Find analyses by title and channel, and statements, by their words",
		detail:
			"Newest first, ten of each at most. All words have to be there, in any order; case, accents, signs and the kind of digits or kana do not count. Words of one or two characters match whole words, unless the query is only one.",
		access: "everyone",
		cross_origin: "public",
		query: {
			q: z
				.string()
				.optional()
				.describe("Words of a title, of a channel's name, or of a statement."),
		},
		answers: { 200: json("What was found.", SearchAnswer) },
		problems: { 429: "Too many searches from this address." },
		handle: (context, { c, query }) => answerSearch(context, readAddress(c), query.q),
	}),
];
