import * as z from "zod";
import {
	ClaimDecision,
	ClaimStatus,
	type ReviewClaim,
	ReviewClaimAnswer,
	ReviewClaims,
} from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { endpoint } from "#http/endpoint.ts";
import { badCursor, cursorQuery, idPath, json, linkNextPage, malformed } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { findClaim, findReviewClaim, listReviewClaims, type OwnedClaim } from "./claim-queries.ts";
import { type DecisionOutcome, rejectClaim, verifyClaim } from "./decision-queries.ts";

const PAGE_SIZE = 50;

/** The admins' review of ownership claims. */
export const claimReviewEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/claims",
		id: "reviewClaims",
		summary: "Claims for the team to review",
		access: "admin",
		query: {
			...cursorQuery,
			status: ClaimStatus.or(z.literal(""))
				.optional()
				.describe("Pending if left out.")
				.register(malformed, { problem: "bad_status" }),
		},
		answers: { 200: json("A page of claims.", ReviewClaims) },
		problems: { 400: "The status or the cursor is not valid." },
		handle: async ({ db }, { c, query: { cursor = null, status } }) => {
			const page = await listReviewClaims(db.near, {
				status: status || "pending",
				cursor,
				limit: PAGE_SIZE,
			});
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/claims/{id}",
		id: "decideClaim",
		summary: "Verify or reject a claim",
		access: "recent_admin",
		params: idPath,
		body: ClaimDecision,
		answers: { 200: json("The decided claim.", ReviewClaimAnswer) },
		problems: {
			404: "There is no such claim.",
			409: "The channel already has an owner.",
			422: "A rejection needs a reason; a verification may need the channel's id.",
		},
		handle: async (context, { member, params, body }) => ({
			claim: await decideClaim(context, { ...body, admin_id: member.id, claim_id: params.id }),
		}),
	}),
];

/** Applies an admin's decision on a claim. Idempotent. */
async function decideClaim(
	context: Context,
	{ claim_id, ...decision }: ClaimDecision & { claim_id: string; admin_id: MemberId },
): Promise<ReviewClaim> {
	const found = await findClaim(context.db.primary, claim_id);
	if (!found) throw problem("claim_not_found");
	if (decision.status === "rejected" && !decision.reason)
		throw problem("reason_required", { pointer: "/reason" });
	if (found.claim.status !== decision.status)
		throwIfUndecided(await decide(context, found, decision));
	const decided = await findReviewClaim(context.db.primary, claim_id);
	if (!decided) throw problem("claim_not_found");
	return decided;
}

function decide(
	{ db, now }: Context,
	found: OwnedClaim,
	decision: ClaimDecision & { admin_id: MemberId },
): Promise<DecisionOutcome> {
	const { admin_id } = decision;
	const reason = decision.reason || null;
	const at = now().toISOString();
	if (decision.status === "rejected")
		return rejectClaim(db.primary, { found, reason, admin_id, now: at });
	const { channel_name } = found.claim;
	const channel_id = found.claim.channel_id ?? decision.channel_id;
	if (!channel_id) throw problem("channel_unknown");
	return verifyClaim(db.primary, {
		found,
		creator_id: newId(),
		channel: { channel_id, channel_name },
		method: "team_review",
		reason,
		admin_id,
		now: at,
	});
}

function throwIfUndecided(outcome: DecisionOutcome): void {
	if (outcome === "owned") throw problem("channel_owned");
	if (outcome === "open_elsewhere") throw problem("claimed_already/review");
	if (outcome === "changed") throw problem("claim_changed");
}
