import { sql } from "drizzle-orm";
import * as z from "zod";
import { MessageAnswer } from "#contract/account.ts";
import { type NewsletterOutcome, NewsletterRequest } from "#contract/newsletter.ts";
import { consumeMail } from "#features/accounts/limits.ts";
import { mailLinks } from "#features/accounts/mail/mails.ts";
import { confirmsByMail, smtpMailer } from "#features/accounts/mail/site-mailer.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { csvLine } from "#features/reports/csv.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import { content, empty, json } from "#http/operation.ts";
import { type Caller, readCaller } from "#identity/caller.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type MailText, renderMail } from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import { confirmSubscription, listSubscribers, subscribe, unsubscribe } from "./queries.ts";

const MAX_BODY_BYTES = 4 * 1024;

const mailedToken = {
	// A link that lost its token leads to the app, which says that it does not work.
	token: z.string().default("").describe("From the link in the email."),
};

/** The newsletter. The links in its mails redirect to the app, which shows the outcome. */
export const newsletterEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/newsletter",
		id: "subscribe",
		summary: "Subscribe to the newsletter",
		access: "everyone",
		body: NewsletterRequest,
		limit: MAX_BODY_BYTES,
		answers: { 202: json("The same for every address.", MessageAnswer) },
		problems: { 429: "Too many subscriptions from this address." },
		handle: async (context, { c, body }) => ({
			message: await requestSubscription(context, { ...body, ...readCaller(c) }),
		}),
	}),
	endpoint({
		method: "GET",
		path: "/api/newsletter/confirm",
		id: "confirmSubscription",
		summary: "The newsletter's confirmation link",
		access: "everyone",
		query: mailedToken,
		other_query: "ignored",
		answers: { 302: empty("Redirects to the app.") },
		problems: { 429: "Too many attempts." },
		handle: async (context, { c, query: { token } }) =>
			redirectToApp(
				c,
				isHead(c) ? "confirmed" : await acceptConfirmation(context, { token, ...readCaller(c) }),
			),
	}),
	endpoint({
		method: "GET",
		path: "/api/newsletter/unsubscribe",
		id: "unsubscribe",
		summary: "The newsletter's unsubscribe link",
		access: "everyone",
		query: mailedToken,
		other_query: "ignored",
		answers: { 302: empty("Redirects to the app.") },
		handle: async ({ db, now }, { c, query: { token } }) => {
			const left =
				isHead(c) || (await unsubscribe(db.primary, hashToken(token), now().toISOString()));
			return redirectToApp(c, left ? "unsubscribed" : "unknown_link");
		},
	}),
];

/** Exports the subscribers as CSV for the program that sends the newsletter. */
export const newsletterExportEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/newsletter.csv",
		id: "exportSubscribers",
		summary: "The newsletter's addresses",
		access: "recent_admin",
		answers: { 200: content("As a download.", "text/csv") },
		handle: async (context, { c, member }) => {
			const { primary, near } = context.db;
			const exported = {
				admin_id: member.id,
				action: "newsletter_exported" as const,
				subject_id: "",
				subject_label: "Newsletter list",
				reason: null,
				decided_at: context.now().toISOString(),
			};
			if (!isHead(c)) await primary.batch([insertAdminDecision(primary, exported, sql`true`)]);
			// Without mail, addresses cannot be confirmed.
			const subscribers = await listSubscribers(near, { confirmed_only: confirmsByMail(context) });
			const lines = subscribers.map(({ email, created_at, confirmed_at }) =>
				csvLine([email, created_at, confirmed_at]),
			);
			const head = csvLine(["email", "subscribed_at", "confirmed_at"]);
			return c.body(head + lines.join(""), 200, {
				"content-type": "text/csv; charset=utf-8",
				"content-disposition": 'attachment; filename="newsletter.csv"',
			});
		},
	}),
];

/** A HEAD request, such as a link check, must not change anything. */
function isHead(c: RequestContext): boolean {
	return c.req.method === "HEAD";
}

function redirectToApp(c: RequestContext, outcome: NewsletterOutcome): Response {
	return c.redirect(`/?newsletter=${outcome}`);
}

/** Subscribes an address. The answer is the same for an address that is already subscribed. */
async function requestSubscription(
	context: Context,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await consumeMail(context, "newsletter", { email, address });
	const token = newToken();
	const unconfirmed = await subscribe(context.db.primary, {
		email,
		token_hash: hashToken(token),
		now: context.now().toISOString(),
	});
	const mailer = smtpMailer(context);
	// Without mail, addresses cannot be confirmed.
	if (!mailer) return "Thank you for subscribing.";
	if (unconfirmed)
		later(async () => {
			const link = mailLinks(origin).confirmNewsletter(token);
			await mailer.send({ to: email, ...confirmNewsletterMail(link) });
		});
	return "Please check your email to confirm your subscription.";
}

/** Mail scanners follow links too, so a second request with the same link gets the same answer. */
async function acceptConfirmation(
	context: Context,
	{ token, origin, later }: Pick<Caller, "origin" | "later"> & { token: string },
): Promise<NewsletterOutcome> {
	const confirmed = await confirmSubscription(
		context.db.primary,
		hashToken(token),
		context.now().toISOString(),
	);
	if (!confirmed) return "unknown_link";
	const { email: to, first } = confirmed;
	const mailer = smtpMailer(context);
	if (first && mailer)
		later(() => {
			const link = mailLinks(origin).leaveNewsletter(token);
			return mailer.send({ to, ...newsletterWelcomeMail(link) });
		});
	return "confirmed";
}

export function confirmNewsletterMail(link: string): MailText {
	return renderMail({
		subject: "Confirm your subscription",
		before: [
			"Someone asked to subscribe this address to our newsletter. If it was you, please confirm:",
		],
		link: { label: "Confirm my subscription", url: link },
		after: ["If it was not you, ignore this email. Nothing more will be sent."],
	});
}

export function newsletterWelcomeMail(link: string): MailText {
	return renderMail({
		subject: "You are subscribed",
		before: ["Thank you for subscribing to our newsletter. You can unsubscribe at any time:"],
		link: { label: "Unsubscribe", url: link },
		after: [],
	});
}
