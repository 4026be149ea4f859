import { reportPath, statementPath } from "#contract/addresses.ts";

/** Every address of the app that a page links to. */
export const paths = {
	home: () => "/",
	archive: () => "/results",
	results: reportPath,
	/** The result as a card and as a picture, for other sites. */
	embed: (video_id: string) => `/embed/${encodeURIComponent(video_id)}`,
	badge: (video_id: string) => `/badge/${encodeURIComponent(video_id)}.svg`,
	/** A report at one of its statements; the address to share a single one. */
	statement: statementPath,
	/** The creator's response in a report. */
	responses: (video_id: string) =>
		`${paths.results(video_id)}#${RESPONSES_ANCHOR}`,
	/** A tab of the dashboard, and a view within it; the first ones if left out. */
	dashboard: (
		place: { tab?: DashboardTab; view?: string; url?: string } = {},
	) => withQuery("/dashboard", place),
	/** The claim form, filled with a link to the channel or a video of it. */
	claimChannel: (url: string) =>
		paths.dashboard({ tab: "owner", view: "claim", url }),
	account: () => "/account",
	confirm: () => "/confirm-email",
	resetPassword: () => "/reset-password",
	forgotPassword: () => "/forgot-password",
	admin: () => "/admin",
	about: () => "/about",
	/** How a creator responds and how a mistake is reported. */
	corrections: () => `${paths.about()}#${CORRECTIONS_ANCHOR}`,
	howItWorks: () => "/how-it-works",
	creators: () => "/creators",
	/** The page about the API, whose own routes begin below it. */
	api: () => "/api",
	/** The API's reference. */
	apiDocs: () => "/api/docs",
	privacy: () => "/privacy",
	terms: () => "/terms",
	contact: () => "/contact",
};

export type DashboardTab = "community" | "owner" | "activity";

export const RESULTS_ROUTE = "/results/:videoId";
export const STATEMENT_ROUTE = "/results/:videoId/statements/:statementId";

/** The element of a report that shows the creator's response. */
export const RESPONSES_ANCHOR = "creator-response";

/** The section of the About page on corrections. */
export const CORRECTIONS_ANCHOR = "corrections";

export const TRANSCRIPT_ANCHOR_START = "t-";

/** The element of the transcript in which a statement is made. */
export function transcriptAnchor(statement_id: string): string {
	return `${TRANSCRIPT_ANCHOR_START}${statement_id}`;
}

function withQuery(path: string, values: Record<string, string>): string {
	const query = new URLSearchParams(values).toString();
	return query === "" ? path : `${path}?${query}`;
}
