import { ClaimAnswer, ClaimRequest, Claims } from "#contract/claims.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	cursorQuery,
	empty,
	idPath,
	json,
	linkNextPage,
} from "#http/operation.ts";
import { claimChannel, verifyOwnClaim, withdrawOwnClaim } from "./claim-channel.ts";
import { listClaims } from "./claim-queries.ts";
import { listCreators } from "./creator-queries.ts";
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
			const { created, claim } = await claimChannel(context, { ...body, member_id: member.id });
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
			const claim = await verifyOwnClaim(context, { claim_id: params.id, member_id: member.id });
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
