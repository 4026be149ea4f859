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
		summary: "Find analyses by title or channel, and statements by their words",
		detail:
			"In any case, newest first, ten of each at most. A statement has to contain all words, in any order; words of one or two characters match whole words.",
		access: "everyone",
		cross_origin: "public",
		query: {
			q: z
				.string()
				.optional()
				.describe("Part of a title or a channel's name, or words of a statement."),
		},
		answers: { 200: json("What was found.", SearchAnswer) },
		problems: { 429: "Too many searches from this address." },
		handle: (context, { c, query }) => answerSearch(context, readAddress(c), query.q),
	}),
];
