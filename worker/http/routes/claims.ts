import { type Context, Hono } from "hono";
import {
	type ClaimAnswer,
	ClaimRequest,
	type Claims,
} from "#contract/claims.ts";
import { submitClaim } from "#use-cases/submit-claim.ts";
import { verifyOwnClaim } from "#use-cases/verify-claim.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { readJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 32 * 1_024;

/** A member's own ownership claims. */
export const claims = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { id } = claimantOf(c);
		const deps = c.get("deps").claims;
		const cursor = c.req.query("cursor") ?? null;
		const [page, creators] = await Promise.all([
			deps.list(id, cursor, PAGE_SIZE),
			deps.creators(id),
		]);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json({ ...page, creators } satisfies Claims);
	})
	.post("/", async (c) => {
		const { id: member_id } = claimantOf(c);
		const request = await readJson(c, ClaimRequest, MAX_BODY_BYTES);
		const { created, claim } = await submitClaim(c.get("deps").claims, {
			...request,
			member_id,
		});
		return c.json({ claim } satisfies ClaimAnswer, created ? 201 : 200);
	})
	.post("/:id/verify", async (c) => {
		const claim = await verifyOwnClaim(c.get("deps").claims, {
			claim_id: c.req.param("id"),
			member_id: claimantOf(c).id,
		});
		return c.json({ claim } satisfies ClaimAnswer);
	});

function claimantOf(c: Context<AppEnv>) {
	return requireMember(c, "Please sign in to claim a channel");
}
