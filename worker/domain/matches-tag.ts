/**
 * Whether an If-None-Match header names the tag (or is "*"). A tag counts as
 * the same where a proxy has marked it weak.
 */
export function matchesTag(header: string, tag: string): boolean {
	if (header.trim() === "*") return true;
	const named: string[] = header.match(/"[^"]*"/g) ?? [];
	return named.includes(tag.replace(/^W\//, ""));
}
