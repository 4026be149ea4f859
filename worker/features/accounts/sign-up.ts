import type { SignUpRequest } from "#contract/account.ts";
import { MemberId } from "#contract/ids.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import { hashToken, newId, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { CONFIRM_LINK_MS, sendConfirmation } from "./confirm-email.ts";
import { consumeMail, consumeSignUp } from "./limits.ts";
import { createLink } from "./links.ts";
import { newDelivery } from "./mail/deliveries.ts";
import { confirmAddressMail, knownAddressMail, mailLinks } from "./mail/mails.ts";
import { confirmsByMail, mailerFor } from "./mail/site-mailer.ts";
import { createMember, registerMember } from "./member-queries.ts";
import { openSession, type SignedIn } from "./open-session.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";

type SignUp = SignUpRequest & Caller;

/** The address is unconfirmed. The browser stores a token that proves that it signed up. */
type Unconfirmed = { sign_up_token: string; delivery: string | null };

/**
 * Creates a member. If the site sends mail, the address must be confirmed first, and a known
 * address gets the same answer. Otherwise the member is signed in at once.
 */
export async function signUp(context: Context, input: SignUp): Promise<SignedIn | Unconfirmed> {
	await consumeSignUp(context, input.address);
	refuseWeakPassword(input.password, input);
	return confirmsByMail(context)
		? askForConfirmation(context, input)
		: signUpAtOnce(context, input);
}

/** Without mail, the answer has to reveal that an address is taken. */
async function signUpAtOnce(context: Context, input: SignUp): Promise<SignedIn> {
	const { full_name, email } = input;
	const password_hash = await hashPassword(input.password);
	const created_at = context.now().toISOString();
	const user = await createMember(
		context.db.primary,
		newMember({ full_name, email, password_hash, created_at }),
	);
	if (user === "taken") throw problem("email_taken");
	const opened = await openSession(context, user.id, input);
	// Without SMTP, an admin's confirmation link is printed on the console; other members get none.
	input.later(() => sendConfirmation(context, email, input.origin));
	return { user, ...opened };
}

/**
 * Does the same work and gives the same answer for a known address; its owner gets a different
 * mail.
 */
async function askForConfirmation(context: Context, input: SignUp): Promise<Unconfirmed> {
	const { full_name, email, later } = input;
	await consumeMail(context, "sign-up", input);
	const password_hash = await hashPassword(input.password);
	const { token, code, stored } = await createLink(context, CONFIRM_LINK_MS);
	const { created_at } = stored;
	const sign_up_token = newToken();
	const registered = await registerMember(
		context.db.primary,
		newMember({ full_name, email, password_hash, created_at }),
		{ ...stored, browser_hash: hashToken(sign_up_token) },
	);
	const { email: to, full_name: name } = registered;
	const links = mailLinks(input.origin);
	const mail = registered.known
		? knownAddressMail(name, links.forgotPassword())
		: confirmAddressMail({ url: links.confirmAddress(token), code });
	// Every address gets an email, so whether it failed reveals no account.
	const delivery = newDelivery(context);
	later(async () => {
		await mailerFor(context, to)?.send({ to, ...mail }, delivery);
	});
	return { sign_up_token, delivery };
}

function newMember(given: {
	full_name: string;
	email: string;
	password_hash: string;
	created_at: string;
}) {
	return { ...given, id: MemberId.parse(newId()), avatar_url: null, email_confirmed_at: null };
}
