import { sql } from "drizzle-orm";
import * as z from "zod";
import { MailedAnswer } from "#contract/deliveries.ts";
import { MailedCode, TokenAnswer, TokenRequest } from "#contract/me.ts";
import { NewsletterRequest } from "#contract/newsletter.ts";
import { consumeMail, countLinkCode } from "#features/accounts/limits.ts";
import { createCode, findCode } from "#features/accounts/link-codes.ts";
import { askMailServer, newDelivery } from "#features/accounts/mail/deliveries.ts";
import { mailLinks } from "#features/accounts/mail/mails.ts";
import { confirmsByMail, smtpMailer } from "#features/accounts/mail/site-mailer.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { BYTE_ORDER_MARK, csvLine, plainCsvLine } from "#features/reports/csv.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import { content, empty, json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { type Caller, readCaller } from "#identity/caller.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type MailedLink, type MailText, renderMail } from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import {
	confirmSubscription,
	findCodeOf,
	listSubscribers,
	replaceCode,
	storeCode,
	subscribe,
	unsubscribe,
} from "./queries.ts";

const MAX_BODY_BYTES = 4 * 1024;

const mailedToken = {
	// A link that lost its token leads to the page, which says that it is not complete.
	token: z.string().default("").describe("From the link in the email."),
};

/**
 * The newsletter. Nothing happens when a link is opened, because mail scanners open all of them: it
 * leads to a page with a button.
 */
export const newsletterEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/newsletter",
		id: "subscribe",
		summary: "Subscribe to the newsletter",
		access: "everyone",
		body: NewsletterRequest,
		limit: MAX_BODY_BYTES,
		answers: { 202: json("The same for every address.", MailedAnswer) },
		problems: { 429: "Too many subscriptions from this address." },
		handle: async (context, { c, body }) =>
			requestSubscription(context, { ...body, ...readCaller(c) }),
	}),
	endpoint({
		method: "POST",
		path: "/api/newsletter/confirm",
		id: "confirmSubscription",
		summary: "Confirm a subscription with the token of the emailed link",
		detail: "Repeating it changes nothing.",
		access: "everyone",
		body: TokenRequest,
		limit: MAX_BODY_BYTES,
		answers: { 204: empty("The address is subscribed.") },
		problems: { 400: "The token is unknown, or older than a cancellation." },
		handle: async (context, { c, body: { token } }) => {
			await acceptConfirmation(context, { token, ...readCaller(c) });
			return null;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/newsletter/code",
		id: "exchangeNewsletterCode",
		summary: "Exchange the code of an email for its link's token",
		access: "everyone",
		body: MailedCode,
		limit: MAX_BODY_BYTES,
		answers: { 200: json("Confirms or unsubscribes, as the link does.", TokenAnswer) },
		problems: { 403: "The code is wrong or was already used.", 429: "Too many wrong codes." },
		handle: async (context, { c, body }) => {
			const attempt = await countLinkCode(context, { ...body, ...readCaller(c) });
			const db = context.db.primary;
			const code_hash = await findCodeOf(db, body.email);
			const found = await findCode(body.code, code_hash === null ? [] : [code_hash]);
			const token = newToken();
			const given = { code_hash: code_hash ?? "", token_hash: hashToken(token) };
			if (found === -1 || !(await replaceCode(db, given, body.email)))
				throw problem("wrong_code/mailed", { pointer: "/code" });
			await attempt.succeed();
			return { token };
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/newsletter/unsubscribe",
		id: "unsubscribe",
		summary: "Unsubscribe from the newsletter",
		detail:
			"The token of the email proves who asks, so mail programs may send a form from anywhere (RFC 8058). The body is not read. Repeating it changes nothing.",
		access: "everyone",
		cross_origin: "mail",
		query: mailedToken,
		other_query: "ignored",
		answers: { 204: empty("No more emails are sent.") },
		problems: { 400: "The token is unknown." },
		handle: async ({ db, now }, { query: { token } }) => {
			if (!(await unsubscribe(db.primary, hashToken(token), now().toISOString())))
				throw problem("link_unusable/newsletter");
			return null;
		},
	}),
	...(["confirm", "unsubscribe"] as const).map((action) =>
		endpoint({
			method: "GET",
			path: `/api/newsletter/${action}`,
			id: action === "confirm" ? "openConfirmationLink" : "openUnsubscribeLink",
			summary: `The page with the button to ${action}`,
			access: "everyone",
			...(action === "unsubscribe" && { cross_origin: "mail" as const }),
			query: mailedToken,
			answers: { 302: empty("Redirects to the page. Nothing else happens.") },
			handle: async (_, { c, query: { token } }) =>
				c.redirect(`/newsletter/${action}#token=${encodeURIComponent(token)}`),
		}),
	),
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
				plainCsvLine([email, created_at, confirmed_at]),
			);
			const head = csvLine(["email", "subscribed_at", "confirmed_at"]);
			return c.body(BYTE_ORDER_MARK + head + lines.join(""), 200, {
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

/** Subscribes an address. The answer is the same for an address that is already subscribed. */
async function requestSubscription(
	context: Context,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<MailedAnswer> {
	await consumeMail(context, "newsletter", { email, address });
	const token = newToken();
	const { code, code_hash } = await createCode();
	const unconfirmed = await subscribe(context.db.primary, {
		email,
		token_hash: hashToken(token),
		code_hash,
		now: context.now().toISOString(),
	});
	const mailer = smtpMailer(context);
	// Without mail, addresses cannot be confirmed.
	if (!mailer) return { message: "Thank you for subscribing.", delivery_id: null };
	const delivery = newDelivery(context);
	later(async () => {
		// A subscriber gets no email, so that the server is asked for everyone.
		await askMailServer(context, { email, delivery });
		if (!unconfirmed) return;
		const url = mailLinks(origin).confirmNewsletter(token);
		await mailer.send({ to: email, ...confirmNewsletterMail({ url, code }) }, delivery);
	});
	return {
		message: "Please check your email to confirm your subscription.",
		delivery_id: delivery,
	};
}

/** People press twice, so a second request with the same link gets the same answer. */
async function acceptConfirmation(
	context: Context,
	{ token, origin, later }: Pick<Caller, "origin" | "later"> & { token: string },
): Promise<void> {
	const confirmed = await confirmSubscription(
		context.db.primary,
		hashToken(token),
		context.now().toISOString(),
	);
	if (!confirmed) throw problem("link_unusable/newsletter");
	const { email: to, first } = confirmed;
	const mailer = smtpMailer(context);
	if (!first || !mailer) return;
	const links = mailLinks(origin);
	later(async () => {
		const { code, code_hash } = await createCode();
		await storeCode(context.db.primary, hashToken(token), code_hash);
		await mailer.send({
			to,
			...newsletterWelcomeMail({ url: links.leaveNewsletter(token), code }),
			headers: {
				"list-unsubscribe": `<${links.leaveNewsletterAtOnce(token)}>`,
				"list-unsubscribe-post": "List-Unsubscribe=One-Click",
			},
		});
	});
}

export function confirmNewsletterMail(link: MailedLink): MailText {
	return renderMail({
		subject: "Confirm your subscription",
		before: [
			"Someone asked to subscribe this address to our newsletter. If it was you, please confirm:",
		],
		link: { label: "Confirm my subscription", ...link },
		after: ["If it was not you, ignore this email. Nothing more will be sent."],
	});
}

export function newsletterWelcomeMail(link: MailedLink): MailText {
	return renderMail({
		subject: "You are subscribed",
		before: ["Thank you for subscribing to our newsletter. You can unsubscribe at any time:"],
		link: { label: "Unsubscribe", ...link },
		after: [],
	});
}
