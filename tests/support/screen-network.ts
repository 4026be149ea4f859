import type { Page, Route } from "playwright-core";

/**
 * What becomes of the calls that bring a page's content: no answer yet, an answer that tells of a
 * failure, one that is no report at all; offline once the page has come.
 */
export type Network = "held" | "failing" | "garbled" | "offline";

const CONTENT = /\/api\/(videos|stats|community)/;

const ANSWERS: Record<Network, (route: Route) => Promise<void>> = {
	held: () => new Promise(() => {}),
	failing: (route) =>
		route.fulfill({
			status: 500,
			contentType: "application/problem+json",
			body: JSON.stringify({
				type: "/problems/internal",
				title: "Internal error",
				status: 500,
				detail: "Something went wrong on our side.",
				code: "internal",
			}),
		}),
	garbled: (route) => route.fulfill({ json: { video: {}, statements: 3 } }),
	offline: (route) => route.continue(),
};

export async function standInForContent(
	page: Page,
	network: Network,
): Promise<void> {
	await page.route(CONTENT, ANSWERS[network]);
}
