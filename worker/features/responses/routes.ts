import { Hono } from "hono";
import {
	NewResponseAnswer,
	ResponseAnswer,
	ResponseEdit,
	ResponseRequest,
} from "#contract/responses.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { MAX_RESPONSE_BODY_BYTES, readJson } from "#http/body.ts";
import { idPath, json, type Operations, retryHeader } from "#http/operation.ts";
import { readAddress } from "#identity/caller.ts";
import { requireMember } from "#identity/require.ts";
import { editOwnResponse, submitResponse, withdrawOwnResponse } from "./respond.ts";

/** Verified creators' replies to analyses of their own videos. */
export const responses = new Hono<AppEnv>()
	.post("/", async (c) => {
		const { id: member_id } = requireAuthor(c);
		const request = await readJson(c, ResponseRequest, MAX_RESPONSE_BODY_BYTES);
		const answer = await submitResponse(c.get("context"), {
			...request,
			member_id,
			address: readAddress(c),
		});
		if (answer.fresh_look === "started") await dropReportCopy(c, request.video_id);
		return c.json(answer, 201);
	})
	.patch("/:id", async (c) => {
		const { id: member_id } = requireAuthor(c);
		const { body } = await readJson(c, ResponseEdit, MAX_RESPONSE_BODY_BYTES);
		const response = await editOwnResponse(c.get("context"), {
			response_id: c.req.param("id"),
			member_id,
			body,
		});
		return c.json({ response } satisfies ResponseAnswer);
	})
	.delete("/:id", async (c) => {
		const response = await withdrawOwnResponse(c.get("context"), {
			response_id: c.req.param("id"),
			member_id: requireAuthor(c).id,
		});
		return c.json({ response } satisfies ResponseAnswer);
	});

function requireAuthor(c: RequestContext) {
	return requireMember(c, "not_signed_in/respond");
}

/** Responses in the API description. */
export const responseOperations = (): Operations => ({
	"POST /api/responses": {
		id: "respond",
		summary: "Respond to an analysis of your own video",
		access: "member",
		body: { schema: ResponseRequest },
		headers: retryHeader,
		detail:
			"A response to a statement may have a `page` that supports it. The page is opened at once, under the rules for all pages, and added to the statement like those of other members: it never decides alone. Then the statement alone is searched, read and rated again, while the others keep their ids, votes and ratings; it counts as an analysis. `fresh_look` is `started`, or says why not: `busy`, `no_budget`, `limit`, `from_memory` or `unavailable`. The response is stored all the same, and the next analysis reads the page. If the page is refused, nothing is stored.",
		answers: {
			201: json("The response, and whether a check began.", NewResponseAnswer),
		},
		problems: {
			403: "The video's channel is not verified as yours.",
			404: "There is no such analysis or statement.",
			409: "You have already responded to this, or the site rates without sources and reads no `page`.",
			422: "There is no result to respond to yet, or the `page` cannot be opened; `detail` says why.",
			429: "Too many responses or pages.",
		},
	},
	"PATCH /api/responses/{id}": {
		id: "editResponse",
		summary: "Change a response",
		detail: "Earlier versions stay in its history.",
		access: "member",
		path: idPath,
		body: { schema: ResponseEdit },
		answers: { 200: json("The response.", ResponseAnswer) },
		problems: {
			403: "The response belongs to another member.",
			404: "There is no such response.",
			409: "It was withdrawn.",
			429: "Too many changes.",
		},
	},
	"DELETE /api/responses/{id}": {
		id: "withdrawResponse",
		summary: "Withdraw a response",
		access: "member",
		path: idPath,
		answers: { 200: json("The withdrawn response.", ResponseAnswer) },
		problems: {
			403: "The response belongs to another member.",
			404: "There is no such response.",
		},
	},
});
