import { VideoId } from "#contract/ids.ts";
import { MAX_LINK_CHARS } from "#contract/limits.ts";
import { parseUrl } from "#text/parse-url.ts";

type ParsedVideoUrl =
	| {
			ok: true;
			id: VideoId;
			/** The start time in the link, in seconds; null if there is none. */
			start_s: number | null;
	  }
	/** `hint`: what to do with a link of the platform that leads to no video. */
	| { ok: false; message: string; hint?: string };

export const BLANK = "Please enter a YouTube URL";
export const NOT_YOUTUBE = "Please enter a valid YouTube URL";
const NO_ID = "Invalid YouTube URL - could not extract video ID";
const HINTS = {
	channel: "This link leads to a channel. Open one of its videos and paste the link of that video.",
	playlist:
		"This link leads to a playlist. Open one of its videos and paste the link of that video.",
	other: "Open the video on YouTube and paste its link.",
};

const SHORT_HOSTS = new Set(["youtu.be", "www.youtu.be"]);
/** Pages that lead on to another address, and the fields of the query that may have it. */
const WAYPOINTS = [
	{ host: /^consent\.youtube\.com$/, path: /^/, fields: ["continue"] },
	{ host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, fields: ["q", "url"] },
	{ host: /^lm?\.(?:facebook|instagram)\.com$/, path: /^/, fields: ["u"] },
];
const THUMBNAIL_HOSTS = new Set(["i.ytimg.com", "img.youtube.com"]);
const LONG_HOSTS = new Set([
	"youtube.com",
	"www.youtube.com",
	"m.youtube.com",
	"music.youtube.com",
	"gaming.youtube.com",
	"youtube-nocookie.com",
	"www.youtube-nocookie.com",
	"youtubekids.com",
	"www.youtubekids.com",
	"youtube.googleapis.com",
]);

/** Paths whose next segment is the id. */
const ID_PATHS = new Set("v vi e embed shorts live watch".split(" "));
const THUMBNAIL_PATHS = new Set("vi vi_webp an_webp".split(" "));
/** Paths with the id in ?v= or ?vi=. */
const QUERY_PATHS = new Set(["", "watch", "watch_popup", "ytscreeningroom"]);
/** The legacy mobile site, /#/watch?v=ID, and televisions, /tv#/watch?v=ID. */
const HASH_PATHS = new Set(["", "tv"]);
/** Words with 11 id characters that appear in place of an id. */
const NOT_IDS = new Set(["videoseries", "live_stream"]);
/** Eleven id characters, then the end or a character that no id has. */
const LEADING_ID = /^([A-Za-z0-9_-]{11})(?![\p{L}\p{N}%_-])/u;

/**
 * Finds the video that a pasted text links to. The parsed URL's host must match exactly, so
 * lookalikes are refused. Error messages are safe to show.
 */
export function parseVideoUrl(input: string): ParsedVideoUrl {
	if (!/[^\s\p{Cf}]/u.test(input)) return { ok: false, message: BLANK };
	let refused: ParsedVideoUrl = { ok: false, message: NOT_YOUTUBE };
	for (const link of linkCandidates(input)) {
		const url = followWaypoint(parseLink(link));
		if (url === null || !isPlatform(url)) continue;
		const id = readVideoId(url);
		if (id !== null) return { ok: true, id, start_s: readStart(url) };
		refused = { ok: false, message: NO_ID, hint: HINTS[kindOfPage(url)] };
	}
	return refused;
}

/** What a link without a video leads to. */
function kindOfPage({ pathname, searchParams }: URL): keyof typeof HINTS {
	const [first = "", second = ""] = pathname.toLowerCase().split("/").slice(1);
	if (/^(?:@.*|channel|c|user)$/.test(first) || second === "live_stream") return "channel";
	return searchParams.has("list") ? "playlist" : "other";
}

/** Parses a link. Its host may end in a dot. */
export function parseLink(link: string): URL | null {
	const url = parseUrl(link);
	if (url !== null) url.hostname = url.hostname.replace(/\.$/, "");
	return url;
}

/** The address that a link leads on to; null if that leads on too. */
function followWaypoint(url: URL | null): URL | null {
	const waypoint = url && waypointOf(url);
	if (!waypoint) return url;
	const given = waypoint.fields.map((field) => url.searchParams.get(field)).find(Boolean);
	const target = parseLink(given ?? "");
	return target && waypointOf(target) ? null : target;
}

function waypointOf({ hostname, pathname }: URL) {
	return WAYPOINTS.find(({ host, path }) => host.test(hostname) && path.test(pathname));
}

function isPlatform(url: URL): boolean {
	const known =
		LONG_HOSTS.has(url.hostname) ||
		SHORT_HOSTS.has(url.hostname) ||
		THUMBNAIL_HOSTS.has(url.hostname);
	const plain = url.username === "" && url.password === "" && url.port === "";
	return known && plain;
}

function readVideoId(url: URL): VideoId | null {
	const [first = "", second = "", third = ""] = url.pathname.split("/").slice(1);
	if (SHORT_HOSTS.has(url.hostname)) return asId(first);
	if (THUMBNAIL_HOSTS.has(url.hostname)) return THUMBNAIL_PATHS.has(first) ? asId(second) : null;
	const path = first.toLowerCase();
	if (ID_PATHS.has(path) && second !== "") return watchedId(second, url);
	// The legacy player's address: /u/1/ID, and /user/name#p/a/u/1/ID.
	if (path === "u" && second.length === 1) return asId(third);
	if (path === "user" && url.hash.startsWith("#p/")) return asId(url.hash.split("/").at(-1) ?? "");
	if (path === "attribution_link") return linkedId(url);
	if (HASH_PATHS.has(path) && url.hash.startsWith("#/"))
		return readVideoId(new URL(url.hash.slice(1), url.origin));
	return QUERY_PATHS.has(path) ? queryId(url) : null;
}

/** An attribution link has the watch page's path in `u`. */
function linkedId(url: URL): VideoId | null {
	const target = url.searchParams.get("u") ?? "";
	if (!/^\/watch\?/.test(target)) return null;
	return queryId(new URL(target, url.origin));
}

/** "/embed/ID", and "/watch/video/control?v=ID". */
function watchedId(segment: string, url: URL): VideoId | null {
	return asId(segment) ?? queryId(url);
}

function queryId(url: URL): VideoId | null {
	const { searchParams } = url;
	const given = searchParams.get("v") ?? searchParams.get("vi");
	if (given !== null) return asId(given);
	// In "watch?v%3DID" the "=" was escaped too.
	const escaped = [...searchParams.keys()].find((key) => key.startsWith("v="));
	return asId(escaped?.slice(2) ?? "");
}

function asId(text: string): VideoId | null {
	const id = LEADING_ID.exec(text)?.[1] ?? "";
	return id === "" || NOT_IDS.has(id) ? null : VideoId.parse(id);
}

/** Reads the start time from `t=` or `start=` in the query or fragment: 90, 90s, 1h2m3s. */
function readStart(url: URL): number | null {
	const fragment = new URLSearchParams(url.hash.slice(1));
	const text =
		url.searchParams.get("t") ?? url.searchParams.get("start") ?? fragment.get("t") ?? "";
	const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text);
	if (parts === null || text === "") return null;
	const [hours, minutes, seconds] = parts.slice(1).map((n) => Number(n ?? 0));
	return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** A sentence around a link is short; limits the work on other texts. */
const MAX_CANDIDATES = 50;
/** Zero-width characters and bidi marks, which chat programs insert into links. */
const INVISIBLE = /(?!\s)[\p{Cf}\p{Cc}]/gu;
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)(?=\S)/i;
/** Words before a link without a space: "URL:https://…", "视频：https://…". No part of an address. */
const LABEL = /(?<!\S)[^\s./\\()"'<>=?&#@_*~|`[\]{}]{1,60}(?=https?:\/\/)/giu;
/** "https:/", "https//" and "https:" before a host: what is left of "https://". */
const DAMAGED_SCHEME = /(?<![^\s(<[])(https?)(?::\/?|\/\/)(?=[a-z0-9-]{1,63}\.)/gi;
const WEB_SCHEME = /^https?:\/\//i;
/** Punctuation around a link; no video link starts or ends with it. */
const LEADING = /^[\s"'`“”‘’«»„‚<>()[\]{},;*~|（「『【]+/u;
const TRAILING =
	/(?<![\s"'`“”‘’«»„‚<>()[\]{}.,;:!?。、，！？）」』】*~|])[\s"'`“”‘’«»„‚<>()[\]{}.,;:!?。、，！？）」』】*~|]+$/u;
/** "_link_" in Markdown. An id may end with an underscore, so both ends must have as many. */
const UNDERLINED = /^(_{1,3})([^_].*)\1$/u;

/**
 * The web addresses that a pasted text may contain, in order, each with a scheme. Handles quotes
 * and brackets around a link, JSON, HTML and URL escapes, a missing scheme and surrounding text.
 * Empty if the text is an address with another scheme.
 */
export function linkCandidates(input: string): string[] {
	const text = unescaped(input.slice(0, MAX_LINK_CHARS).replace(INVISIBLE, ""))
		.replace(DAMAGED_SCHEME, "$1://")
		.replace(LABEL, "")
		.trim();
	// Markdown puts the address after the words: [words](address).
	const words = text.split(/\s+|\]\(/u).slice(0, MAX_CANDIDATES);
	const links = words.map(toLink).filter((link) => link !== null);
	const first = (words[0] ?? "").replace(LEADING, "").replace(TRAILING, "");
	return SCHEME.test(first) && !WEB_SCHEME.test(first) ? [] : links;
}

function unescaped(text: string): string {
	const slashed = text.replaceAll("\\/", "/").replace(/&(?:amp;)+/gi, "&");
	if (!/^\s*https?%3a%2f%2f/i.test(slashed)) return slashed;
	return slashed.replace(/%(?:3a|2f|3f|3d|26)/gi, decodeURIComponent);
}

function toLink(word: string): string | null {
	// An attribute of pasted embed code: src="https://…".
	const bare = word.replace(/^\w{1,20}=(?=["'])/, "").replace(LEADING, "");
	const link = bare
		.replace(/["<>“”…—】].*/u, "")
		.replace(TRAILING, "")
		.replace(UNDERLINED, "$2")
		.replace(LEADING, "")
		.replace(TRAILING, "");
	if (WEB_SCHEME.test(link)) return link;
	if (link.startsWith("//")) return `https:${link}`;
	return link.includes(".") ? `https://${link}` : null;
}
