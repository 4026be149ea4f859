import * as z from "zod";
import {
	HoldDecision,
	HoldState,
	VoteHoldAnswer,
	VoteHolds,
} from "#contract/held-votes.ts";
import { VoteAnswer, VoteRequest } from "#contract/votes.ts";
import { json, type Operations, type ProblemStatus } from "../operation.ts";
import { cursorQuery, idPath, statementPath } from "./fields.ts";

const problems: Partial<Record<ProblemStatus, string>> = {
	404: "There is no such statement.",
	409: "A later analysis no longer holds the statement.",
	429: "Too many votes; `Retry-After` says when the next counts.",
};

/** One vote a member a statement, and the team's look at bursts of them. */
export const voteOperations: Operations = {
	"PUT /api/statements/{id}/vote": {
		id: "setVote",
		summary: "Agree or disagree with a rating",
		detail: "Again changes nothing; the other way moves your one vote.",
		access: "member",
		path: statementPath,
		body: { schema: VoteRequest },
		answers: { 200: json("The statement's votes now.", VoteAnswer) },
		problems,
	},
	"DELETE /api/statements/{id}/vote": {
		id: "removeVote",
		summary: "Take your vote back",
		access: "member",
		path: statementPath,
		answers: { 200: json("The statement's votes now.", VoteAnswer) },
		problems,
	},
	"GET /api/admin/votes": {
		id: "reviewVotes",
		summary: "Bursts of votes that the team looks at",
		detail:
			"Many votes one way within a minute, from new accounts or from one network, hold the agreement that is shown (`votes_held`). Told in numbers, without the voters.",
		access: "admin",
		query: {
			...cursorQuery,
			state: HoldState.or(z.literal("")).describe("Open if left out."),
		},
		answers: { 200: json("A page of bursts.", VoteHolds) },
		problems: { 400: "The state or the cursor is none of ours." },
	},
	"POST /api/admin/votes/{id}": {
		id: "decideVotes",
		summary: "Count a burst's votes, or leave them out",
		detail:
			"`lifted` counts them like all others; `upheld` leaves them out. Either can be changed later.",
		access: "admin",
		path: idPath,
		body: { schema: HoldDecision },
		answers: { 200: json("The decided burst.", VoteHoldAnswer) },
		problems: { 404: "There is no such burst." },
	},
};
