import { Hono } from "hono";
import * as z from "zod";
import { Activity, ActivityFilter } from "#contract/me.ts";
import type { AppEnv } from "#http/app-env.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import { BAD_CURSOR, cursorQuery, json, type Operations } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { requireMember } from "#identity/require.ts";
import { readActivity, readActivityStats } from "./activity-queries.ts";

const PAGE_SIZE = 20;
/** The maximum length of a statement; the rest of a longer query is ignored. */
const MAX_QUERY_CHARS = 300;

/** The member's votes and analyses. */
export const myActivity = new Hono<AppEnv>().get("/", async (c) => {
	const user = requireMember(c, "not_signed_in/activity");
	const { db, view, now } = c.get("context");
	const filter = ActivityFilter.safeParse(c.req.query("filter") || "all");
	if (!filter.success) throw problem("bad_filter");
	const [page, stats] = await Promise.all([
		readActivity(db.near, {
			member_id: user.id,
			view,
			filter: filter.data,
			q: (c.req.query("q") ?? "").slice(0, MAX_QUERY_CHARS),
			cursor: c.req.query("cursor") ?? null,
			limit: PAGE_SIZE,
		}),
		readActivityStats(db.near, user.id, view),
	]);
	if (page === "bad_cursor") throw badCursor();
	linkNextPage(c, page);
	c.header("cache-control", "no-store");
	const days_active = daysActive(user.created_at, now().toISOString());
	return c.json({
		stats: { ...stats, days_active },
		...page,
	} satisfies Activity);
});

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whole days between two ISO 8601 instants; 0 on the first day. */
export function daysActive(created_at: string, now: string): number {
	const passed_ms = Date.parse(now) - Date.parse(created_at);
	return Math.max(0, Math.floor(passed_ms / DAY_MS));
}

/** The activity in the API description. */
export const activityOperations = (): Operations => ({
	"GET /api/me/activity": {
		id: "getActivity",
		summary: "What you voted on and analyzed",
		access: "member",
		query: {
			...cursorQuery,
			filter: ActivityFilter.or(z.literal("")),
			q: z.string().describe("Part of a statement, a title or a channel."),
		},
		answers: { 200: json("Newest first.", Activity) },
		problems: { 400: BAD_CURSOR },
	},
});
