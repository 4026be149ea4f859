/** A link that opens the visitor's mail program with a mail begun. */
export function mailLink(
	to: string,
	{ subject, body = "" }: { subject: string; body?: string },
): string {
	const fields = [`subject=${encodeURIComponent(subject)}`];
	// Lines of a mail end in CR LF, whatever the browser's fields end theirs in.
	const lines = body.replace(/\r?\n/g, "\r\n");
	if (lines !== "") fields.push(`body=${encodeURIComponent(lines)}`);
	const address = encodeURIComponent(to).replace("%40", "@");
	return `mailto:${address}?${fields.join("&")}`;
}
