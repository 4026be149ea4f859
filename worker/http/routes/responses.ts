import { type Context, Hono } from "hono";
import {
	type ResponseAnswer,
	ResponseEdit,
	ResponseRequest,
} from "#contract/responses.ts";
import { editResponse } from "#use-cases/edit-response.ts";
import { submitResponse } from "#use-cases/submit-response.ts";
import { withdrawResponse } from "#use-cases/withdraw-response.ts";
import type { AppEnv } from "../app-env.ts";
import { MAX_RESPONSE_BODY_BYTES, readJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";

/** Verified creators' replies to analyses of their own videos. */
export const responses = new Hono<AppEnv>()
	.post("/", async (c) => {
		const { id: member_id } = authorOf(c);
		const request = await readJson(c, ResponseRequest, MAX_RESPONSE_BODY_BYTES);
		const response = await submitResponse(c.get("deps").responses, {
			...request,
			member_id,
		});
		return c.json({ response } satisfies ResponseAnswer, 201);
	})
	.patch("/:id", async (c) => {
		const { id: member_id } = authorOf(c);
		const { body } = await readJson(c, ResponseEdit, MAX_RESPONSE_BODY_BYTES);
		const response = await editResponse(c.get("deps").responses, {
			response_id: c.req.param("id"),
			member_id,
			body,
		});
		return c.json({ response } satisfies ResponseAnswer);
	})
	.delete("/:id", async (c) => {
		const response = await withdrawResponse(c.get("deps").responses, {
			response_id: c.req.param("id"),
			member_id: authorOf(c).id,
		});
		return c.json({ response } satisfies ResponseAnswer);
	});

function authorOf(c: Context<AppEnv>) {
	return requireMember(c, "Please sign in to respond to an analysis");
}
