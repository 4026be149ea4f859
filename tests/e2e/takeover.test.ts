import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	appRuns,
	PHONE,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";

let browser: Browser;
let product: Product;
let report: string;

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), startProduct()]);
	const member = await product.member();
	const video_id = product.newVideo({ title: "A talk of an evening" });
	await member.analyze(watchUrl(video_id));
	await member.finished(video_id);
	report = `/results/${video_id}`;
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Opens the report, whose app does not run until `letCome` is called. */
async function openBeforeTheApp() {
	const context = await browser.newContext({ viewport: PHONE });
	const page = await context.newPage();
	const faults = watchFaults(page);
	await standInForThumbnails(page);
	let letCome = () => {};
	const called = new Promise<void>((resolve) => {
		letCome = resolve;
	});
	await page.route(/\/assets\/index-.*\.js$/, async (route) => {
		await called;
		await route.continue();
	});
	await page.goto(product.url + report, { waitUntil: "commit" });
	// The whole page has arrived, but no deferred script has run.
	await page.waitForFunction(() => document.readyState === "interactive");
	return { context, page, faults, letCome };
}

it("A press on the last statement, before the app runs, opens it once it does", async () => {
	const { context, page, faults, letCome } = await openBeforeTheApp();
	const more = page.locator('[data-press="more"]').last();
	await more.click();
	expect(await more.getAttribute("aria-expanded")).toBe("false");
	letCome();
	await page.locator('[data-statement] [data-press="more"][aria-expanded="true"]').waitFor();
	expect(await more.getAttribute("aria-expanded")).toBe("true");
	expect(faults).toEqual([]);
	await context.close();
});

it("A transcript opened before the app runs shows its text once it does", async () => {
	const { context, page, faults, letCome } = await openBeforeTheApp();
	await page.locator("summary", { hasText: "Transcript" }).click();
	letCome();
	await page.getByRole("region", { name: "Transcript text" }).waitFor();
	expect(faults).toEqual([]);
	await context.close();
});

it("Home shows the newest report without scripts, and the app requests nothing more of it", async () => {
	const latest = (page: Page) => page.getByRole("region", { name: "Latest report" });
	const marks = (page: Page) => latest(page).locator(`a[href*="${report}#"]`);

	const plain = await browser.newContext({ javaScriptEnabled: false });
	const page = await plain.newPage();
	await page.goto(product.url);
	await latest(page).getByText("A talk of an evening").waitFor();
	const served = await marks(page).count();
	expect(served).toBeGreaterThan(1);
	await plain.close();

	const context = await browser.newContext();
	const app = await context.newPage();
	const faults = watchFaults(app);
	await standInForThumbnails(app);
	const requested: string[] = [];
	app.on("request", (request) => requested.push(new URL(request.url()).pathname));
	await app.goto(product.url, { waitUntil: "networkidle" });
	await appRuns(app);
	expect(await marks(app).count()).toBe(served);
	expect(requested).toContain("/api/auth/session");
	expect(requested.filter((path) => /^\/api\/videos\//.test(path))).toEqual([]);
	expect(faults).toEqual([]);
	await context.close();
});

it("The archive and its search work without scripts", async () => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
	const page = await context.newPage();
	await page.goto(product.url);
	await page.getByRole("link", { name: "All Analyses" }).first().click();
	await page.getByRole("link", { name: "A talk of an evening" }).waitFor();
	const search = page.getByRole("searchbox", { name: /title or channel/ });
	await search.fill("nothing like it");
	await search.press("Enter");
	await page.getByText("No videos found").waitFor();
	await page.getByRole("searchbox", { name: /title or channel/ }).fill("evening");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "A talk of an evening" }).click();
	await page.getByRole("heading", { level: 1, name: "A talk of an evening" }).waitFor();
	await page.getByRole("article").first().waitFor();
	await context.close();
});
