import type { NewsletterOutcome } from "#contract/newsletter.ts";
import { mailLinks } from "#domain/mails/mail-links.ts";
import { newsletterWelcomeMail } from "#domain/mails/newsletter.ts";
import type { Caller } from "./caller.ts";
import type { Newsletter } from "./newsletter.ts";

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
