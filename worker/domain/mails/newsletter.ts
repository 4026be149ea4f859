import { type MailText, renderMail } from "./render-mail.ts";

export function confirmNewsletterMail(link: string): MailText {
	return renderMail({
		subject: "Confirm your subscription",
		before: [
			"Somebody has asked to get our newsletter at this address. If it was you, please confirm it:",
		],
		link: { label: "Confirm my subscription", url: link },
		after: ["If it was not you, leave the link alone: nothing will be sent."],
	});
}

export function newsletterWelcomeMail(link: string): MailText {
	return renderMail({
		subject: "You are subscribed",
		before: [
			"Thank you: this address is on the list of our newsletter. You can leave it at any time:",
		],
		link: { label: "Unsubscribe", url: link },
		after: [],
	});
}
