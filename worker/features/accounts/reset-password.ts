import type { MailedAnswer } from "#contract/deliveries.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { consumeMail } from "./limits.ts";
import { createLink, hashBrowser, linkKey } from "./links.ts";
import { newDelivery, type SignUpCookie, sendPrivately } from "./mail/deliveries.ts";
import { mailLinks, passwordChangedMail, resetPasswordMail } from "./mail/mails.ts";
import { confirmsByMail, mailerFor, sendNotice } from "./mail/site-mailer.ts";
import type { SignedIn } from "./open-session.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";
import { type SecondFactorAsked, signInOrAsk } from "./second-factor/second-factor.ts";
import * as tokens from "./token-queries.ts";

/** A person who requests a new password is usually waiting for the mail. */
const RESET_LINK_MS = 30 * MINUTE_MS;

/**
 * Answers before it looks up the address, so that neither the answer nor its timing reveals
 * whether an account exists.
 */
export async function requestReset(
	context: Context,
	{ email, address, origin, later, ...browser }: Caller & SignUpCookie & { email: string },
): Promise<MailedAnswer> {
	await consumeMail(context, "reset", { email, address });
	if (!confirmsByMail(context))
		return {
			message:
				"This site sends no email, so it cannot send a link. Please ask the site's operator.",
			delivery_id: null,
		};
	const delivery = newDelivery(context);
	const send = async (known: string | null) => {
		const { token, code, stored } = await createLink(context, RESET_LINK_MS);
		const recipient = await tokens.issueReset(context.db.primary, { ...stored, email });
		if (!recipient) return;
		const url = mailLinks(origin).resetPassword(token, recipient.email);
		const mail = resetPasswordMail(recipient.full_name, { url, code });
		const to = recipient.email;
		await mailerFor(context, to)?.send({ to, ...mail }, known);
	};
	later(() => sendPrivately(context, { email, delivery, ...browser }, send));
	return {
		message: "If an account has this address, we have sent a link to choose a new password.",
		delivery_id: delivery,
	};
}

/**
 * Sets a new password with a mailed link, ends all other access and opens a session in this
 * browser.
 */
export async function resetPassword(
	context: Context,
	input: Caller & {
		token: string;
		password: string;
		full_name?: string | undefined;
		sign_up_token: string | null;
	},
): Promise<SignedIn | SecondFactorAsked> {
	const db = context.db.primary;
	const { hash, now } = linkKey(context, input.token);
	const owner = await tokens.resetOwner(db, hash, now);
	if (!owner) throw problem("link_unusable");
	refuseWeakPassword(input.password, {
		email: owner.email,
		full_name: input.full_name ?? owner.full_name,
	});
	const password_hash = await hashPassword(input.password);
	const user = await tokens.resetPassword(
		db,
		// The link may have expired while the password was hashed.
		{ ...linkKey(context, input.token), ...hashBrowser(input) },
		{ password_hash, full_name: input.full_name ?? null },
	);
	if (!user) throw problem("link_unusable");
	await endStreams(context, user.id);
	input.later(() => sendNotice(context, user, passwordChangedMail(input)));
	return signInOrAsk(context, user, { ...input, later: null });
}
