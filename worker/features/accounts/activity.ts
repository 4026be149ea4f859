import * as z from "zod";
import { Activity, ActivityFilter } from "#contract/me.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	cursorQuery,
	json,
	linkNextPage,
	malformed,
} from "#http/operation.ts";
import { readActivity, readActivityStats } from "./activity-queries.ts";

const PAGE_SIZE = 20;
/** The maximum length of a statement; the rest of a longer query is ignored. */
const MAX_QUERY_CHARS = 300;

/** The member's votes and analyses. */
export const activityEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/me/activity",
		id: "getActivity",
		summary: "What you voted on and analyzed",
		access: "member",
		refusal: "not_signed_in/activity",
		query: {
			...cursorQuery,
			filter: ActivityFilter.or(z.literal(""))
				.optional()
				.register(malformed, { problem: "bad_filter" }),
			q: z.string().optional().describe("Part of a statement, a title or a channel."),
		},
		answers: { 200: json("Newest first.", Activity) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db, view, now }, { c, member, query }) => {
			const { cursor = null, filter, q = "" } = query;
			const [page, stats] = await Promise.all([
				readActivity(db.near, {
					member_id: member.id,
					view,
					filter: filter || "all",
					q: q.slice(0, MAX_QUERY_CHARS),
					cursor,
					limit: PAGE_SIZE,
				}),
				readActivityStats(db.near, member.id, view),
			]);
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			const days_active = daysActive(member.created_at, now().toISOString());
			return { stats: { ...stats, days_active }, ...page };
		},
	}),
];

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whole days between two ISO 8601 instants; 0 on the first day. */
export function daysActive(created_at: string, now: string): number {
	const passed_ms = Date.parse(now) - Date.parse(created_at);
	return Math.max(0, Math.floor(passed_ms / DAY_MS));
}
