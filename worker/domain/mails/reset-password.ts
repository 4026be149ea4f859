import { type MailText, oneLine, renderMail } from "./render-mail.ts";

export function resetPasswordMail(full_name: string, link: string): MailText {
	return renderMail({
		subject: "Choose a new password",
		before: [
			`Hello ${oneLine(full_name)},`,
			"somebody has asked for a new password for your account. If it was you, choose one here. The link works once, within 30 minutes:",
		],
		link: { label: "Choose a new password", url: link },
		after: [
			"It then signs you out everywhere else and deletes your API keys.",
			"If it was not you, leave the link alone: your password stays as it is.",
		],
	});
}
