import { confirmAddressMail } from "#domain/mails/confirm-address.ts";
import { mailLinks } from "#domain/mails/mail-links.ts";
import type { Accounts } from "./accounts.ts";

/** Sends a new link to an account that waits for its confirmation; else nothing. */
export async function sendConfirmation(
	accounts: Pick<Accounts, "mailerFor" | "issueConfirmation">,
	email: string,
	origin: string,
): Promise<void> {
	const mailer = accounts.mailerFor(email);
	const link = mailer && (await accounts.issueConfirmation(email));
	if (!link) return;
	const url = mailLinks(origin).confirmAddress(link.token);
	await mailer.send({
		to: link.email,
		...confirmAddressMail(link.full_name, url),
	});
}
