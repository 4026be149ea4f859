import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import {
	appRuns,
	DESKTOP,
	PHONE,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";

/** In the build that is served, React reports on the console what it could not take over. */

const DAY_MS = 86_400_000;

let browser: Browser;
let product: Product;
let paths: string[];

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), startProduct()]);
	const member = await product.member();
	const video_id = product.newVideo({ title: "A talk of an evening" });
	await member.analyze(watchUrl(video_id));
	const { statements } = await member.finished(video_id);
	const report = `/results/${video_id}`;
	paths = [
		...Object.keys(SITE_PAGES).filter((path) => SITE_PAGES[path]?.indexable),
		"/nowhere",
		"/?url=https://youtu.be/abcdefghijk",
		"/results?q=evening",
		"/results?q=nothing+like+it",
		report,
		`${report}?t=10&sort=score`,
		`${report}#statement-${statements[0]?.id}`,
		`${report}/statements/${statements[0]?.id}`,
		`${report}/statements/none`,
		"/results/unknown0000",
	];
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

describe.each([
	["Pacific/Kiritimati", "de-DE", PHONE],
	["America/Anchorage", "en-US", DESKTOP],
	["Asia/Kathmandu", "ar-EG", PHONE],
])("In %s (%s), every public page", (timezoneId, locale, viewport) => {
	it("is taken over as it came, on the next day", async () => {
		const context = await browser.newContext({
			timezoneId,
			locale,
			viewport,
		});
		const page = await context.newPage();
		await page.clock.install({ time: Date.now() + DAY_MS });
		await standInForThumbnails(page);
		for (const path of paths) {
			const faults = watchFaults(page);
			await page.goto(product.url + path);
			const served = await page.locator("h1").first().elementHandle();
			await page.clock.runFor(1_000);
			await appRuns(page);
			await page.clock.runFor(1_000);
			const problems = faults.filter((it) => !/status of 404/.test(it));
			expect(problems, path).toEqual([]);
			expect(await served?.evaluate((h1) => h1.isConnected), path).toBe(true);
		}
		await context.close();
	});
});

it("Without scripts, the archive and its search can be read", async () => {
	const context = await browser.newContext({
		javaScriptEnabled: false,
		viewport: PHONE,
	});
	const page = await context.newPage();
	await page.goto(product.url);
	await page.getByRole("link", { name: "All Analyses" }).first().click();
	await page.getByRole("link", { name: "A talk of an evening" }).waitFor();
	const search = page.getByRole("searchbox", { name: /title or channel/ });
	await search.fill("nothing like it");
	await search.press("Enter");
	await page.getByText("No videos found").waitFor();
	await page
		.getByRole("searchbox", { name: /title or channel/ })
		.fill("evening");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "A talk of an evening" }).click();
	await page
		.getByRole("heading", { level: 1, name: "A talk of an evening" })
		.waitFor();
	expect(await page.getByRole("article").count()).toBeGreaterThan(0);
	await context.close();
});
