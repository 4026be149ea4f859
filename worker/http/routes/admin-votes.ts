import { Hono } from "hono";
import {
	HoldDecision,
	HoldState,
	type VoteHoldAnswer,
} from "#contract/held-votes.ts";
import { badInput } from "#domain/refusal.ts";
import { decideVotes } from "#use-cases/decide-votes.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { readJson } from "../read-json.ts";
import { requireAdmin } from "../require-admin.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 1_024;

/** The team's look at bursts of votes. */
export const adminVotes = new Hono<AppEnv>()
	.get("/", async (c) => {
		requireAdmin(c);
		const state = HoldState.safeParse(c.req.query("state") || "open");
		if (!state.success)
			throw badInput(
				"bad_state",
				"A burst of votes is open, lifted or upheld.",
			);
		const cursor = c.req.query("cursor") ?? null;
		const page = await c.get("deps").votes.holds(state.data, cursor, PAGE_SIZE);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page);
	})
	.post("/:id", async (c) => {
		requireAdmin(c);
		const decision = await readJson(c, HoldDecision, MAX_BODY_BYTES);
		const hold = await decideVotes(c.get("deps").votes, {
			...decision,
			hold_id: c.req.param("id"),
		});
		return c.json({ hold } satisfies VoteHoldAnswer);
	});
