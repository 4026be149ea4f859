/** Where a video's report is shown, without the origin. */
export function reportPath(video_id: string): string {
	return `/results/${video_id}`;
}

/** Where one statement of it is. */
export function statementPath(video_id: string, statement_id: string): string {
	return `${reportPath(video_id)}/statements/${encodeURIComponent(statement_id)}`;
}

const REPORT = /^\/results\/([^/]+)(?:\/statements\/([^/]+))?$/;

export type ReportAddress = { video_id: string; statement_id: string | null };

/** What a path asks for, or null where it is no report's. Neither id has been looked at. */
export function readReportPath(path: string): ReportAddress | null {
	const [, video = null, statement = null] = REPORT.exec(path) ?? [];
	if (video === null) return null;
	return {
		video_id: decoded(video),
		statement_id: statement && decoded(statement),
	};
}

/** A part that is no proper encoding names nothing, as it stands. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Longer than any page of ours. */
const MAX_CHARS = 500;
/** Stands in for whatever origin the site has. */
const HERE = "https://here.invalid";

/** The path of a page of our own to go back to; the start page for anything else. */
export function safeReturnPath(wanted: string | null | undefined): string {
	if (!wanted?.startsWith("/") || wanted.length > MAX_CHARS) return "/";
	let url: URL;
	try {
		url = new URL(wanted, HERE);
	} catch {
		return "/";
	}
	if (url.origin !== HERE || url.pathname.startsWith("//")) return "/";
	// The API is no page: it would show somebody raw data, or sign them in once more.
	return /^\/api(\/|$)/i.test(url.pathname)
		? "/"
		: url.pathname + url.search + url.hash;
}
