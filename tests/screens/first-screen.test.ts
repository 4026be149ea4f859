import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTalk } from "#tests/support/fixtures/checked-talks.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

let browser: Browser;
let product: SharedProduct;
let report: string;

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), shareProduct()]);
	const { video_id } = await published(product, aTalk());
	report = `/results/${video_id}`;
});
afterAll(() => browser?.close());

const addressOf = (name: string) =>
	product.url + ({ home: "/", archive: "/results" }[name] ?? report);

describe("The first screen", () => {
	it.each(["home", "archive", "report"])("has all styles in the page: %s", async (name) => {
		const html = await (await fetch(addressOf(name))).text();
		const [, styles = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
		// From the last of the files.
		expect(styles).toContain("forced-colors");
		expect(html).not.toContain('rel="stylesheet"');
	});

	it.each(["home", "archive", "report"])(
		"is painted while every other file is still on its way: %s",
		async (name) => {
			const page = await browser.newPage();
			await page.route(/\.(css|js|woff2)$/, () => {});
			await page.goto(addressOf(name), { waitUntil: "commit" });
			await page.locator("h1").waitFor();
			await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
			await page.close();
		},
	);
});
