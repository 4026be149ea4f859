import { mailLinks } from "#domain/mails/mail-links.ts";
import { resetPasswordMail } from "#domain/mails/reset-password.ts";
import type { Accounts } from "./accounts.ts";
import type { Caller } from "./caller.ts";
import { takeMail } from "./take-mail.ts";

/** Says the same of every address: what there is to do is done after the answer. */
export async function requestReset(
	accounts: Accounts,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await takeMail(accounts, email, address);
	if (!accounts.confirms_by_mail)
		return "This site sends no mail, so it cannot send a link. Please ask whoever runs it.";
	later(async () => {
		const link = await accounts.issueReset(email);
		if (!link) return;
		const url = mailLinks(origin).resetPassword(link.token);
		await accounts
			.mailerFor(link.email)
			?.send({ to: link.email, ...resetPasswordMail(link.full_name, url) });
	});
	return "If an account has this address, a link to choose a new password is on its way.";
}
