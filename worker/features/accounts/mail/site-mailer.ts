import { splitEmail } from "#contract/email-address.ts";
import { isListedAdmin } from "#identity/require.ts";
import { hashToken } from "#identity/tokens.ts";
import {
	consoleMailer,
	createSmtpMailer,
	type Mail,
	type MailText,
	mailFault,
} from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import { safeText } from "#worker/log.ts";
import { storeFailedEmail } from "./delivery-queries.ts";

const DEFAULT_SENDER = "no-reply@localhost";

type Configured = Pick<Context, "settings" | "db" | "now">;

/** `delivery` is what the browser asks with that waits for the email. */
export type SiteMailer = { send(mail: Mail, delivery?: string | null): Promise<void> };

/** Whether new members must confirm their address by mail before they can sign in. */
export function confirmsByMail({ settings }: Pick<Context, "settings">): boolean {
	return settings.SMTP_URL !== undefined;
}

/** null if the site sends no mail. */
export function smtpMailer(context: Configured): SiteMailer | null {
	const { SMTP_URL, MAIL_FROM, APP_ORIGIN } = context.settings;
	if (!SMTP_URL) return null;
	const own = APP_ORIGIN && `no-reply@${new URL(APP_ORIGIN).hostname}`;
	const mailer = createSmtpMailer(SMTP_URL, MAIL_FROM ?? own ?? DEFAULT_SENDER);
	return {
		async send(mail, delivery = null) {
			await mailer.send(mail).catch(async (error: unknown) => {
				await noteFailure(context, { ...mail, delivery }, error);
				throw error;
			});
		},
	};
}

/** Stores that an email could not be delivered, for admins and for who waits for it. */
export async function noteFailure(
	{ db, now }: Configured,
	mail: { to: string; subject: string | null; delivery: string | null },
	error: unknown,
): Promise<void> {
	const { to, subject, delivery } = mail;
	const [, domain] = splitEmail(to);
	const reply = safeText(error instanceof Error ? error.message : String(error));
	const failed = { domain, subject, reply, fault: mailFault(error) };
	const delivery_hash = delivery === null ? null : hashToken(delivery);
	const failed_at = now().toISOString();
	await storeFailedEmail(db.primary, { ...failed, delivery_hash, failed_at });
}

/**
 * null if the address cannot be sent mail. Without SMTP, only mails to admins are printed on the
 * console.
 */
export function mailerFor(context: Configured, email: string): SiteMailer | null {
	const admin = isListedAdmin(email, context.settings.ADMIN_EMAILS);
	return smtpMailer(context) ?? (admin ? consoleMailer : null);
}

/**
 * Notifies a member by mail of a security-relevant action in their account, in case someone else
 * did it. Sends nothing if the site has no mail server.
 */
export async function sendNotice(
	context: Configured,
	{ email }: { email: string },
	mail: MailText,
): Promise<void> {
	await smtpMailer(context)?.send({ to: email, ...mail });
}
