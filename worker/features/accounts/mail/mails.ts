import {
	type MailText,
	oneLine,
	renderMail,
} from "#outbound/mail/render-mail.ts";

/** It greets nobody by name: whoever signed up may have chosen the words for another reader. */
export function confirmAddressMail(link: string): MailText {
	return renderMail({
		subject: "Confirm your account",
		before: [
			"Hello,",
			"please confirm that this address is yours, and your account is ready. The link works once, within 24 hours:",
		],
		link: { label: "Confirm my account", url: link },
		after: [
			"If you did not sign up just now, leave the link alone: without it nobody can use the account.",
		],
	});
}

/** Sent to the owner of an account whose address was used to sign up again. */
export function knownAddressMail(full_name: string, link: string): MailText {
	return renderMail({
		subject: "You already have an account",
		before: [
			`Hello ${oneLine(full_name)},`,
			"somebody has just signed up with this address. You already have an account, and nothing about it has changed. If it was you, please sign in; if you have forgotten your password, you can choose a new one here:",
		],
		link: { label: "Choose a new password", url: link },
		after: ["If it was not you, there is nothing to do."],
	});
}

/** `full_name` is null for an account that is not confirmed: anybody may have chosen its name. */
export function resetPasswordMail(
	full_name: string | null,
	link: string,
): MailText {
	return renderMail({
		subject: "Choose a new password",
		before: [
			full_name === null ? "Hello," : `Hello ${oneLine(full_name)},`,
			"somebody has asked for a new password for your account. If it was you, choose one here. The link works once, within 30 minutes:",
		],
		link: { label: "Choose a new password", url: link },
		after: [
			"It then signs you out everywhere else, and deletes your API keys and your webhook secret.",
			"If it was not you, leave the link alone: your password stays as it is.",
		],
	});
}

/** The pages and addresses that mails link to, below the site's origin. */
export const mailLinks = (origin: string) => {
	const at = (path: string, token: string) =>
		`${origin}${path}?token=${encodeURIComponent(token)}`;
	// Pages of the app: what is behind the # reaches no server, log or referrer.
	const page = (path: string, token: string) =>
		`${origin}${path}#token=${encodeURIComponent(token)}`;
	return {
		confirmAddress: (token: string) => page("/confirm-email", token),
		resetPassword: (token: string) => page("/reset-password", token),
		forgotPassword: () => `${origin}/forgot-password`,
		confirmNewsletter: (token: string) => at("/api/newsletter/confirm", token),
		leaveNewsletter: (token: string) =>
			at("/api/newsletter/unsubscribe", token),
	};
};
