import { escapeMarkup } from "./markup.ts";

/** An entry of a feed. Instants are ISO 8601 in UTC. */
export type AtomEntry = {
	/** What the id is about, the same for ever: "results/<video id>". */
	specific: string;
	title: string;
	published: string;
	updated: string;
	/** The page of this site that it leads to. */
	path: string;
	category: { term: string; label: string } | null;
	summary: string;
};

type AtomFeed = {
	/** Without a trailing slash. */
	origin: string;
	/** The path of the feed itself. */
	path: string;
	title: string;
	subtitle: string;
	/** The page of this site that shows the same. */
	page: string;
	/** Newest first. */
	entries: readonly AtomEntry[];
};

/** The author of the analyses, not of the videos. */
const AUTHOR = "BS Detector";
/** A tag URI contains a year in which the site owned its name; it must never change. */
const TAG_YEAR = "2026";
/** Atom requires an update date even for a feed without entries. */
const NEVER = "1970-01-01T00:00:00Z";

/** An Atom 1.0 document (RFC 4287). */
export function atomDocument({ origin, path, title, subtitle, page, entries }: AtomFeed): string {
	const updated = entries.map((entry) => entry.updated).sort();
	return [
		'<?xml version="1.0" encoding="utf-8"?>',
		'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
		element("id", tag(origin, path.replace(/^\//, ""))),
		element("title", title),
		element("subtitle", subtitle),
		element("updated", updated.at(-1) ?? NEVER),
		`<author>${element("name", AUTHOR)}${element("uri", origin)}</author>`,
		link("self", "application/atom+xml", origin + path),
		link("alternate", "text/html", origin + page),
		...entries.map((entry) => atomEntry(entry, origin)),
		"</feed>\n",
	].join("\n");
}

function atomEntry(entry: AtomEntry, origin: string): string {
	const { category } = entry;
	return [
		"<entry>",
		element("id", tag(origin, entry.specific)),
		element("title", entry.title),
		element("published", entry.published),
		element("updated", entry.updated),
		link("alternate", "text/html", origin + entry.path),
		...(category ? [`<category term="${category.term}" label="${category.label}"/>`] : []),
		element("summary", entry.summary),
		"</entry>",
	].join("\n");
}

/** A tag URI (RFC 4151), which stays the same if addresses change. */
function tag(origin: string, specific: string): string {
	return `tag:${new URL(origin).hostname},${TAG_YEAR}:${specific}`;
}

function element(name: string, text: string): string {
	return `<${name}>${escapeMarkup(text)}</${name}>`;
}

function link(rel: string, type: string, href: string): string {
	return `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`;
}
