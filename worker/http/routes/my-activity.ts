import { Hono } from "hono";
import { type Activity, ActivityFilter } from "#contract/me.ts";
import { badInput } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { requireMember } from "../require-member.ts";

const PAGE_SIZE = 20;
/** As long as a statement can be; what is past it is not looked for. */
const MAX_QUERY_CHARS = 300;

/** What the member voted on and analysed. */
export const myActivity = new Hono<AppEnv>().get("/", async (c) => {
	const user = requireMember(c, "Please sign in to see your activity");
	const { activity } = c.get("deps");
	const filter = ActivityFilter.safeParse(c.req.query("filter") || "all");
	if (!filter.success)
		throw badInput("bad_filter", "The filter is all, votes or analyses.");
	const [page, stats] = await Promise.all([
		activity.page(user, {
			filter: filter.data,
			q: (c.req.query("q") ?? "").slice(0, MAX_QUERY_CHARS),
			cursor: c.req.query("cursor") ?? null,
			limit: PAGE_SIZE,
		}),
		activity.stats(user),
	]);
	if (page === "bad_cursor") throw badCursor();
	linkNextPage(c, page);
	c.header("cache-control", "no-store");
	return c.json({ stats, ...page } satisfies Activity);
});
