import { findLink } from "./find-link.ts";

/**
 * The link that a deep link, the bookmarklet or a phone's share sheet put into
 * the address; empty without one. Android puts it into `text`. A link to the
 * platform goes before any other, wherever it stands.
 */
export function sharedLink(params: URLSearchParams): string {
	const given = ["url", "text", "title"].map((name) => params.get(name) ?? "");
	return findLink(given.join(" ")) ?? given[0]?.trim() ?? "";
}
