import { type Context, Hono } from "hono";
import type { MessageAnswer } from "#contract/account.ts";
import {
	type NewsletterOutcome,
	NewsletterRequest,
} from "#contract/newsletter.ts";
import { csvLine } from "#features/reports/csv.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { readCaller } from "#identity/caller.ts";
import { requireAdmin } from "#identity/require.ts";
import { confirmSubscription, subscribe } from "./subscribe.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** The newsletter's list. The links of its mails lead back to the app, which says what happened. */
export const newsletter = new Hono<AppEnv>()
	.post("/", async (c) => {
		const input = await readJson(c, NewsletterRequest, MAX_BODY_BYTES);
		const message = await subscribe(c.get("deps").newsletter, {
			...input,
			...readCaller(c),
		});
		return c.json({ message } satisfies MessageAnswer, 202);
	})
	.get("/confirm", async (c) => {
		const deps = c.get("deps").newsletter;
		const link = { token: c.req.query("token") ?? "", ...readCaller(c) };
		return told(
			c,
			looksOnly(c) ? "confirmed" : await confirmSubscription(deps, link),
		);
	})
	.get("/unsubscribe", async (c) => {
		const token = c.req.query("token") ?? "";
		const left = looksOnly(c) || (await c.get("deps").newsletter.leave(token));
		return told(c, left ? "unsubscribed" : "unknown_link");
	});

/** A HEAD request asks whether the link leads anywhere; it decides nothing. */
function looksOnly(c: Context<AppEnv>): boolean {
	return c.req.method === "HEAD";
}

function told(c: Context<AppEnv>, outcome: NewsletterOutcome): Response {
	return c.redirect(`/?newsletter=${outcome}`);
}

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
