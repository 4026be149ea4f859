/** Every address of the app and of the platform that a page links to. */
export const paths = {
	home: () => "/",
	archive: () => "/results",
	results: (video_id: string) => `/results/${encodeURIComponent(video_id)}`,
};

export const RESULTS_ROUTE = "/results/:videoId";

/** The element that shows a statement, as a fragment names it. */
export function statementAnchor(statement_id: string): string {
	return `s-${statement_id}`;
}

/** The video on the platform, at a second if one is given. */
export function watchUrl(video_id: string, seconds = 0): string {
	const url = new URL("https://www.youtube.com/watch");
	url.searchParams.set("v", video_id);
	if (seconds >= 1) url.searchParams.set("t", `${Math.floor(seconds)}s`);
	return url.href;
}
