import * as z from "zod";
import {
	ClaimAnswer,
	ClaimDecision,
	ClaimRequest,
	ClaimStatus,
	Claims,
	type ReviewClaim,
	ReviewClaimAnswer,
	ReviewClaims,
} from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	cursorQuery,
	empty,
	idPath,
	json,
	linkNextPage,
	malformed,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { claimChannel, verifyOwnClaim, withdrawOwnClaim } from "./claim-channel.ts";
import {
	findClaim,
	findReviewClaim,
	listClaims,
	listReviewClaims,
	type OwnedClaim,
} from "./claim-queries.ts";
import { listCreators } from "./creator-queries.ts";
import { type DecisionOutcome, rejectClaim, verifyClaim } from "./decision-queries.ts";
import { claimMethods, describeClaim } from "./describe-claim.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 32 * 1_024;

/** A member's own ownership claims. */
export const claimEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/claims",
		id: "listClaims",
		summary: "Your ownership claims and verified channels",
		access: "member",
		refusal: "not_signed_in/claim",
		query: cursorQuery,
		answers: { 200: json("Newest first.", Claims) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db, view, settings }, { c, member, query: { cursor = null } }) => {
			const [page, creators] = await Promise.all([
				listClaims(db.near, member.id, { cursor, limit: PAGE_SIZE }),
				listCreators(db.near, member.id, view),
			]);
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			const claims = page.claims.map((claim) => describeClaim(claim, claimMethods(settings)));
			return { ...page, claims, creators };
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/claims",
		id: "claimChannel",
		summary: "Claim a channel as yours",
		detail:
			"`reason` is null if the code alone verifies the claim. Otherwise it says why not, and who decides the claim or what the operator has to configure.",
		access: "member",
		refusal: "not_signed_in/claim",
		body: ClaimRequest,
		limit: MAX_BODY_BYTES,
		idempotent: true,
		answers: {
			200: json("You have claimed this channel before.", ClaimAnswer),
			201: json("The claim, with its code.", ClaimAnswer),
		},
		problems: {
			400: "The link leads to neither a channel nor a video.",
			409: "The channel is already verified as yours.",
			422: "The link leads to nothing on YouTube.",
			429: "Too many claims.",
			502: "YouTube could not be reached, or answered with an error.",
			504: "YouTube did not answer in time.",
		},
		handle: async (context, { c, member, body }) => {
			const { created, claim } = await claimChannel(context, { ...body, member });
			const answer: ClaimAnswer = { claim: describeClaim(claim, claimMethods(context.settings)) };
			return c.json(answer, created ? 201 : 200);
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/claims/{id}/verify",
		id: "verifyClaim",
		summary: "Verify a claim by its code",
		detail: "Looks for the code in the channel's description.",
		access: "member",
		refusal: "not_signed_in/claim",
		params: idPath,
		answers: { 200: json("The verified claim.", ClaimAnswer) },
		problems: {
			403: "The claim belongs to another member.",
			404: "There is no such claim.",
			409: "The claim is already decided.",
			422: "The code is not in the description.",
			429: "Too many attempts.",
			502: "YouTube could not be reached, or answered with an error.",
			504: "YouTube did not answer in time.",
		},
		handle: async (context, { member, params }) => {
			const claim = await verifyOwnClaim(context, { claim_id: params.id, member });
			return { claim: describeClaim(claim, claimMethods(context.settings)) };
		},
	}),
	endpoint({
		method: "DELETE",
		path: "/api/claims/{id}",
		id: "withdrawClaim",
		summary: "Withdraw a claim that is not decided",
		access: "member",
		refusal: "not_signed_in/claim",
		params: idPath,
		answers: { 204: empty("It is withdrawn.") },
		problems: {
			403: "The claim belongs to another member.",
			404: "There is no such claim.",
			409: "The claim is already decided.",
		},
		handle: async (context, { c, member, params }) => {
			await withdrawOwnClaim(context, { claim_id: params.id, member_id: member.id });
			return c.body(null, 204);
		},
	}),
];

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
