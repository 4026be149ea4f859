import type { Problem } from "./problem.ts";
import type { Statement } from "./statement.ts";

/** Data that the server sends with a page, so that the app does not have to request it. */
export type ServedPage = {
	/** The API's answers by path, and home's example by `exampleKey`. */
	answers: Record<string, unknown>;
	/** The API's problem answers by path. */
	problems: Record<string, Problem>;
	/**
	 * The age in whole minutes of a copy that is shown because newer data could not be read;
	 * undefined for a page that was made for this request.
	 */
	age_min?: number;
	/**
	 * The inputs of the server's rendering; null if the server rendered nothing. The app's first
	 * render must use the same inputs, otherwise hydration fails. It reads the browser's state
	 * afterwards.
	 */
	rendered: {
		/** The address's query, or "" if the page is the same for every query. */
		search: string;
		/** The site's origin. */
		origin: string;
		/** The names of the lazy components on the page. */
		parts: string[];
	} | null;
};

/** The part of a statement that its mark on a timeline shows. */
export type MarkedStatement = Pick<
	Statement,
	| "id"
	| "timestamp"
	| "timestamp_source"
	| "quote"
	| "content"
	| "ai_score"
	| "verdict"
	| "unverified_reason"
>;
