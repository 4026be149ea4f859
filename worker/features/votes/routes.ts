import { Hono } from "hono";
import * as z from "zod";
import {
	HoldDecision,
	HoldState,
	VoteHoldAnswer,
	VoteHolds,
} from "#contract/held-votes.ts";
import { StatementId } from "#contract/ids.ts";
import {
	type MyVotes,
	VoteAnswer,
	VoteRequest,
	type VoteType,
} from "#contract/votes.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import {
	cursorQuery,
	idPath,
	json,
	type Operations,
	type ProblemStatus,
	statementPath,
} from "#http/operation.ts";
import { readVideoId } from "#http/video-id.ts";
import { readAddress } from "#identity/caller.ts";
import { requireMember } from "#identity/require.ts";
import { setVote } from "./cast-vote.ts";
import { readMyVotes } from "./queries.ts";

const MAX_BODY_BYTES = 1_024;

/** A member's vote on the statement that the path names. */
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
		address: readAddress(c),
		statement_id: StatementId.parse(c.req.param("id")),
		vote_type,
	});
}

function requireVoter(c: RequestContext) {
	return requireMember(c, "not_signed_in/vote");
}

/** The member's own votes on the video that the path names. */
export const myVotes = new Hono<AppEnv>().get("/", async (c) => {
	const { id } = requireMember(c, "not_signed_in/votes");
	const { db } = c.get("context");
	const votes = await readMyVotes(db.near, readVideoId(c), id);
	c.header("cache-control", "no-store");
	return c.json({ votes } satisfies MyVotes);
});

const problems: Partial<Record<ProblemStatus, string>> = {
	404: "There is no such statement.",
	409: "A later analysis no longer holds the statement.",
	429: "Too many votes; `Retry-After` says when the next counts.",
};

/** One vote per member and statement, and the team's review of brigading. */
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
