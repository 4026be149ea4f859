import { afterAll, beforeAll, expect, it } from "vitest";
import { compareShown } from "#tests/eval/shown/compare-shown.ts";
import { OWN_PAGES, ownHtml } from "#tests/eval/shown/own-pages.ts";
import { startBrowser } from "#tests/support/world/browser.ts";

let browser: Awaited<ReturnType<typeof startBrowser>>;
let context: Awaited<ReturnType<typeof browser.newContext>>;
beforeAll(async () => {
	browser = await startBrowser();
	context = await browser.newContext();
});
afterAll(() => context?.close());

it.each(OWN_PAGES.map((page) => [page.name, page] as const))(
	"the product reads what Chromium shows, but for the kinds that docs/accuracy.md explains: %s",
	async (_, page) => {
		const differences = await compareShown(context, ownHtml(page));
		expect([...new Set(differences.map(({ kind }) => kind))]).toEqual(page.differs ?? []);
	},
);
