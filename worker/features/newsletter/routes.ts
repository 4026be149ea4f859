import { sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod";
import { MessageAnswer } from "#contract/account.ts";
import { type NewsletterOutcome, NewsletterRequest } from "#contract/newsletter.ts";
import { confirmsByMail } from "#features/accounts/mail/site-mailer.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { csvLine } from "#features/reports/csv.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { content, empty, json, type Operations } from "#http/operation.ts";
import { readCaller } from "#identity/caller.ts";
import { requireRecentAdmin } from "#identity/require.ts";
import { hashToken } from "#identity/tokens.ts";
import { listSubscribers, unsubscribe } from "./queries.ts";
import { acceptConfirmation, requestSubscription } from "./subscribe.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** The newsletter. The links in its mails redirect to the app, which shows the outcome. */
export const newsletter = new Hono<AppEnv>()
	.post("/", async (c) => {
		const input = await readJson(c, NewsletterRequest, MAX_BODY_BYTES);
		const message = await requestSubscription(c.get("context"), {
			...input,
			...readCaller(c),
		});
		return c.json({ message } satisfies MessageAnswer, 202);
	})
	.get("/confirm", async (c) => {
		const link = { token: c.req.query("token") ?? "", ...readCaller(c) };
		return redirectToApp(
			c,
			isHead(c) ? "confirmed" : await acceptConfirmation(c.get("context"), link),
		);
	})
	.get("/unsubscribe", async (c) => {
		const token = c.req.query("token") ?? "";
		const { db, now } = c.get("context");
		const left =
			isHead(c) || (await unsubscribe(db.primary, hashToken(token), now().toISOString()));
		return redirectToApp(c, left ? "unsubscribed" : "unknown_link");
	});

/** A HEAD request, such as a link check, must not change anything. */
function isHead(c: RequestContext): boolean {
	return c.req.method === "HEAD";
}

function redirectToApp(c: RequestContext, outcome: NewsletterOutcome): Response {
	return c.redirect(`/?newsletter=${outcome}`);
}

/** Exports the subscribers as CSV for the program that sends the newsletter. */
export const adminNewsletter = new Hono<AppEnv>().get("/", async (c) => {
	const admin = requireRecentAdmin(c);
	const context = c.get("context");
	const { primary } = context.db;
	const exported = {
		admin_id: admin.id,
		action: "newsletter_exported" as const,
		subject_id: "",
		subject_label: "Newsletter list",
		reason: null,
		decided_at: context.now().toISOString(),
	};
	if (!isHead(c)) await primary.batch([insertAdminDecision(primary, exported, sql`true`)]);
	// Without mail, addresses cannot be confirmed.
	const subscribers = await listSubscribers(context.db.near, {
		confirmed_only: confirmsByMail(context),
	});
	const lines = subscribers.map(({ email, created_at, confirmed_at }) =>
		csvLine([email, created_at, confirmed_at]),
	);
	const head = csvLine(["email", "subscribed_at", "confirmed_at"]);
	return c.body(head + lines.join(""), 200, {
		"content-type": "text/csv; charset=utf-8",
		"content-disposition": 'attachment; filename="newsletter.csv"',
	});
});

const mailedToken = {
	token: z.string().describe("From the link in the email."),
};

/** The newsletter in the API description. */
export const newsletterOperations = (): Operations => ({
	"POST /api/newsletter": {
		id: "subscribe",
		summary: "Subscribe to the newsletter",
		access: "everyone",
		body: { schema: NewsletterRequest },
		answers: { 202: json("The same for every address.", MessageAnswer) },
		problems: { 429: "Too many subscriptions from this address." },
	},
	"GET /api/newsletter/confirm": {
		id: "confirmSubscription",
		summary: "The newsletter's confirmation link",
		access: "everyone",
		query: mailedToken,
		answers: { 302: empty("Redirects to the app.") },
		problems: { 429: "Too many attempts." },
	},
	"GET /api/newsletter/unsubscribe": {
		id: "unsubscribe",
		summary: "The newsletter's unsubscribe link",
		access: "everyone",
		query: mailedToken,
		answers: { 302: empty("Redirects to the app.") },
	},
	"GET /api/admin/newsletter.csv": {
		id: "exportSubscribers",
		summary: "The newsletter's addresses",
		access: "admin",
		answers: { 200: content("As a download.", "text/csv") },
		problems: { 403: "The last sign-in was more than 30 minutes ago." },
	},
});
