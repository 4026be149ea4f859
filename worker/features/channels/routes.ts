import { Hono } from "hono";
import { type Claim, ClaimAnswer, ClaimRequest, Claims } from "#contract/claims.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import {
	BAD_CURSOR,
	cursorQuery,
	idPath,
	json,
	type Operations,
	retryHeader,
} from "#http/operation.ts";
import { requireMember } from "#identity/require.ts";
import { claimChannel } from "./claim-channel.ts";
import { claimMethods } from "./claim-methods.ts";
import { listClaims } from "./claim-queries.ts";
import { listCreators } from "./creator-queries.ts";
import { describeClaim } from "./describe-claim.ts";
import { verifyOwnClaim } from "./verify-claim.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 32 * 1_024;

/** A member's own ownership claims. */
export const claims = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { id } = requireClaimant(c);
		const { db, view } = c.get("context");
		const cursor = c.req.query("cursor") ?? null;
		const [page, creators] = await Promise.all([
			listClaims(db.near, id, { cursor, limit: PAGE_SIZE }),
			listCreators(db.near, id, view),
		]);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		const claims = page.claims.map((claim) => describe(c, claim));
		return c.json({ ...page, claims, creators } satisfies Claims);
	})
	.post("/", async (c) => {
		const { id: member_id } = requireClaimant(c);
		const request = await readJson(c, ClaimRequest, MAX_BODY_BYTES);
		const { created, claim } = await claimChannel(c.get("context"), {
			...request,
			member_id,
		});
		const answer: ClaimAnswer = { claim: describe(c, claim) };
		return c.json(answer, created ? 201 : 200);
	})
	.post("/:id/verify", async (c) => {
		const claim = await verifyOwnClaim(c.get("context"), {
			claim_id: c.req.param("id"),
			member_id: requireClaimant(c).id,
		});
		return c.json({ claim: describe(c, claim) } satisfies ClaimAnswer);
	});

function describe(c: RequestContext, claim: Claim): Claim {
	return describeClaim(claim, claimMethods(c.get("context").settings));
}

function requireClaimant(c: RequestContext) {
	return requireMember(c, "not_signed_in/claim");
}

/** Claims in the API description. */
export const claimOperations = (): Operations => ({
	"GET /api/claims": {
		id: "listClaims",
		summary: "Your ownership claims and verified channels",
		access: "member",
		query: cursorQuery,
		answers: { 200: json("Newest first.", Claims) },
		problems: { 400: BAD_CURSOR },
	},
	"POST /api/claims": {
		id: "claimChannel",
		summary: "Claim a channel as yours",
		detail:
			"`reason` is null if the code alone verifies the claim. Otherwise it says why not, and who decides the claim or what the operator has to configure.",
		access: "member",
		body: { schema: ClaimRequest },
		headers: retryHeader,
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
	},
	"POST /api/claims/{id}/verify": {
		id: "verifyClaim",
		summary: "Verify a claim by its code",
		detail: "Looks for the code in the channel's description.",
		access: "member",
		path: idPath,
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
	},
});
