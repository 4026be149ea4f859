/** The path of a video's report. */
export function reportPath(video_id: string): string {
	return `/results/${video_id}`;
}

/** The path of one of its statements. */
export function statementPath(video_id: string, statement_id: string): string {
	return `${reportPath(video_id)}/statements/${encodeURIComponent(statement_id)}`;
}

const REPORT = /^\/results\/([^/]+)(?:\/statements\/([^/]+))?$/;

export type ReportAddress = { video_id: string; statement_id: string | null };

/** The ids in the path of a report, or null for another path. The ids are not checked. */
export function readReportPath(path: string): ReportAddress | null {
	const [, video = null, statement = null] = REPORT.exec(path) ?? [];
	if (video === null) return null;
	return {
		video_id: decoded(video),
		statement_id: statement && decoded(statement),
	};
}

/** A segment that cannot be decoded is returned unchanged. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Longer than any page's path. */
const MAX_CHARS = 500;
/** Stands in for the site's origin. */
const HERE = "https://here.invalid";

/** The path of a page of this site to return to; the start page for anything else. */
export function safeReturnPath(wanted: string | null | undefined): string {
	if (!wanted?.startsWith("/") || wanted.length > MAX_CHARS) return "/";
	let url: URL;
	try {
		url = new URL(wanted, HERE);
	} catch {
		return "/";
	}
	if (url.origin !== HERE || url.pathname.startsWith("//")) return "/";
	// The API is not a page: it would show raw data, or sign the visitor in again.
	return /^\/api(\/|$)/i.test(url.pathname)
		? "/"
		: url.pathname + url.search + url.hash;
}
