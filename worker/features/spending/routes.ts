import { Hono } from "hono";
import { Spending, SpendingAnalyses } from "#contract/spending.ts";
import type { AppEnv } from "#http/app-env.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import {
	BAD_CURSOR,
	cursorQuery,
	json,
	type Operations,
} from "#http/operation.ts";
import { requireAdmin } from "#identity/require.ts";
import { listSpendingAnalyses } from "./queries.ts";
import { readSpending } from "./read-spending.ts";

const PAGE_SIZE = 20;

/** What analyses cost, for the team. */
export const adminSpending = new Hono<AppEnv>()
	.get("/", async (c) => {
		requireAdmin(c);
		return c.json(await readSpending(c.get("context")));
	})
	.get("/analyses", async (c) => {
		requireAdmin(c);
		const cursor = c.req.query("cursor") ?? null;
		const page = await listSpendingAnalyses(c.get("context").db.near, {
			cursor,
			limit: PAGE_SIZE,
		});
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page);
	});

/** Spending in the API description. */
export const spendingOperations = (): Operations => ({
	"GET /api/admin/spending": {
		id: "getSpending",
		summary: "What was spent on AI, against the day's limits",
		detail:
			"Tokens are those that the providers report. Costs are estimated by list prices or the operator's own; null is unknown.",
		access: "admin",
		answers: { 200: json("Today, the last 30 days, who started.", Spending) },
	},
	"GET /api/admin/spending/analyses": {
		id: "listSpendingAnalyses",
		summary: "What each analysis took",
		access: "admin",
		query: cursorQuery,
		answers: {
			200: json("Those that ended last come first.", SpendingAnalyses),
		},
		problems: { 400: BAD_CURSOR },
	},
});
