import type { NewsletterOutcome } from "#contract/newsletter.ts";
import { mailLinks } from "#features/accounts/mail/mails.ts";
import { consumeMailQuota } from "#features/accounts/sign-up.ts";
import type { Caller } from "#identity/caller.ts";
import { type MailText, renderMail } from "#outbound/mail/render-mail.ts";
import type { Newsletter } from "#use-cases/newsletter.ts";

/** Puts an address on the newsletter's list; says the same of one that is there. */
export async function subscribe(
	newsletter: Newsletter,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await consumeMailQuota(newsletter, email, address);
	const token = await newsletter.subscribe(email);
	const { mailer } = newsletter;
	if (!mailer) return "Thank you for subscribing.";
	if (token)
		later(async () => {
			const link = mailLinks(origin).confirmNewsletter(token);
			await mailer.send({ to: email, ...confirmNewsletterMail(link) });
		});
	return "Please check your email to confirm your subscription.";
}

/** Scanners follow links too, so a second time is as good as the first. */
export async function confirmSubscription(
	newsletter: Newsletter,
	{
		token,
		origin,
		later,
	}: Pick<Caller, "origin" | "later"> & { token: string },
): Promise<NewsletterOutcome> {
	const confirmed = await newsletter.confirm(token);
	if (!confirmed) return "unknown_link";
	const { email: to, first } = confirmed;
	const { mailer } = newsletter;
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
			"Somebody has asked to get our newsletter at this address. If it was you, please confirm it:",
		],
		link: { label: "Confirm my subscription", url: link },
		after: ["If it was not you, leave the link alone: nothing will be sent."],
	});
}

export function newsletterWelcomeMail(link: string): MailText {
	return renderMail({
		subject: "You are subscribed",
		before: [
			"Thank you: this address is on the list of our newsletter. You can leave it at any time:",
		],
		link: { label: "Unsubscribe", url: link },
		after: [],
	});
}
