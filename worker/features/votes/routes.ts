import { Hono } from "hono";
import { StatementId } from "#contract/ids.ts";
import { MyVotes, VoteAnswer, VoteRequest, type VoteType } from "#contract/votes.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import {
	json,
	NO_VIDEO,
	type Operations,
	type ProblemStatus,
	statementPath,
	videoPath,
} from "#http/operation.ts";
import { readVideoId } from "#http/query.ts";
import { readAddress } from "#identity/caller.ts";
import { requireMember } from "#identity/require.ts";
import { setVote } from "./cast-vote.ts";
import { readMyVotes } from "./queries.ts";

const MAX_BODY_BYTES = 1_024;

/** A member's vote on the statement in the path. */
export const votes = new Hono<AppEnv>()
	.put("/", async (c) => {
		requireVoter(c);
		const { vote_type } = await readJson(c, VoteRequest, MAX_BODY_BYTES);
		return c.json(await set(c, vote_type));
	})
	.delete("/", async (c) => c.json(await set(c, null)));

function set(c: RequestContext, vote_type: VoteType | null) {
	return setVote(c.get("context"), {
		member_id: requireVoter(c).id,
		credential: c.get("credential_hash") ?? "",
		address: readAddress(c),
		statement_id: StatementId.parse(c.req.param("id")),
		vote_type,
	});
}

function requireVoter(c: RequestContext) {
	return requireMember(c, "not_signed_in/vote");
}

/** The member's votes on the video in the path. */
export const myVotes = new Hono<AppEnv>().get("/", async (c) => {
	const { id } = requireMember(c, "not_signed_in/votes");
	const { db } = c.get("context");
	const votes = await readMyVotes(db.near, readVideoId(c), id);
	c.header("cache-control", "no-store");
	return c.json({ votes } satisfies MyVotes);
});

const problems: Partial<Record<ProblemStatus, string>> = {
	404: "There is no such statement.",
	409: "A newer analysis no longer includes the statement.",
	429: "Too many votes; `Retry-After` says when to try again.",
};

/** Votes in the API description. */
export const voteOperations = (): Operations => ({
	"PUT /api/statements/{id}/vote": {
		id: "setVote",
		summary: "Agree or disagree with a rating",
		detail:
			"A vote answers “Is this rating right?”: `upvote` agrees and `downvote` disagrees with the rating, not with the speaker. Repeating it changes nothing; the other type replaces your one vote.",
		access: "member",
		path: statementPath,
		body: { schema: VoteRequest },
		answers: { 200: json("The statement's votes now.", VoteAnswer) },
		problems,
	},
	"DELETE /api/statements/{id}/vote": {
		id: "removeVote",
		summary: "Remove your vote",
		access: "member",
		path: statementPath,
		answers: { 200: json("The statement's votes now.", VoteAnswer) },
		problems,
	},
	"GET /api/videos/{id}/my-votes": {
		id: "myVotes",
		summary: "Your own votes on a video's statements",
		access: "member",
		path: videoPath,
		answers: { 200: json("By statement id.", MyVotes) },
		problems: { 404: NO_VIDEO },
	},
});
