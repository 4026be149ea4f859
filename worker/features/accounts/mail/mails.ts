import { type MailText, oneLine, renderMail } from "#outbound/mail/render-mail.ts";

/**
 * The mail contains no name: anyone can sign up with another person's address, and would choose
 * the text that this person reads.
 */
export function confirmAddressMail(link: string): MailText {
	return renderMail({
		subject: "Confirm your account",
		before: [
			"Hello,",
			"Please confirm your email address to start using your account. The link works once, within 24 hours:",
		],
		link: { label: "Confirm my account", url: link },
		after: [
			"If you did not sign up, ignore this email. Without the link, nobody can use the account.",
		],
	});
}

/** Sent to the owner of an account whose address was used to sign up again. */
export function knownAddressMail(full_name: string, link: string): MailText {
	return renderMail({
		subject: "You already have an account",
		before: [
			`Hello ${oneLine(full_name)},`,
			"Someone just signed up with this address. You already have an account, and nothing about it has changed. If it was you, please sign in. If you forgot your password, choose a new one here:",
		],
		link: { label: "Choose a new password", url: link },
		after: ["If it was not you, you do not need to do anything."],
	});
}

/** `full_name` is null for an unconfirmed account, because anyone may have chosen its name. */
export function resetPasswordMail(full_name: string | null, link: string): MailText {
	return renderMail({
		subject: "Choose a new password",
		before: [
			full_name === null ? "Hello," : `Hello ${oneLine(full_name)},`,
			"Someone asked for a new password for your account. If it was you, choose one here. The link works once, within 30 minutes:",
		],
		link: { label: "Choose a new password", url: link },
		after: [
			"This signs you out everywhere else and deletes your API keys and your webhook secret.",
			"If it was not you, ignore this email. Your password stays as it is.",
		],
	});
}

/** Builds the links of mails, with an origin as returned by `mailOrigin`. */
export const mailLinks = (origin: string) => {
	const at = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`;
	// Pages of the app get the token in the fragment, which no server, log or referrer contains.
	const page = (path: string, token: string) =>
		`${origin}${path}#token=${encodeURIComponent(token)}`;
	return {
		confirmAddress: (token: string) => page("/confirm-email", token),
		resetPassword: (token: string) => page("/reset-password", token),
		forgotPassword: () => `${origin}/forgot-password`,
		confirmNewsletter: (token: string) => at("/api/newsletter/confirm", token),
		leaveNewsletter: (token: string) => at("/api/newsletter/unsubscribe", token),
	};
};
