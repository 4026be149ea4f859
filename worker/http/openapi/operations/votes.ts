import { VoteAnswer, VoteRequest } from "#contract/votes.ts";
import { json, type Operations, type ProblemStatus } from "../operation.ts";
import { statementPath } from "./fields.ts";

const problems: Partial<Record<ProblemStatus, string>> = {
	404: "There is no such statement.",
	409: "A later analysis no longer holds the statement.",
	429: "Too many votes; `Retry-After` says when the next counts.",
};

/** One vote a member a statement. */
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
};
