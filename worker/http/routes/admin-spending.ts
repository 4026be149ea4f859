import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { requireAdmin } from "../require-admin.ts";

const PAGE_SIZE = 20;

/** What analyses cost, for the team. */
export const adminSpending = new Hono<AppEnv>()
	.get("/", async (c) => {
		requireAdmin(c);
		return c.json(await c.get("deps").spending.overview());
	})
	.get("/analyses", async (c) => {
		requireAdmin(c);
		const cursor = c.req.query("cursor") ?? null;
		const page = await c.get("deps").spending.analyses(cursor, PAGE_SIZE);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page);
	});
