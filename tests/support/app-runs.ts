import type { Page } from "playwright-core";

/** The app stands in the page, in the place of what came with it: its footer does not come with pages. */
export function appRuns(page: Page): Promise<void> {
	return page
		.getByRole("link", { name: "Dashboard" })
		.first()
		.waitFor({ state: "attached" });
}
