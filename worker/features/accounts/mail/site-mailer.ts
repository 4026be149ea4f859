import { isListedAdmin } from "#identity/require.ts";
import {
	consoleMailer,
	createSmtpMailer,
	type Mailer,
} from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";

const DEFAULT_SENDER = "no-reply@localhost";

type Configured = Pick<Context, "settings">;

/** Whether new members confirm their address by mail before they sign in. */
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
 * null if nothing can be sent to the address. Without SMTP, only an admin's mail is
 * printed on the console.
 */
export function mailerFor(context: Configured, email: string): Mailer | null {
	const admin = isListedAdmin(email, context.settings.ADMIN_EMAILS);
	return smtpMailer(context) ?? (admin ? consoleMailer : null);
}
