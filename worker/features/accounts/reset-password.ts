import type { Caller } from "#identity/caller.ts";
import type { Accounts, SignedIn } from "#use-cases/accounts.ts";
import { mailLinks, resetPasswordMail } from "./mail/mails.ts";
import { refuseWeakPassword } from "./passwords.ts";
import { linkUnusable } from "./problems.ts";
import { consumeMailQuota } from "./sign-up.ts";

/** Says the same of every address: what there is to do is done after the answer. */
export async function requestReset(
	accounts: Accounts,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await consumeMailQuota(accounts, email, address);
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

/** Sets a new password by a link from a mail, and signs in: here, and nowhere else any more. */
export async function resetPassword(
	accounts: Accounts,
	input: Caller & {
		token: string;
		password: string;
		full_name?: string | undefined;
		sign_up_token: string | null;
	},
): Promise<SignedIn> {
	const owner = await accounts.resetOwner(input.token);
	if (!owner) throw linkUnusable();
	refuseWeakPassword(input.password, owner.email);
	const password_hash = await accounts.hashPassword(input.password);
	const user = await accounts.resetPassword(input.token, input, {
		password_hash,
		full_name: input.full_name ?? null,
	});
	if (!user) throw linkUnusable();
	return { user, token: await accounts.openSession(user.id, input) };
}
