import { Hono } from "hono";
import * as z from "zod";
import {
	HoldDecision,
	HoldState,
	type VoteHold,
	VoteHoldAnswer,
	VoteHolds,
} from "#contract/vote-freezes.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import { cursorQuery, idPath, json, type Operations } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { requireAdmin } from "#identity/require.ts";
import type { Context } from "#worker/context.ts";
import { decideFreeze, listFreezes } from "./review-queries.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 1_024;

/** The team's review of votes that look like brigading. */
export const adminVotes = new Hono<AppEnv>()
	.get("/", async (c) => {
		requireAdmin(c);
		const state = HoldState.safeParse(c.req.query("state") || "open");
		if (!state.success) throw problem("bad_state");
		const cursor = c.req.query("cursor") ?? null;
		const { db, view } = c.get("context");
		const page = await listFreezes(db.near, {
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
		requireAdmin(c);
		const decision = await readJson(c, HoldDecision, MAX_BODY_BYTES);
		const hold = await decideVotes(c.get("context"), {
			...decision,
			hold_id: c.req.param("id"),
		});
		return c.json({ hold } satisfies VoteHoldAnswer);
	});

/** The team's decision on frozen votes. Deciding the same twice changes nothing. */
async function decideVotes(
	{ db, now }: Context,
	{ hold_id, state }: HoldDecision & { hold_id: string },
): Promise<VoteHold> {
	const hold = await decideFreeze(db.primary, hold_id, {
		state,
		now: now().toISOString(),
	});
	if (hold) return hold;
	throw problem("burst_not_found");
}

/** The review in the API description. */
export const voteReviewOperations = (): Operations => ({
	"GET /api/admin/votes": {
		id: "reviewVotes",
		summary: "Bursts of votes that the team looks at",
		detail:
			"Many votes one way within a minute, from new accounts or from one network, hold the agreement that is shown (`votes_held`). Told in numbers, without the voters.",
		access: "admin",
		query: {
			...cursorQuery,
			state: HoldState.or(z.literal("")).describe("Open if left out."),
		},
		answers: { 200: json("A page of bursts.", VoteHolds) },
		problems: { 400: "The state or the cursor is none of ours." },
	},
	"POST /api/admin/votes/{id}": {
		id: "decideVotes",
		summary: "Count a burst's votes, or leave them out",
		detail:
			"`lifted` counts them like all others; `upheld` leaves them out. Either can be changed later.",
		access: "admin",
		path: idPath,
		body: { schema: HoldDecision },
		answers: { 200: json("The decided burst.", VoteHoldAnswer) },
		problems: { 404: "There is no such burst." },
	},
});
