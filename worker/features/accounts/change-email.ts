import type { MemberId } from "#contract/ids.ts";
import type { Me } from "#contract/me.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import { emailKey } from "#text/email-address.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS } from "#worker/durations.ts";
import { provePassword, readOwnAccount } from "./account.ts";
import { changeEmail, issueEmailChange } from "./change-email-queries.ts";
import { consumeAction, consumeMail } from "./limits.ts";
import { createLink, linkKey } from "./links.ts";
import { newDelivery } from "./mail/deliveries.ts";
import {
	addressChangedMail,
	addressChangeMail,
	addressTakenMail,
	confirmNewAddressMail,
	mailLinks,
} from "./mail/mails.ts";
import { smtpMailer } from "./mail/site-mailer.ts";

/**
 * Sends a link to the new address and tells the old one. The answer, the stored rows and their
 * timing are the same for an address that has an account: it gets another mail, without a link that
 * changes anything. Returns the delivery to the new address.
 */
export async function requestEmailChange(
	context: Context,
	input: Caller & {
		member_id: MemberId;
		email: string;
		password: string | undefined;
		/** Whether the member has just authenticated. */
		recent: boolean;
	},
): Promise<string | null> {
	const { member_id, email, origin, later } = input;
	const mailer = smtpMailer(context);
	if (!mailer) throw problem("email_not_changeable", { pointer: "/email" });
	const account = await provePassword(context, member_id, input);
	if (emailKey(email) === emailKey(account.email))
		throw problem("email_unchanged", { pointer: "/email" });
	await consumeAction(context, "email-changes", account);
	await consumeMail(context, "change", input);
	const { token, code, stored } = await createLink(context, DAY_MS);
	const { taken } = await issueEmailChange(context.db.primary, member_id, { ...stored, email });
	const links = mailLinks(origin);
	const mail = taken
		? addressTakenMail(links.forgotPassword())
		: confirmNewAddressMail({ url: links.confirmNewAddress(token), code });
	// The new address gets an email in any case.
	const delivery = newDelivery(context);
	later(() => mailer.send({ to: email, ...mail }, delivery));
	later(() => mailer.send({ to: account.email, ...addressChangeMail(input, email) }));
	return delivery;
}

/**
 * Changes the address with the emailed link, in a session of the account: the link alone proves
 * only who reads the new address, which may have been mistyped.
 */
export async function confirmNewEmail(
	context: Context,
	input: Caller & { member_id: MemberId; token: string },
): Promise<Me> {
	const { member_id, session_hash, later } = input;
	const link = { ...linkKey(context, input.token), session_hash };
	const changed = await changeEmail(context.db.primary, member_id, link);
	if (changed === "taken") throw problem("email_taken/change");
	if (!changed) throw problem("link_unusable");
	await endStreams(context, member_id);
	const { email, old_email } = changed;
	later(async () => {
		await smtpMailer(context)?.send({ to: old_email, ...addressChangedMail(input, email) });
	});
	const { password_hash: _, ...me } = await readOwnAccount(context, member_id);
	return me;
}
