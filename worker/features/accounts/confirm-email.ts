import type { MailedAnswer } from "#contract/deliveries.ts";
import { CONFIRMED_ON_CONSOLE } from "#contract/texts.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import { SIGN_UP_MAX_AGE_S } from "#identity/session-cookie.ts";
import type { Context } from "#worker/context.ts";
import { consumeMail, countSignIn } from "./limits.ts";
import { createLink, hashBrowser, linkKey } from "./links.ts";
import { newDelivery, type SignUpCookie, sendPrivately } from "./mail/deliveries.ts";
import { confirmAddressMail, mailLinks } from "./mail/mails.ts";
import { confirmsByMail, mailerFor } from "./mail/site-mailer.ts";
import type { SignedIn } from "./open-session.ts";
import { verifyPassword } from "./passwords.ts";
import { type SecondFactorAsked, signInOrAsk } from "./second-factor/second-factor.ts";
import {
	type ChosenAtSignUp,
	confirmAddress,
	findPendingSignUp,
	issueConfirmation,
} from "./token-queries.ts";

/** People usually read their mail within a day. */
export const CONFIRM_LINK_MS = SIGN_UP_MAX_AGE_S * 1_000;

/** Sends a new link if the account is unconfirmed. */
export async function sendConfirmation(
	context: Context,
	email: string,
	origin: string,
	delivery: string | null = null,
): Promise<void> {
	const mailer = mailerFor(context, email);
	if (!mailer) return;
	const { token, code, stored } = await createLink(context, CONFIRM_LINK_MS);
	const recipient = await issueConfirmation(context.db.primary, { ...stored, email });
	if (!recipient) return;
	const url = mailLinks(origin).confirmAddress(token);
	const mail = confirmAddressMail({ url, code });
	await mailer.send({ to: recipient.email, ...mail }, delivery);
}

/**
 * Answers before it looks up the address, so that neither the answer nor its timing reveals
 * whether an account exists.
 */
export async function resendConfirmation(
	context: Context,
	{ email, address, origin, later, ...browser }: Caller & SignUpCookie & { email: string },
): Promise<MailedAnswer> {
	await consumeMail(context, "confirm", { email, address });
	const delivery = newDelivery(context);
	later(() =>
		sendPrivately(context, { email, delivery, ...browser }, (known) =>
			sendConfirmation(context, email, origin, known),
		),
	);
	const message = confirmsByMail(context)
		? "If an account with this address is waiting to be confirmed, we have sent it a new link."
		: CONFIRMED_ON_CONSOLE;
	return { message, delivery_id: delivery };
}

type Confirmation = Caller & {
	token: string;
	password?: string | undefined;
	sign_up_token: string | null;
};

/**
 * Confirms the address of the link and signs its owner in. The link proves only that the caller
 * owns the address: another person may have signed up with it. A password is therefore accepted
 * only if this browser chose it or if it is entered again. Otherwise the result is
 * "needs_password", nothing changes, and the link can still set a new password.
 */
export async function confirmEmail(
	context: Context,
	input: Confirmation,
): Promise<SignedIn | SecondFactorAsked | "needs_password"> {
	const db = context.db.primary;
	const { token, session_hash } = input;
	const pending = await findPendingSignUp(db, {
		...linkKey(context, token),
		...hashBrowser(input),
	});
	if (!pending) throw problem("link_unusable");
	const { email, own, offered } = pending;
	const chosen = own ?? (await chosenByPassword(context, email, offered, input));
	if (!chosen) return "needs_password";
	const link = { ...linkKey(context, token), session_hash };
	const user = await confirmAddress(db, link, chosen);
	if (!user) throw problem("link_unusable");
	await endStreams(context, user.id);
	return signInOrAsk(context, user, { ...input, later: null });
}

/** Wrong passwords count as failed sign-ins. */
async function chosenByPassword(
	context: Context,
	email: string,
	offered: ChosenAtSignUp | null,
	{ password, address, known_browser }: Confirmation,
): Promise<ChosenAtSignUp | null> {
	if (password === undefined) return null;
	const attempt = await countSignIn(
		context,
		{ email, address, known_browser },
		"too_many_requests/passwords_at_confirmation",
	);
	const hash = offered?.password_hash ?? null;
	if (!(await verifyPassword(password, hash)))
		throw problem("wrong_password/confirmation", { pointer: "/password" });
	await attempt.succeed();
	return offered;
}
