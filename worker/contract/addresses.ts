/** The path of a video's report. */
export function reportPath(video_id: string): string {
	return `/results/${encodeURIComponent(video_id)}`;
}

/** The path of a statement within a report. */
export function statementPath(video_id: string, statement_id: string): string {
	return `${reportPath(video_id)}/statements/${encodeURIComponent(statement_id)}`;
}

/** The `id` of the element that shows a statement in a report, also used as the fragment. */
export function statementAnchor(statement_id: string): string {
	return `s-${statement_id}`;
}

/** The video's address on YouTube, starting at `seconds` if given. */
export function watchUrl(video_id: string, seconds = 0): string {
	const page = `https://www.youtube.com/watch?v=${encodeURIComponent(video_id)}`;
	return seconds >= 1 ? `${page}&t=${Math.floor(seconds)}s` : page;
}

/** The player's origin: YouTube's host that sets no cookie before playing. */
export const PLAYER_ORIGIN = "https://www.youtube-nocookie.com";

/** The size in pixels of the largest embedded card: two lines of title and every note. */
export const EMBED_SIZE = { width: 480, height: 410 };

const REPORT = /^\/results\/([^/]+)(?:\/statements\/([^/]+))?$/;

export type ReportAddress = { video_id: string; statement_id: string | null };

/** The ids in a report's path, not validated; null for any other path. */
export function readReportPath(path: string): ReportAddress | null {
	const [, video = null, statement = null] = REPORT.exec(path) ?? [];
	if (video === null) return null;
	return { video_id: decoded(video), statement_id: statement && decoded(statement) };
}

/** Returns a badly encoded segment unchanged; it then matches no id. */
export function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** The address as a URL; null if it is none. Older browsers lack `URL.canParse` and `URL.parse`. */
export function parseAddress(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}

/** Longer than any path of the site. */
const MAX_CHARS = 500;
/** Needed only to parse the path; the origin is not returned. */
const ORIGIN = "https://site.invalid";

/**
 * Returns `wanted` if it is the path of one of the site's pages, otherwise "/". Prevents open
 * redirects.
 */
export function safeReturnPath(wanted: string | null | undefined): string {
	if (!wanted?.startsWith("/") || wanted.length > MAX_CHARS) return "/";
	let url: URL;
	try {
		url = new URL(wanted, ORIGIN);
	} catch {
		return "/";
	}
	if (url.origin !== ORIGIN || url.pathname.startsWith("//")) return "/";
	// API paths are not pages: they would show raw JSON, or start another sign-in.
	return /^\/api(\/|$)/i.test(url.pathname) ? "/" : url.pathname + url.search + url.hash;
}

/** `#second_factor=<token>`: a sign-in with Google that still needs a code. */
export const SECOND_FACTOR_FRAGMENT = "second_factor";

/** Which list the page of the archive at an address shows, and the words that are searched for. */
export function archiveQuery(page: URLSearchParams): URLSearchParams {
	const q = page.get("q")?.trim() ?? "";
	const asked = page.get("scope");
	const scope = asked === "moments" || asked === "statements" ? asked : "full";
	return new URLSearchParams({ scope, ...(q !== "" && { q }) });
}

/**
 * The key of the statements of home's example. They have a key of their own, because the whole
 * report is many times larger than what home shows of it.
 */
export function exampleKey(video_id: string): string {
	return `/api/videos/${video_id}#example`;
}
