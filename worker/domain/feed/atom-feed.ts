import type { VideoId } from "#contract/ids.ts";
import { bandOf } from "../bands.ts";
import { BAND_WORDS, outcomeSentence } from "../card/verdict-words.ts";
import { escapeMarkup } from "../text/escape-markup.ts";
import { visibleText } from "../text/visible-text.ts";

/** One analysis in a feed. Instants are ISO 8601 in UTC. */
export type FeedEntry = {
	video_id: VideoId;
	title: string;
	channel_name: string;
	bs_score: number;
	confidence_level: number;
	claims_count: number;
	raters: number;
	published: string;
	updated: string;
};

export type Feed = {
	/** Without a slash at the end. */
	origin: string;
	/** Where the feed itself lies, from the origin on. */
	path: string;
	title: string;
	subtitle: string;
	/** Newest first. */
	entries: FeedEntry[];
};

/** What wrote the analyses; the people in the videos did not. */
const AUTHOR = "BS Detector";
/** A tag belongs to whoever held the name then: it never changes again. */
const TAG_YEAR = "2026";
/** A feed must say when it changed; one without entries never has. */
const NEVER = "1970-01-01T00:00:00Z";

/** An Atom 1.0 document (RFC 4287). */
export function atomFeed(feed: Feed): string {
	const { origin, path, entries } = feed;
	const updated = entries.map((entry) => entry.updated).sort();
	return [
		'<?xml version="1.0" encoding="utf-8"?>',
		'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
		element("id", tag(origin, path.replace(/^\//, ""))),
		element("title", feed.title),
		element("subtitle", feed.subtitle),
		element("updated", updated.at(-1) ?? NEVER),
		`<author>${element("name", AUTHOR)}${element("uri", origin)}</author>`,
		link("self", "application/atom+xml", origin + path),
		link("alternate", "text/html", `${origin}/results`),
		...entries.map((entry) => atomEntry(entry, origin)),
		"</feed>\n",
	].join("\n");
}

function atomEntry(entry: FeedEntry, origin: string): string {
	const { video_id, claims_count, bs_score } = entry;
	const score = claims_count === 0 ? null : bs_score;
	const band = score === null ? null : bandOf(score);
	const outcome = outcomeSentence({
		score,
		confidence: entry.confidence_level,
		raters: entry.raters,
		statements: claims_count,
		simulated: false,
	});
	const channel = visibleText(entry.channel_name);
	return [
		"<entry>",
		element("id", tag(origin, `results/${video_id}`)),
		element("title", visibleText(entry.title) || "A YouTube video"),
		element("published", entry.published),
		element("updated", entry.updated),
		link("alternate", "text/html", `${origin}/results/${video_id}`),
		...(band
			? [`<category term="${band}" label="${BAND_WORDS[band].badge}"/>`]
			: []),
		element("summary", channel ? `${outcome} Channel: ${channel}` : outcome),
		"</entry>",
	].join("\n");
}

/** A tag URI (RFC 4151): stays the same when addresses change. */
function tag(origin: string, specific: string): string {
	return `tag:${new URL(origin).hostname},${TAG_YEAR}:${specific}`;
}

function element(name: string, text: string): string {
	return `<${name}>${escapeMarkup(text)}</${name}>`;
}

function link(rel: string, type: string, href: string): string {
	return `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`;
}
