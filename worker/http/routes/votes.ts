import { type Context, Hono } from "hono";
import { StatementId } from "#contract/ids.ts";
import { VoteRequest, type VoteType } from "#contract/votes.ts";
import { setVote } from "#use-cases/set-vote.ts";
import { addressOf } from "../address-of.ts";
import type { AppEnv } from "../app-env.ts";
import { readJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";

const MAX_BODY_BYTES = 1_024;

/** A member's vote on the statement that the path names. */
export const votes = new Hono<AppEnv>()
	.put("/", async (c) => {
		voterOf(c);
		const { vote_type } = await readJson(c, VoteRequest, MAX_BODY_BYTES);
		return c.json(await set(c, vote_type));
	})
	.delete("/", async (c) => c.json(await set(c, null)));

function set(c: Context<AppEnv>, vote_type: VoteType | null) {
	return setVote(c.get("deps").votes, {
		member_id: voterOf(c).id,
		address: addressOf(c),
		statement_id: StatementId.parse(c.req.param("id")),
		vote_type,
	});
}

function voterOf(c: Context<AppEnv>) {
	return requireMember(c, "Please sign in to vote on statements");
}
