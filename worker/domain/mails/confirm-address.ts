import { type MailText, oneLine, renderMail } from "./render-mail.ts";

export function confirmAddressMail(full_name: string, link: string): MailText {
	return renderMail({
		subject: "Confirm your account",
		before: [
			`Hello ${oneLine(full_name)},`,
			"please confirm that this address is yours, and your account is ready. The link works once, within 24 hours:",
		],
		link: { label: "Confirm my account", url: link },
		after: [
			"If you did not sign up just now, leave the link alone: without it nobody can use the account.",
		],
	});
}
