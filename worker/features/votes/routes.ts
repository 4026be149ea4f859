import * as z from "zod";
import type { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import {
	MyVotes,
	VoteAnswer,
	type VoteCheck,
	VoteCheckAnswer,
	VoteCheckDecision,
	VoteCheckPage,
	VoteCheckState,
	VoteRequest,
} from "#contract/votes.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	badCursor,
	cursorQuery,
	idPath,
	json,
	linkNextPage,
	malformed,
	NO_VIDEO,
	statementPath,
	videoPath,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import type { Context } from "#worker/context.ts";
import { castVote } from "./cast-vote.ts";
import { readMyVotes } from "./queries.ts";
import { decideCheck, listChecks } from "./review-queries.ts";

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

function voter(c: RequestContext, member: User) {
	return { member, credential: c.get("credential_hash") ?? "", address: readAddress(c) };
}

const PAGE_SIZE = 50;
const MAX_REVIEW_BYTES = 4 * 1_024;

/** The admins' review of vote checks. */
export const voteReviewEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/votes",
		id: "reviewVotes",
		summary: "Vote checks",
		detail:
			"If many votes go one way within a minute, from new accounts or one network, they are checked, and the agreement percentage is hidden for at most an hour (`votes_held`). Then it counts two checked votes per network and all others. The counts always include every vote. Shows numbers, never the voters.",
		access: "admin",
		query: {
			...cursorQuery,
			state: VoteCheckState.or(z.literal(""))
				.optional()
				.describe("`open` if left out.")
				.register(malformed, { problem: "bad_state" }),
		},
		answers: { 200: json("A page of checks, newest first.", VoteCheckPage) },
		problems: { 400: "Unknown state or cursor." },
		handle: async ({ db, view }, { c, query }) => {
			const { cursor = null, state } = query;
			const page = await listChecks(db.near, {
				state: state || "open",
				cursor,
				limit: PAGE_SIZE,
				view,
			});
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/votes/{id}",
		id: "decideVotes",
		summary: "Decide whether the percentage counts the checked votes",
		detail:
			"`lifted` counts them all; `upheld` leaves them all out of the percentage. The counts do not change. A decision can be changed later.",
		access: "recent_admin",
		params: idPath,
		body: VoteCheckDecision,
		limit: MAX_REVIEW_BYTES,
		answers: { 200: json("The check as decided.", VoteCheckAnswer) },
		problems: { 404: "There is no such check." },
		handle: async (context, { member, params, body }) => ({
			hold: await decideVotes(context, { ...body, admin_id: member.id, check_id: params.id }),
		}),
	}),
];

/** Applies an admin's decision on a vote check. Idempotent. */
async function decideVotes(
	{ db, now }: Context,
	{ check_id, ...decision }: VoteCheckDecision & { check_id: string; admin_id: MemberId },
): Promise<VoteCheck> {
	const check = await decideCheck(db.primary, check_id, {
		...decision,
		reason: decision.reason || null,
		now: now().toISOString(),
	});
	if (check) return check;
	throw problem("burst_not_found");
}
