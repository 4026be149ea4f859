export const CONTACT_FIELDS = ["name", "email", "subject", "message"] as const;
type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactMessage = Record<ContactField, string>;

const MISSING: ContactMessage = {
	name: "Please enter your name",
	email: "Please enter your email address",
	subject: "Please enter a subject",
	message: "Please enter a message",
};

/** The missing fields with their messages; empty if the message is complete. */
export function missingIn(given: ContactMessage): Partial<ContactMessage> {
	const missing = CONTACT_FIELDS.filter((field) => given[field].trim() === "");
	const refusals: Partial<ContactMessage> = Object.fromEntries(
		missing.map((field) => [field, MISSING[field]]),
	);
	if (refusals.email === undefined && !/^\S[^\s@]*@\S+$/.test(given.email.trim()))
		refusals.email = "Please enter a valid email address";
	return refusals;
}

/** Formats the form's values as a mail to the site's operator. */
export function contactMail(to: string, given: ContactMessage): string {
	const sender = `${given.name.trim()} <${given.email.trim()}>`;
	return mailLink(to, {
		subject: given.subject.trim(),
		body: `${given.message.trim()}\n\n${sender}`,
	});
}

/** A link that opens the visitor's mail program with a new mail. */
export function mailLink(
	to: string,
	{ subject, body = "" }: { subject: string; body?: string },
): string {
	const fields = [`subject=${encodeURIComponent(subject)}`];
	// Lines of a mail end in CR LF, whichever line ends the browser's fields use.
	const lines = body.replace(/\r?\n/g, "\r\n");
	if (lines !== "") fields.push(`body=${encodeURIComponent(lines)}`);
	const address = encodeURIComponent(to).replace("%40", "@");
	return `mailto:${address}?${fields.join("&")}`;
}
