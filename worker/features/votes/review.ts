import * as z from "zod";
import type { MemberId } from "#contract/ids.ts";
import {
	HoldDecision,
	HoldState,
	type VoteHold,
	VoteHoldAnswer,
	VoteHolds,
} from "#contract/vote-checks.ts";
import { endpoint } from "#http/endpoint.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import { cursorQuery, idPath, json, malformed } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { decideCheck, listChecks } from "./review-queries.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 4 * 1_024;

/** The admins' review of votes that look like brigading. */
export const voteReviewEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/votes",
		id: "reviewVotes",
		summary: "Votes that look like brigading",
		detail:
			"If many votes go one way within a minute, from new accounts or one network, the agreement percentage is checked, and hidden, for at most an hour (`votes_held`). Then it counts two suspect votes per network and all others. The counts always include every vote. Shows numbers, never the voters.",
		access: "admin",
		query: {
			...cursorQuery,
			state: HoldState.or(z.literal(""))
				.optional()
				.describe("`open` if left out.")
				.register(malformed, { problem: "bad_state" }),
		},
		answers: { 200: json("A page of checks, newest first.", VoteHolds) },
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
		summary: "Decide whether the percentage counts suspect votes",
		detail:
			"`lifted` counts them all; `upheld` leaves them all out of the percentage. The counts do not change. A decision can be changed later.",
		access: "recent_admin",
		params: idPath,
		body: HoldDecision,
		limit: MAX_BODY_BYTES,
		answers: { 200: json("The check as decided.", VoteHoldAnswer) },
		problems: { 404: "There is no such check." },
		handle: async (context, { member, params, body }) => ({
			hold: await decideVotes(context, { ...body, admin_id: member.id, hold_id: params.id }),
		}),
	}),
];

/** Applies an admin's decision on suspect votes. Idempotent. */
async function decideVotes(
	{ db, now }: Context,
	{ hold_id, ...decision }: HoldDecision & { hold_id: string; admin_id: MemberId },
): Promise<VoteHold> {
	const hold = await decideCheck(db.primary, hold_id, {
		...decision,
		reason: decision.reason || null,
		now: now().toISOString(),
	});
	if (hold) return hold;
	throw problem("burst_not_found");
}
