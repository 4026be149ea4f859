import type { User } from "#contract/account.ts";
import { MyVotes, VoteAnswer, VoteRequest } from "#contract/votes.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, NO_VIDEO, statementPath, videoPath } from "#http/operation.ts";
import { readAddress } from "#identity/caller.ts";
import { castVote } from "./cast-vote.ts";
import { readMyVotes } from "./queries.ts";

const MAX_BODY_BYTES = 1_024;

/** What a vote is answered with, whether it is set or removed. */
const vote = {
	path: "/api/statements/{id}/vote",
	access: "member",
	refusal: "not_signed_in/vote",
	// The vote's batch checks the session or the key again.
	reads: "near",
	params: statementPath,
	answers: { 200: json("The statement's votes now.", VoteAnswer) },
	problems: {
		404: "There is no such statement.",
		409: "A newer analysis no longer includes the statement, or it is unverified and has no rating to vote on.",
		429: "Too many votes; `Retry-After` says when to try again.",
	},
} as const;

export const voteEndpoints = [
	endpoint({
		...vote,
		method: "PUT",
		id: "setVote",
		summary: "Agree or disagree with a rating",
		detail:
			"A vote answers “Is this rating right?”: `upvote` agrees and `downvote` disagrees with the rating, not with the speaker. Repeating it changes nothing; the other type replaces your one vote. A `downvote` may say why (`reason`).",
		body: VoteRequest,
		limit: MAX_BODY_BYTES,
		handle: (context, { c, member, params, body }) =>
			castVote(context, {
				...voter(c, member),
				statement_id: params.id,
				vote_type: body.vote_type,
				reason: body.reason,
			}),
	}),
	endpoint({
		...vote,
		method: "DELETE",
		id: "removeVote",
		summary: "Remove your vote",
		handle: (context, { c, member, params }) =>
			castVote(context, { ...voter(c, member), statement_id: params.id, vote_type: null }),
	}),
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/my-votes",
		id: "myVotes",
		summary: "Your own votes on a video's statements",
		access: "member",
		refusal: "not_signed_in/votes",
		// They are read like the report that they belong to.
		reads: "near",
		params: videoPath,
		answers: { 200: json("By statement id.", MyVotes) },
		problems: { 404: NO_VIDEO },
		handle: async ({ db }, { params, member }) => ({
			votes: await readMyVotes(db.near, params.id, member.id),
		}),
	}),
];

function voter(c: RequestContext, { id }: User) {
	return { member_id: id, credential: c.get("credential_hash") ?? "", address: readAddress(c) };
}
