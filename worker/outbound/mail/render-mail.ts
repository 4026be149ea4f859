import { escapeMarkup } from "#text/markup.ts";

/** A mail as text and as HTML. */
export type MailText = { subject: string; text: string; html: string };

/** Control characters would break header lines, and names are user input. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Converts a user's text to one line. */
export function oneLine(text: string): string {
	return text.replace(CONTROL, " ").trim();
}

/** Renders paragraphs with at most one link, as text and as HTML with the same content. */
export function renderMail(mail: {
	subject: string;
	before: string[];
	link?: { label: string; url: string };
	after: string[];
}): MailText {
	const { subject, before, link, after } = mail;
	const text = [...before, ...(link ? [link.url] : []), ...after];
	const html = [
		...before.map(paragraph),
		...(link ? [`<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.label)}</a></p>`] : []),
		...after.map(paragraph),
	];
	return {
		subject: oneLine(subject),
		text: `${text.join("\n\n")}\n`,
		html: `<!doctype html><html lang="en"><body>${html.join("\n")}</body></html>\n`,
	};
}

function paragraph(text: string): string {
	return `<p>${escapeMarkup(text)}</p>`;
}
