import type { Page } from "./compose-page.ts";

export type ServedPage = {
	status: 200 | 404 | 503;
	/** Of the video whose report it is; 0 for any other page. */
	version: number;
	/**
	 * Who may keep it: the edge for a while, a reader who asks whether it still
	 * holds, or nobody.
	 */
	kept_by: "edge" | "reader" | "nobody";
	page: Page;
};
