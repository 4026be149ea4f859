import { reportPath, statementPath } from "#contract/addresses.ts";

/** The addresses of the app that pages link to. */
export const paths = {
	home: () => "/",
	archive: () => "/results",
	results: reportPath,
	/** The result as a card for other sites. */
	embed: (video_id: string) => `/embed/${encodeURIComponent(video_id)}`,
	badge: (video_id: string) => `/badge/${encodeURIComponent(video_id)}.svg`,
	/** A statement within a report; the address for sharing a single statement. */
	statement: statementPath,
	/** One claim across videos. */
	claim: (key: string) => `/statements/${key}`,
	/** The versions of a result, and the difference between two of them. */
	history: (video_id: string) => `${paths.results(video_id)}/versions`,
	/** The creator's response in a report. */
	responses: (video_id: string) => `${paths.results(video_id)}#${RESPONSES_ANCHOR}`,
	/** A tab of the dashboard and a view within it; the first ones if omitted. */
	dashboard: (place: { tab?: DashboardTab; view?: string; url?: string } = {}) =>
		withQuery("/dashboard", place),
	/** The claim form, filled with a link to the channel or a video of it. */
	claimChannel: (url: string) => paths.dashboard({ tab: "owner", view: "claim", url }),
	following: () => "/following",
	account: () => "/account",
	confirm: () => "/confirm-email",
	confirmNewEmail: () => "/confirm-new-email",
	resetPassword: () => "/reset-password",
	confirmNewsletter: () => "/newsletter/confirm",
	leaveNewsletter: () => "/newsletter/unsubscribe",
	forgotPassword: () => "/forgot-password",
	extension: () => "/extension",
	/** The page that the browser extension opens to sign in. */
	authorizeExtension: () => "/extension/authorize",
	admin: () => "/admin",
	about: () => "/about",
	/** The section on responding and on reporting errors. */
	corrections: () => `${paths.about()}#${CORRECTIONS_ANCHOR}`,
	howItWorks: () => "/how-it-works",
	accuracy: () => "/accuracy",
	creators: () => "/creators",
	/** The page that describes the API. The API's own routes are below this path. */
	api: () => "/api",
	/** The API's reference. */
	apiDocs: () => "/api/docs",
	privacy: () => "/privacy",
	terms: () => "/terms",
	contact: () => "/contact",
	/** The form that reports a problem, about this page of the site if one is given. */
	notice: (about?: string) => withQuery("/report-a-problem", about ? { about } : {}),
};

export type DashboardTab = "community" | "owner" | "activity";

export const RESULTS_ROUTE = "/results/:videoId";
export const HISTORY_ROUTE = "/results/:videoId/versions";
export const NOTICE_ROUTE = "/notices/:number";
export const CLAIM_ROUTE = "/statements/:key";
export const STATEMENT_ROUTE = "/results/:videoId/statements/:statementId";

/** The element of a report that shows the creator's response. */
export const RESPONSES_ANCHOR = "creator-response";

/** The section of the About page on corrections. */
export const CORRECTIONS_ANCHOR = "corrections";

export const TRANSCRIPT_ANCHOR_START = "t-";

/** The `id` of the transcript element in which a statement is made. */
export function transcriptAnchor(statement_id: string): string {
	return `${TRANSCRIPT_ANCHOR_START}${statement_id}`;
}

function withQuery(path: string, values: Record<string, string>): string {
	const query = new URLSearchParams(values).toString();
	return query === "" ? path : `${path}?${query}`;
}
