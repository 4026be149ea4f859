import { isListedAdmin } from "#identity/require.ts";
import {
	consoleMailer,
	createSmtpMailer,
	type Mailer,
	type MailText,
} from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";

const DEFAULT_SENDER = "no-reply@localhost";

type Configured = Pick<Context, "settings">;

/** Whether new members must confirm their address by mail before they can sign in. */
export function confirmsByMail({ settings }: Configured): boolean {
	return settings.SMTP_URL !== undefined;
}

/** null if the site sends no mail. */
export function smtpMailer({ settings }: Configured): Mailer | null {
	const { SMTP_URL, MAIL_FROM, APP_ORIGIN } = settings;
	if (!SMTP_URL) return null;
	const own = APP_ORIGIN && `no-reply@${new URL(APP_ORIGIN).hostname}`;
	return createSmtpMailer(SMTP_URL, MAIL_FROM ?? own ?? DEFAULT_SENDER);
}

/**
 * null if the address cannot be sent mail. Without SMTP, only mails to admins are printed on the
 * console.
 */
export function mailerFor(context: Configured, email: string): Mailer | null {
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
