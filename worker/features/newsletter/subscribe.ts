import type { NewsletterOutcome } from "#contract/newsletter.ts";
import { consumeMail } from "#features/accounts/limits.ts";
import { mailLinks } from "#features/accounts/mail/mails.ts";
import { smtpMailer } from "#features/accounts/mail/site-mailer.ts";
import type { Caller } from "#identity/caller.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type MailText, renderMail } from "#outbound/mail/render-mail.ts";
import type { Context } from "#worker/context.ts";
import { confirmSubscription, subscribe } from "./queries.ts";

/** Subscribes an address. The answer is the same for an address that is already subscribed. */
export async function requestSubscription(
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
export async function acceptConfirmation(
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
