import { isListedAdmin } from "#identity/require.ts";
import {
	consoleMailer,
	createSmtpMailer,
	type Mailer,
} from "#outbound/mail/mailer.ts";
import type { Settings } from "#worker/env.ts";

const DEFAULT_SENDER = "no-reply@localhost";

/** null where the site sends no mail. */
export function smtpMailer(settings: Settings): Mailer | null {
	const { SMTP_URL, MAIL_FROM, APP_ORIGIN } = settings;
	if (!SMTP_URL) return null;
	const own = APP_ORIGIN && `no-reply@${new URL(APP_ORIGIN).hostname}`;
	return createSmtpMailer(SMTP_URL, MAIL_FROM ?? own ?? DEFAULT_SENDER);
}

/** Without SMTP, an admin's mail is printed on the console; nobody else's is. */
export function mailerFor(settings: Settings) {
	const smtp = smtpMailer(settings);
	return (email: string): Mailer | null =>
		smtp ??
		(isListedAdmin(email, settings.ADMIN_EMAILS) ? consoleMailer : null);
}
