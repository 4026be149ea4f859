import * as z from "zod";
import type { MemberId } from "#contract/ids.ts";
import {
	type VoteCheck,
	VoteCheckAnswer,
	VoteCheckDecision,
	VoteCheckPage,
	VoteCheckState,
} from "#contract/votes.ts";
import { endpoint } from "#http/endpoint.ts";
import { badCursor, cursorQuery, idPath, json, linkNextPage, malformed } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { decideCheck, listChecks } from "./review-queries.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 4 * 1_024;

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
		limit: MAX_BODY_BYTES,
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
