import {
	ResponseAnswer,
	ResponseEdit,
	ResponseRequest,
} from "#contract/responses.ts";
import { json, type Operations } from "../operation.ts";
import { idPath, retryHeader } from "./fields.ts";

/** What a verified creator answers. */
export const responseOperations: Operations = {
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
			409: "You have responded to this already.",
			422: "There is no result to respond to yet.",
			429: "Too many responses.",
		},
	},
	"PATCH /api/responses/{id}": {
		id: "editResponse",
		summary: "Change a response",
		detail: "What it said before stays readable in its history.",
		access: "member",
		path: idPath,
		body: { schema: ResponseEdit },
		answers: { 200: json("The response.", ResponseAnswer) },
		problems: {
			403: "The response is another's.",
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
			403: "The response is another's.",
			404: "There is no such response.",
		},
	},
};
