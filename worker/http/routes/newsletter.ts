import { type Context, Hono } from "hono";
import type { MessageAnswer } from "#contract/account.ts";
import {
	type NewsletterOutcome,
	NewsletterRequest,
} from "#contract/newsletter.ts";
import { confirmSubscription } from "#use-cases/confirm-subscription.ts";
import { subscribe } from "#use-cases/subscribe.ts";
import type { AppEnv } from "../app-env.ts";
import { callerOf } from "../caller-of.ts";
import { readJson } from "../read-json.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** The newsletter's list. The links of its mails lead back to the app, which says what happened. */
export const newsletter = new Hono<AppEnv>()
	.post("/", async (c) => {
		const input = await readJson(c, NewsletterRequest, MAX_BODY_BYTES);
		const message = await subscribe(c.get("deps").newsletter, {
			...input,
			...callerOf(c),
		});
		return c.json({ message } satisfies MessageAnswer, 202);
	})
	.get("/confirm", async (c) => {
		const deps = c.get("deps").newsletter;
		const link = { token: c.req.query("token") ?? "", ...callerOf(c) };
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
