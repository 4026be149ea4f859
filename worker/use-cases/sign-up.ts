import type { SignUpRequest } from "#contract/account.ts";
import { confirmAddressMail } from "#domain/mails/confirm-address.ts";
import { knownAddressMail } from "#domain/mails/known-address.ts";
import { mailLinks } from "#domain/mails/mail-links.ts";
import { refuseWeakPassword } from "#domain/passwords/refuse-weak-password.ts";
import { tooMany } from "#domain/refusal.ts";
import { addressTaken } from "./account-refusals.ts";
import type { Accounts, SignedIn } from "./accounts.ts";
import type { Caller } from "./caller.ts";
import { sendConfirmation } from "./send-confirmation.ts";
import { takeMail } from "./take-mail.ts";

type SignUp = SignUpRequest & Caller;

/** The address waits for its confirmation; the browser keeps what shows that it signed up. */
type Unconfirmed = { sign_up_token: string };

/**
 * Creates a member. Where the site sends mail they confirm their address first,
 * and a known address gets the same answer; else they are signed in at once.
 */
export async function signUp(
	accounts: Accounts,
	input: SignUp,
): Promise<SignedIn | Unconfirmed> {
	refuseWeakPassword(input.password, input.email);
	const quota = await accounts.quota.signUps(input.address);
	if (!quota.ok)
		throw tooMany(
			"Too many accounts were created from this address. Please try again later.",
			quota.retry_after_s,
		);
	return accounts.confirms_by_mail
		? askForConfirmation(accounts, input)
		: signUpAtOnce(accounts, input);
}

/** There is nothing to confirm by, so an address that is taken has to be told. */
async function signUpAtOnce(
	accounts: Accounts,
	input: SignUp,
): Promise<SignedIn> {
	const { full_name, email } = input;
	const password_hash = await accounts.hashPassword(input.password);
	const user = await accounts.createMember({ full_name, email, password_hash });
	if (user === "taken") throw addressTaken();
	const token = await accounts.openSession(user.id, input);
	// An admin's link is printed on the console; nobody else gets one.
	input.later(() => sendConfirmation(accounts, email, input.origin));
	return { user, token };
}

/** The same work and answer for a known address, whose owner is told by mail. */
async function askForConfirmation(
	accounts: Accounts,
	input: SignUp,
): Promise<Unconfirmed> {
	const { full_name, email, later } = input;
	await takeMail(accounts, email, input.address);
	const password_hash = await accounts.hashPassword(input.password);
	const link = await accounts.registerMember({
		...{ full_name, email, password_hash },
	});
	const links = mailLinks(input.origin);
	const mail = link.known
		? knownAddressMail(link.full_name, links.forgotPassword())
		: confirmAddressMail(link.full_name, links.confirmAddress(link.token));
	later(async () => {
		await accounts.mailerFor(link.email)?.send({ to: link.email, ...mail });
	});
	return { sign_up_token: link.sign_up_token };
}
