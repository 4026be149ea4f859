import { Hono } from "hono";
import { csvLine } from "#domain/csv-line.ts";
import type { AppEnv } from "../app-env.ts";
import { requireAdmin } from "../require-admin.ts";

/** Whoever gets the newsletter, for the program that sends it. */
export const adminNewsletter = new Hono<AppEnv>().get("/", async (c) => {
	requireAdmin(c);
	const subscribers = await c.get("deps").newsletter.subscribers();
	const lines = subscribers.map(({ email, created_at, confirmed_at }) =>
		csvLine([email, created_at, confirmed_at]),
	);
	const head = csvLine(["email", "subscribed_at", "confirmed_at"]);
	return c.body(head + lines.join(""), 200, {
		"content-type": "text/csv; charset=utf-8",
		"content-disposition": 'attachment; filename="newsletter.csv"',
	});
});
