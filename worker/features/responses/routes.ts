import {
	NewResponseAnswer,
	ResponseAnswer,
	ResponseEdit,
	ResponseRequest,
} from "#contract/responses.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { MAX_RESPONSE_BODY_BYTES } from "#http/body.ts";
import { endpoint } from "#http/endpoint.ts";
import { idPath, json } from "#http/operation.ts";
import { readAddress } from "#identity/caller.ts";
import { editOwnResponse, submitResponse, withdrawOwnResponse } from "./respond.ts";

/** Verified creators' replies to analyses of their own videos. */
export const responseEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/responses",
		id: "respond",
		summary: "Respond to an analysis of your own video",
		detail:
			"A response to a statement may have a `page` that supports it. The page is opened at once, under the rules for all pages, and added to the statement like those of other members: it never decides alone. Then the statement alone is searched, read and rated again, while the others keep their ids, votes and ratings; it counts as an analysis. `fresh_look` is `started`, or says why not: `busy`, `no_budget`, `limit`, `from_memory` or `unavailable`. The response is stored all the same, and the next analysis reads the page. If the page is refused, nothing is stored.",
		access: "member",
		refusal: "not_signed_in/respond",
		body: ResponseRequest,
		limit: MAX_RESPONSE_BODY_BYTES,
		idempotent: true,
		answers: { 201: json("The response, and whether a check began.", NewResponseAnswer) },
		problems: {
			403: "The video's channel is not verified as yours.",
			404: "There is no such analysis or statement.",
			409: "You have already responded to this, or the site rates without sources and reads no `page`.",
			422: "There is no result to respond to yet, or the `page` cannot be opened; `detail` says why.",
			429: "Too many responses or pages.",
		},
		handle: async (context, { c, member, body }) => {
			const answer = await submitResponse(context, {
				...body,
				member_id: member.id,
				address: readAddress(c),
			});
			if (answer.fresh_look === "started") await dropReportCopy(c, body.video_id);
			return answer;
		},
	}),
	endpoint({
		method: "PATCH",
		path: "/api/responses/{id}",
		id: "editResponse",
		summary: "Change a response",
		detail: "Earlier versions stay in its history.",
		access: "member",
		refusal: "not_signed_in/respond",
		params: idPath,
		body: ResponseEdit,
		limit: MAX_RESPONSE_BODY_BYTES,
		answers: { 200: json("The response.", ResponseAnswer) },
		problems: {
			403: "The response belongs to another member.",
			404: "There is no such response.",
			409: "It was withdrawn.",
			429: "Too many changes.",
		},
		handle: async (context, { member, params, body }) => ({
			response: await editOwnResponse(context, {
				response_id: params.id,
				member_id: member.id,
				body: body.body,
			}),
		}),
	}),
	endpoint({
		method: "DELETE",
		path: "/api/responses/{id}",
		id: "withdrawResponse",
		summary: "Withdraw a response",
		access: "member",
		refusal: "not_signed_in/respond",
		params: idPath,
		answers: { 200: json("The withdrawn response.", ResponseAnswer) },
		problems: {
			403: "The response belongs to another member.",
			404: "There is no such response.",
		},
		handle: async (context, { member, params }) => ({
			response: await withdrawOwnResponse(context, {
				response_id: params.id,
				member_id: member.id,
			}),
		}),
	}),
];
