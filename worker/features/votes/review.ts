import { Hono } from "hono";
import * as z from "zod";
import type { MemberId } from "#contract/ids.ts";
import {
	HoldDecision,
	HoldState,
	type VoteHold,
	VoteHoldAnswer,
	VoteHolds,
} from "#contract/vote-checks.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import { cursorQuery, idPath, json, type Operations } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { requireAdmin, requireRecentAdmin } from "#identity/require.ts";
import type { Context } from "#worker/context.ts";
import { decideCheck, listChecks } from "./review-queries.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 4 * 1_024;

/** The admins' review of votes that look like brigading. */
export const adminVotes = new Hono<AppEnv>()
	.get("/", async (c) => {
		requireAdmin(c);
		const state = HoldState.safeParse(c.req.query("state") || "open");
		if (!state.success) throw problem("bad_state");
		const cursor = c.req.query("cursor") ?? null;
		const { db, view } = c.get("context");
		const page = await listChecks(db.near, {
			state: state.data,
			cursor,
			limit: PAGE_SIZE,
			view,
		});
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page);
	})
	.post("/:id", async (c) => {
		const admin = requireRecentAdmin(c);
		const decision = await readJson(c, HoldDecision, MAX_BODY_BYTES);
		const hold = await decideVotes(c.get("context"), {
			...decision,
			admin_id: admin.id,
			hold_id: c.req.param("id"),
		});
		return c.json({ hold } satisfies VoteHoldAnswer);
	});

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

const AGAIN = "The last sign-in was more than 30 minutes ago.";

/** The review in the API description. */
export const voteReviewOperations = (): Operations => ({
	"GET /api/admin/votes": {
		id: "reviewVotes",
		summary: "Votes that look like brigading",
		detail:
			"If many votes go one way within a minute, from new accounts or one network, the agreement percentage is checked, and hidden, for at most an hour (`votes_held`). Then it counts two suspect votes per network and all others. The counts always include every vote. Shows numbers, never the voters.",
		access: "admin",
		query: {
			...cursorQuery,
			state: HoldState.or(z.literal("")).describe("`open` if left out."),
		},
		answers: { 200: json("A page of checks, newest first.", VoteHolds) },
		problems: { 400: "Unknown state or cursor." },
	},
	"POST /api/admin/votes/{id}": {
		id: "decideVotes",
		summary: "Decide whether the percentage counts suspect votes",
		detail:
			"`lifted` counts them all; `upheld` leaves them all out of the percentage. The counts do not change. A decision can be changed later.",
		access: "admin",
		path: idPath,
		body: { schema: HoldDecision },
		answers: { 200: json("The check as decided.", VoteHoldAnswer) },
		problems: { 403: AGAIN, 404: "There is no such check." },
	},
});
