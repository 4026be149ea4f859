/**
 * Whether an If-None-Match header, if there is one, names the tag (or is "*").
 * A tag counts as the same where a proxy has marked it weak.
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	if (header.trim() === "*") return true;
	const named: string[] = header.match(/"[^"]*"/g) ?? [];
	return named.includes(tag.replace(/^W\//, ""));
}
