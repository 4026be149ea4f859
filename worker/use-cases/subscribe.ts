import { mailLinks } from "#domain/mails/mail-links.ts";
import { confirmNewsletterMail } from "#domain/mails/newsletter.ts";
import type { Caller } from "./caller.ts";
import type { Newsletter } from "./newsletter.ts";
import { takeMail } from "./take-mail.ts";

/** Puts an address on the newsletter's list; says the same of one that is there. */
export async function subscribe(
	newsletter: Newsletter,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await takeMail(newsletter, email, address);
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
