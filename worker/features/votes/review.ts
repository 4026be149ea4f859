import { Hono } from "hono";
import {
	HoldDecision,
	HoldState,
	type VoteHold,
	type VoteHoldAnswer,
} from "#contract/held-votes.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
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
