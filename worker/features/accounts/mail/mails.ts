import { deviceName } from "#contract/device-name.ts";
import { isolated } from "#contract/format.ts";
import { type MailedLink, type MailText, oneLine, renderMail } from "#outbound/mail/mailer.ts";

/**
 * The mail contains no name: anyone can sign up with another person's address, and would choose
 * the text that this person reads.
 */
export function confirmAddressMail(link: MailedLink): MailText {
	return renderMail({
		subject: "Confirm your account",
		before: [
			"Hello,",
			"Please confirm your email address to start using your account. The link works once, within 24 hours:",
		],
		link: { label: "Confirm my account", ...link },
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
			`Hello ${isolated(oneLine(full_name))},`,
			"Someone just signed up with this address. You already have an account, and nothing about it has changed. If it was you, please sign in. If you forgot your password, choose a new one here:",
		],
		link: { label: "Choose a new password", url: link },
		after: ["If it was not you, you do not need to do anything."],
	});
}

/** `full_name` is null for an unconfirmed account, because anyone may have chosen its name. */
export function resetPasswordMail(full_name: string | null, link: MailedLink): MailText {
	return renderMail({
		subject: "Choose a new password",
		before: [
			full_name === null ? "Hello," : `Hello ${isolated(oneLine(full_name))},`,
			"Someone asked for a new password for your account. If it was you, choose one here. The link works once, within 30 minutes:",
		],
		link: { label: "Choose a new password", ...link },
		after: [
			"This signs you out everywhere else and deletes your API keys and your webhook secret.",
			"If it was not you, ignore this email. Your password stays as it is.",
		],
	});
}

/** Contains no name and no old address: the new address may be a stranger's. */
export function confirmNewAddressMail(link: MailedLink): MailText {
	return renderMail({
		subject: "Confirm your new email address",
		before: [
			"Hello,",
			"Someone asked to use this address for their account. If it was you, please confirm it in a browser where you are signed in. The link works once, within 24 hours:",
		],
		link: { label: "Confirm my new address", ...link },
		after: ["If it was not you, ignore this email. Nothing changes without the link."],
	});
}

/** Sent to an address that was asked for and has an account of its own. */
export function addressTakenMail(link: string): MailText {
	return renderMail({
		subject: "This address has an account",
		before: [
			"Hello,",
			"Someone asked to use this address for their account. It already has an account, and nothing about it has changed. If it was you, sign in to that account and delete it, then ask again. If you forgot its password, choose a new one here:",
		],
		link: { label: "Choose a new password", url: link },
		after: ["If it was not you, you do not need to do anything."],
	});
}

/** Builds the links of mails, with an origin as returned by `configuredOrigin`. */
export const mailLinks = (origin: string) => {
	// Pages of the app get the token in the fragment, which no server, log or referrer contains.
	const page = (path: string, token: string, more = "") =>
		`${origin}${path}#token=${encodeURIComponent(token)}${more}`;
	return {
		confirmAddress: (token: string) => page("/confirm-email", token),
		confirmNewAddress: (token: string) => page("/confirm-new-email", token),
		/** Names the account, under which password managers store the new password. */
		resetPassword: (token: string, email: string) =>
			page("/reset-password", token, `&email=${encodeURIComponent(email)}`),
		forgotPassword: () => `${origin}/forgot-password`,
		confirmNewsletter: (token: string) => page("/newsletter/confirm", token),
		leaveNewsletter: (token: string) => page("/newsletter/unsubscribe", token),
		/** For mail programs, which send a form there (RFC 8058). */
		leaveNewsletterAtOnce: (token: string) =>
			`${origin}/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`,
	};
};

/** Where an action came from. */
type From = { origin: string; user_agent: string | null };

export function passwordChangedMail(from: From): MailText {
	return noticeMail(from, "Your password was changed", [
		"The password of your account was changed. All other devices were signed out, and your API keys and your webhook secret were deleted.",
	]);
}

export function addressChangeMail(from: From, email: string): MailText {
	return noticeMail(from, "A new email address was requested", [
		`Someone asked to change the email address of your account to ${oneLine(email)}. It changes when that address is confirmed.`,
	]);
}

/** Sent to the old address, which can no longer choose a new password. */
export function addressChangedMail({ origin, user_agent }: From, email: string): MailText {
	return renderMail({
		subject: "Your email address was changed",
		before: [
			"Hello,",
			`The email address of your account is now ${oneLine(email)}. All other devices were signed out.`,
			`Browser: ${browserName(user_agent)}`,
			"If it was you, you do not need to do anything. If not, write to the site's operator now:",
		],
		link: { label: "Contact", url: `${origin}/contact` },
		after: [],
	});
}

export function newBrowserMail(from: From): MailText {
	return noticeMail(from, "New sign-in to your account", [
		"Someone signed in to your account in a new browser.",
	]);
}

export function keyCreatedMail(from: From, name: string): MailText {
	return noticeMail(from, "An API key was created", [
		`An API key named "${isolated(oneLine(name))}" was created in your account. Anyone who has it can act as you.`,
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

/** Never words of the user agent: the sender of a request would write to the member. */
const browserName = (user_agent: string | null) => deviceName(user_agent) ?? "an unknown program";

function noticeMail({ origin, user_agent }: From, subject: string, paragraphs: string[]): MailText {
	return renderMail({
		subject,
		before: [
			"Hello,",
			...paragraphs,
			`Browser: ${browserName(user_agent)}`,
			"If it was you, you do not need to do anything. If not, choose a new password now. That ends all other access to your account.",
		],
		link: { label: "Choose a new password", url: `${origin}/forgot-password` },
		after: [],
	});
}

/** Names no address to write to: the site's page "Report a problem" takes an answer. */
export function accountClosedMail(because: string, sentence: string): MailText {
	return renderMail({
		subject: "Your account was closed",
		before: [
			"Hello,",
			`This site's team closed your account, because ${because}: ${isolated(oneLine(sentence))}`,
			"You can no longer sign in. If you think that this is a mistake, please report a problem on the site.",
		],
		after: [],
	});
}

/** To the person who reported a problem; the answer itself is on the notice's page. */
export function noticeAnsweredMail(link: string): MailText {
	return renderMail({
		subject: "Your notice was answered",
		before: [
			"Hello,",
			"You reported a problem with a page of this site. Its team has answered. Read the answer here:",
		],
		link: { label: "Read the answer", url: link },
		after: ["We delete your address 90 days after this answer."],
	});
}
