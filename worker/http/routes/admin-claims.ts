import { Hono } from "hono";
import {
	ClaimDecision,
	ClaimStatus,
	type ReviewClaimAnswer,
} from "#contract/claims.ts";
import { badInput } from "#domain/refusal.ts";
import { decideClaim } from "#use-cases/decide-claim.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { readJson } from "../read-json.ts";
import { requireAdmin } from "../require-admin.ts";

const PAGE_SIZE = 50;

/** The team's review of ownership claims. */
export const adminClaims = new Hono<AppEnv>()
	.get("/", async (c) => {
		requireAdmin(c);
		const status = ClaimStatus.safeParse(c.req.query("status") || "pending");
		if (!status.success)
			throw badInput(
				"bad_status",
				"A claim's status is pending, verified or rejected.",
			);
		const cursor = c.req.query("cursor") ?? null;
		const page = await c
			.get("deps")
			.claims.queue(status.data, cursor, PAGE_SIZE);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page);
	})
	.post("/:id", async (c) => {
		requireAdmin(c);
		const decision = await readJson(c, ClaimDecision);
		const claim = await decideClaim(c.get("deps").claims, {
			...decision,
			claim_id: c.req.param("id"),
		});
		return c.json({ claim } satisfies ReviewClaimAnswer);
	});
