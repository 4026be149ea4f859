import type { Problem } from "./problem.ts";

/** What comes with a page for the app: it starts with this instead of requesting it. */
export type ServedPage = {
	/** The API's answers by path. */
	answers: Record<string, unknown>;
	/** The API's refusals by path. */
	problems: Record<string, Problem>;
	/**
	 * What the server rendered the page with; null if it rendered nothing. The app starts with the
	 * same, and only then looks at the browser.
	 */
	rendered: {
		/** The query of the address, or "" if the page is the same for each. */
		search: string;
		/** The site's origin. */
		origin: string;
		/** The lazy components in the page. */
		parts: string[];
	} | null;
};
