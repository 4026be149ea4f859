import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTalk } from "#tests/support/fixtures/checked-talks.ts";
import { firstScreens } from "#tests/support/fixtures/first-screens.ts";
import { appRuns, fontsCame, startBrowser } from "#tests/support/world/browser.ts";
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

describe("The first screen of a report", () => {
	/** How many claims are whole without scrolling, where the report has as many. */
	const WINDOWS = [
		{ width: 320, height: 640, whole: 0 },
		{ width: 360, height: 740, whole: 1 },
		{ width: 768, height: 1024, whole: 3 },
		{ width: 1280, height: 800, whole: 3 },
	];

	/** The lower ends of the sentence and of the claims, and where what covers them begins. */
	const measure = () => {
		const endOf = (element: Element | null | undefined) =>
			Math.round(element?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY);
		const bar = document.querySelector("[data-bottom-bar]");
		const covers = bar && getComputedStyle(bar).position === "fixed";
		return {
			sentence: endOf(document.querySelector("#finding")),
			claims: [...document.querySelectorAll("[data-claim]")].map(endOf),
			end: covers ? Math.round(bar.getBoundingClientRect().top) : innerHeight,
		};
	};

	it.each(firstScreens())("has the sentence and its claims: $name", async ({ run, claims }) => {
		const { video_id } = await published(product, run);
		for (const { whole, ...viewport } of WINDOWS) {
			const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
			await page.goto(`${product.url}/results/${video_id}`);
			const served = await page.evaluate(measure);
			await appRuns(page);
			await fontsCame(page);
			const shown = await page.evaluate(measure);
			const where = `${viewport.width} × ${viewport.height}`;
			expect(shown.claims, where).toHaveLength(claims);
			expect(served.claims, where).toHaveLength(claims);
			expect(shown.sentence, where).toBeLessThan(shown.end);
			for (const end of shown.claims.slice(0, whole))
				expect(end, `${where}, of ${shown.end}`).toBeLessThanOrEqual(shown.end);
			await page.close();
		}
	});

	it("is the same before the app runs", async () => {
		const page = await browser.newPage({ javaScriptEnabled: false });
		await page.goto(`${product.url}${report}`);
		const first = page.locator("[data-claim]").first();
		await first.waitFor();
		const words = await first.textContent();
		await page.close();
		const running = await browser.newPage();
		await running.goto(`${product.url}${report}`);
		await appRuns(running);
		expect(await running.locator("[data-claim]").first().textContent()).toBe(words);
		await running.close();
	});
});
