import { type MailText, oneLine, renderMail } from "./render-mail.ts";

/** For the owner of an account whose address was used to sign up again. */
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
