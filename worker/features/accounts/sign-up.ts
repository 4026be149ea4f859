import type { SignUpRequest } from "#contract/account.ts";
import { tooMany } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import type {
	Accounts,
	ChosenAtSignUp,
	SignedIn,
} from "#use-cases/accounts.ts";
import {
	confirmAddressMail,
	knownAddressMail,
	mailLinks,
} from "./mail/mails.ts";
import { refuseWeakPassword } from "./passwords.ts";
import { addressTaken, linkUnusable, wrongPassword } from "./problems.ts";

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
	await consumeMailQuota(accounts, email, input.address);
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

/** Sends a new link to an account that waits for its confirmation; else nothing. */
async function sendConfirmation(
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

/** Says the same of every address: what there is to do is done after the answer. */
export async function resendConfirmation(
	accounts: Accounts,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await consumeMailQuota(accounts, email, address);
	later(() => sendConfirmation(accounts, email, origin));
	return accounts.confirms_by_mail
		? "If an account with this address waits to be confirmed, a new link is on its way."
		: "This site sends no mail. An admin's link is printed on the server's console.";
}

type Confirmation = Caller & {
	token: string;
	password?: string | undefined;
	sign_up_token: string | null;
};

/**
 * Confirms the address that the link was sent to, and signs its owner in. The
 * link proves the address alone: whoever signed up with it may have been
 * somebody else. So a password counts only where this browser chose it, or
 * where it is given once more; else nothing happens yet ("needs_password"), and
 * the link may still set another one.
 */
export async function confirmEmail(
	accounts: Accounts,
	input: Confirmation,
): Promise<SignedIn | "needs_password"> {
	const pending = await accounts.findPendingSignUp(input.token, input);
	if (!pending) throw linkUnusable();
	const { email, own, offered } = pending;
	const chosen =
		own ?? (await chosenByPassword(accounts, email, offered, input));
	if (!chosen) return "needs_password";
	const user = await accounts.confirmAddress(
		input.token,
		input.session_hash,
		chosen,
	);
	if (!user) throw linkUnusable();
	return { user, token: await accounts.openSession(user.id, input) };
}

/** Guesses count as failed sign-ins. */
async function chosenByPassword(
	accounts: Accounts,
	email: string,
	offered: ChosenAtSignUp | null,
	{ password, address }: Confirmation,
): Promise<ChosenAtSignUp | null> {
	if (password === undefined) return null;
	const quota = await accounts.quota.trySignIn(email, address);
	if (!quota.ok)
		throw tooMany(
			"Too many wrong passwords. Please try again later, or choose a new one.",
			quota.retry_after_s,
		);
	const hash = offered?.password_hash ?? null;
	if (!(await accounts.verifyPassword(password, hash)))
		throw wrongPassword(
			"/password",
			"This is not the password that was chosen at this sign-up.",
		);
	await accounts.quota.signInSucceeded(email, address);
	return offered;
}

/** Throws where an address has been sent enough for now, or somebody asks for too much. */
export async function consumeMailQuota(
	site: { quota: Pick<Accounts["quota"], "mails"> },
	email: string,
	address: string,
): Promise<void> {
	const quota = await site.quota.mails(email, address);
	if (!quota.ok)
		throw tooMany(
			"Too many mails were asked for. Please try again later.",
			quota.retry_after_s,
		);
}
