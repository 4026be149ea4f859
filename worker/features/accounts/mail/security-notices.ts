import { type MailText, oneLine, renderMail } from "#outbound/mail/render-mail.ts";
import type { Context } from "#worker/context.ts";
import { smtpMailer } from "./site-mailer.ts";

/** Where an action came from. */
type From = { origin: string; user_agent: string | null };

/**
 * Notifies a member by mail of a security-relevant action in their account, in case someone else
 * did it. Sends nothing if the site has no mail server.
 */
export async function sendNotice(
	context: Context,
	{ email }: { email: string },
	mail: MailText,
): Promise<void> {
	await smtpMailer(context)?.send({ to: email, ...mail });
}

export function passwordChangedMail(from: From): MailText {
	return noticeMail(from, "Your password was changed", [
		"The password of your account was changed. All other devices were signed out, and your API keys and your webhook secret were deleted.",
	]);
}

export function newBrowserMail(from: From): MailText {
	return noticeMail(from, "New sign-in to your account", [
		"Someone signed in to your account in a new browser.",
	]);
}

export function keyCreatedMail(from: From, name: string): MailText {
	return noticeMail(from, "An API key was created", [
		`An API key named "${oneLine(name)}" was created in your account. Anyone who has it can act as you.`,
	]);
}

export function secondFactorMail(from: From, is_on: boolean): MailText {
	return noticeMail(
		from,
		is_on ? "A second factor was set up" : "Your second factor was turned off",
		[
			is_on
				? "A second factor was set up for your account. Signing in now asks for a code."
				: "The second factor of your account was turned off. Signing in no longer asks for a code.",
		],
	);
}

/** A user agent can be longer than a reader needs. */
const MAX_BROWSER_CHARS = 120;

function noticeMail({ origin, user_agent }: From, subject: string, paragraphs: string[]): MailText {
	const browser = user_agent?.slice(0, MAX_BROWSER_CHARS) ?? "a program";
	return renderMail({
		subject,
		before: [
			"Hello,",
			...paragraphs,
			`Browser: ${browser}`,
			"If it was you, you do not need to do anything. If not, choose a new password now. That ends all other access to your account.",
		],
		link: {
			label: "Choose a new password",
			url: `${origin}/forgot-password`,
		},
		after: [],
	});
}
