import { Hono } from "hono";
import {
	ResponseAnswer,
	ResponseEdit,
	ResponseRequest,
} from "#contract/responses.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { MAX_RESPONSE_BODY_BYTES, readJson } from "#http/body.ts";
import { idPath, json, type Operations, retryHeader } from "#http/operation.ts";
import { requireMember } from "#identity/require.ts";
import {
	editOwnResponse,
	submitResponse,
	withdrawOwnResponse,
} from "./respond.ts";

/** Verified creators' replies to analyses of their own videos. */
export const responses = new Hono<AppEnv>()
	.post("/", async (c) => {
		const { id: member_id } = requireAuthor(c);
		const request = await readJson(c, ResponseRequest, MAX_RESPONSE_BODY_BYTES);
		const response = await submitResponse(c.get("context"), {
			...request,
			member_id,
		});
		return c.json({ response } satisfies ResponseAnswer, 201);
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
		answers: { 201: json("The response.", ResponseAnswer) },
		problems: {
			403: "The video's channel is not verified as yours.",
			404: "There is no such analysis or statement.",
			409: "You have already responded to this.",
			422: "There is no result to respond to yet.",
			429: "Too many responses.",
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
