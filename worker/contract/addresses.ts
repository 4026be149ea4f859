/** A video's report, without the origin. */
export function reportPath(video_id: string): string {
	return `/results/${encodeURIComponent(video_id)}`;
}

/** A report at one of its statements, without the origin. */
export function statementPath(video_id: string, statement_id: string): string {
	return `${reportPath(video_id)}/statements/${encodeURIComponent(statement_id)}`;
}

/** The element of a report that shows a statement, as a fragment names it. */
export function statementAnchor(statement_id: string): string {
	return `s-${statement_id}`;
}

/** The video on YouTube, at a second if one is given. */
export function watchUrl(video_id: string, seconds = 0): string {
	const page = `https://www.youtube.com/watch?v=${encodeURIComponent(video_id)}`;
	return seconds >= 1 ? `${page}&t=${Math.floor(seconds)}s` : page;
}

/** The player's origin: YouTube's host that sets no cookie before playing. */
export const PLAYER_ORIGIN = "https://www.youtube-nocookie.com";

/** The size of the largest card that other sites embed, in pixels: two lines of title, every note. */
export const EMBED_SIZE = { width: 480, height: 410 };

const REPORT = /^\/results\/([^/]+)(?:\/statements\/([^/]+))?$/;

export type ReportAddress = { video_id: string; statement_id: string | null };

/** The ids in a report's path, which nothing has checked yet; null for any other path. */
export function readReportPath(path: string): ReportAddress | null {
	const [, video = null, statement = null] = REPORT.exec(path) ?? [];
	if (video === null) return null;
	return {
		video_id: decoded(video),
		statement_id: statement && decoded(statement),
	};
}

/** A part that is not properly encoded stays as it is, and names nothing. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Longer than any of the site's paths. */
const MAX_CHARS = 500;
/** Any origin will do, as only the path is returned. */
const ORIGIN = "https://site.invalid";

/** The path of one of the site's pages to return to; the start page for anything else. */
export function safeReturnPath(wanted: string | null | undefined): string {
	if (!wanted?.startsWith("/") || wanted.length > MAX_CHARS) return "/";
	let url: URL;
	try {
		url = new URL(wanted, ORIGIN);
	} catch {
		return "/";
	}
	if (url.origin !== ORIGIN || url.pathname.startsWith("//")) return "/";
	// The API has no pages: it would show raw data, or start another sign-in.
	return /^\/api(\/|$)/i.test(url.pathname)
		? "/"
		: url.pathname + url.search + url.hash;
}

/** `#second_factor=<token>`: a sign-in with Google that waits for a code. */
export const SECOND_FACTOR_FRAGMENT = "second_factor";
