import { ChannelId, type VideoId } from "#contract/ids.ts";
import { normalizeText } from "#text/clean.ts";
import { BLANK, linkCandidates, NOT_YOUTUBE, parseLink, parseVideoUrl } from "./video-url.ts";

/** How a link identifies a channel: by its id, by a name, or by one of its videos. */
export type ChannelLink =
	| { kind: "channel"; channel_id: string }
	/** Without the "@". */
	| { kind: "handle"; name: string }
	/** The legacy forms /c/name and /name, which became handles. */
	| { kind: "custom"; name: string }
	/** The oldest form, /user/name. */
	| { kind: "user"; name: string }
	| { kind: "video"; video_id: VideoId };

export type ParsedChannelUrl = { ok: true; link: ChannelLink } | { ok: false; message: string };

const NEITHER =
	"This YouTube link leads to neither a channel nor a video. Please paste the link of your channel's page or of one of its videos.";

const HOSTS = new Set([
	"youtube.com",
	"www.youtube.com",
	"m.youtube.com",
	"music.youtube.com",
	"gaming.youtube.com",
]);
const STUDIO_HOST = "studio.youtube.com";
/** YouTube hosts that have no channel pages. */
const OTHER_HOSTS = new Set(["youtu.be", "www.youtu.be", STUDIO_HOST]);

/** A handle or an id, with what is pasted around it. */
const MAX_BARE_CHARS = 100;
/** Handles and names have up to 30 characters in any script; legacy names may be longer. */
const NAME = /^[\p{L}\p{M}\p{N}._·-]{1,60}$/u;
/** First path segments of YouTube's own pages, which are not channel names. */
const OWN_PAGES = new Set(
	(
		"about account ads attribution_link channel_switcher channels clip copyright course " +
		"creators embed feed feeds gaming hashtag howyoutubeworks index kids live logout music new " +
		"oembed oops paid_memberships playables playlist podcasts post premium profile red redirect " +
		"reporthistory results s shopping shorts show signin source sports static t trending " +
		"tv upload v vi video watch watch_popup ytscreeningroom"
	).split(" "),
);

/**
 * Finds the channel that a pasted text links to, directly or through a video. The parsed URL's
 * host must match exactly. Error messages are safe to show.
 */
export function parseChannelUrl(input: string): ParsedChannelUrl {
	if (!/[^\s\p{Cf}]/u.test(input)) return { ok: false, message: BLANK };
	const bare = readBareChannel(input);
	if (bare !== null) return { ok: true, link: bare };
	let message = NOT_YOUTUBE;
	for (const text of linkCandidates(input)) {
		const url = parseLink(text);
		if (url === null || !isPlatform(url)) continue;
		const link = readChannelLink(url) ?? videoLink(text);
		if (link !== null) return { ok: true, link };
		message = NEITHER;
	}
	// The parser of video links also accepts hosts that have only videos.
	const link = message === NOT_YOUTUBE ? videoLink(input) : null;
	return link === null ? { ok: false, message } : { ok: true, link };
}

/** A channel as people know it: its handle with the "@", or its id. */
function readBareChannel(input: string): ChannelLink | null {
	const text = normalizeText(
		input
			.slice(0, MAX_BARE_CHARS)
			.replace(/\p{Cf}/gu, "")
			.trim(),
		"NFKC",
	);
	return text.startsWith("@") ? byName("handle", text.slice(1)) : byId(text);
}

/** A key for the link's channel, the same for every spelling of the link. */
export function channelKey(link: ChannelLink): string {
	switch (link.kind) {
		case "channel":
			return link.channel_id;
		case "video":
			return `video:${link.video_id}`;
		default:
			return `${link.kind}:${normalizeText(link.name, "NFC").toLowerCase()}`;
	}
}

/** The link's own text for the channel, shown if the channel's name is unknown. */
export function linkedName(link: ChannelLink): string {
	switch (link.kind) {
		case "channel":
			return link.channel_id;
		case "handle":
			return `@${link.name}`;
		case "video":
			return `The channel of video ${link.video_id}`;
		default:
			return link.name;
	}
}

function isPlatform(url: URL): boolean {
	const known = HOSTS.has(url.hostname) || OTHER_HOSTS.has(url.hostname);
	return known && url.username === "" && url.password === "" && url.port === "";
}

function videoLink(text: string): ChannelLink | null {
	const video = parseVideoUrl(text);
	return video.ok ? { kind: "video", video_id: video.id } : null;
}

function readChannelLink(url: URL): ChannelLink | null {
	const [first = "", second = ""] = url.pathname.split("/").slice(1).map(decoded);
	if (first.toLowerCase() === "channel") return byId(second);
	if (url.hostname === STUDIO_HOST)
		// A video's page in YouTube Studio.
		return first === "video" ? videoLink(`https://www.youtube.com/v/${second}`) : null;
	if (!HOSTS.has(url.hostname)) return null;
	if (first.startsWith("@")) return byName("handle", first.slice(1));
	if (first.toLowerCase() === "c") return byName("custom", second);
	if (first.toLowerCase() === "user")
		return url.hash.startsWith("#p/") ? null : byName("user", second);
	// A short page name. Files such as /robots.txt and paths such as /u/1/ID are not names.
	const taken = OWN_PAGES.has(first.toLowerCase()) || first.includes(".");
	return taken || first.length < 3 ? null : byName("custom", first);
}

function byId(text: string): ChannelLink | null {
	const id = ChannelId.safeParse(text);
	return id.success ? { kind: "channel", channel_id: id.data } : null;
}

function byName(kind: "handle" | "custom" | "user", name: string): ChannelLink | null {
	return NAME.test(name) ? { kind, name } : null;
}

function decoded(segment: string): string {
	try {
		return normalizeText(decodeURIComponent(segment), "NFC");
	} catch {
		return segment;
	}
}
