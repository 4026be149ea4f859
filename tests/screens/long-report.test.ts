import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { statementAnchor } from "#contract/addresses.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Report } from "#contract/video.ts";
import { aLongTalk } from "#tests/support/fixtures/checked-talks.ts";
import {
	appRuns,
	PATIENCE_MS,
	PHONE,
	standInForThumbnails,
	startBrowser,
} from "#tests/support/world/browser.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";
import { paths } from "#web/paths.ts";

const COUNT = 200;
/** The share of a phone's window that the timeline may cover while the statements are read. */
const COVERED_MOST = 1 / 6;

let browser: Browser;
let product: SharedProduct;
let report: Report;
let address: string;
let page: Page;

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), shareProduct()]);
	const { video_id } = await published(product, aLongTalk("A debate of three hours", COUNT));
	report = await product.visitor().report(video_id);
	address = product.url + paths.results(video_id);
});
beforeEach(async () => {
	const context = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
	page = await context.newPage();
	await standInForThumbnails(page);
});
afterEach(() => page.context().close());
afterAll(() => browser?.close());

const inOrder = () => [...report.statements].sort((a, b) => a.timestamp - b.timestamp);
const cardAt = (place: number) => page.locator(`#${statementAnchor(inOrder()[place]?.id ?? "")}`);
const timeline = () => page.getByRole("navigation", { name: "Statements along the video" });
const more = (place: number) => cardAt(place).locator("[data-press=more]");

/** Only the first cards are taken over, as if the browser were never idle. */
async function neverIdle(): Promise<void> {
	await page.addInitScript(() => {
		Object.assign(window, { requestIdleCallback: () => 0 });
	});
}

async function open(hash = ""): Promise<void> {
	await page.goto(address + hash);
	await appRuns(page);
}

describe(`a report of ${COUNT} statements`, () => {
	it("covers little of a phone's window with its timeline, which stops the Tab key once", async () => {
		await open();
		await cardAt(4).scrollIntoViewIfNeeded();
		const bar = timeline().locator("xpath=ancestor::div[@data-print='no'][1]");
		const box = await bar.boundingBox();
		expect(box?.height).toBeGreaterThan(40);
		expect(box?.height).toBeLessThanOrEqual(PHONE.height * COVERED_MOST);
		const marks = timeline().getByRole("link");
		expect(await marks.count()).toBe(COUNT);
		const stops = await marks.evaluateAll((all) => all.filter((it) => it.tabIndex >= 0).length);
		expect(stops).toBe(1);
	});

	it("leads to its last statement by keyboard, and to one by its address", async () => {
		await open();
		await timeline().locator("a[tabindex='0']").focus();
		await page.keyboard.press("End");
		await page.keyboard.press("Enter");
		await expect
			.poll(() => cardAt(COUNT - 1).evaluate((it) => it === document.activeElement))
			.toBe(true);
		await expect.poll(() => more(COUNT - 1).getAttribute("aria-expanded")).toBe("true");

		await open(`#${statementAnchor(inOrder()[120]?.id ?? "")}`);
		await expect.poll(() => more(120).getAttribute("aria-expanded")).toBe("true");
		const top = await cardAt(120).evaluate((it) => it.getBoundingClientRect().top);
		expect(top).toBeGreaterThan(0);
		expect(top).toBeLessThan(PHONE.height / 2);
	});

	it("says the verdict in the heading of each card, before the sentence", async () => {
		await open();
		const said = await page.locator("[data-statement] h3").allTextContents();
		expect(said).toHaveLength(COUNT);
		expect(said.map((text) => text.slice(0, text.lastIndexOf(": “") + 1))).toEqual(
			inOrder().map((statement) => `${statementMark(statement).words}:`),
		);
	});

	it("has every word of a far card before the app has drawn it", async () => {
		await neverIdle();
		await open();
		// The browser's own search reads what is in the page, laid out or not.
		const text = await cardAt(150).textContent();
		expect(text).toContain(inOrder()[150]?.quote);
		expect(text).toContain(inOrder()[150]?.evidence[0]?.quote);
	});

	it("opens a far card by a press before the app has drawn it", async () => {
		await neverIdle();
		await page.addInitScript(() => {
			// Nothing comes near either.
			Object.assign(window, { IntersectionObserver: undefined });
		});
		await open();
		const served = await cardAt(150).elementHandle();
		await more(150).click();
		await expect.poll(() => more(150).getAttribute("aria-expanded")).toBe("true");
		expect(await served?.evaluate((it) => it.isConnected)).toBe(false);
		await more(150).click();
		await expect.poll(() => more(150).getAttribute("aria-expanded")).toBe("false");

		await more(160).focus();
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await expect.poll(() => more(160).getAttribute("aria-expanded")).toBe("true");
		expect(await more(160).evaluate((it) => it === document.activeElement)).toBe(true);
	});

	it("draws all cards when the browser is idle, and those of a page that the app opened", async () => {
		await page.addInitScript(() => localStorage.setItem("reads-without-account", "yes"));
		await open();
		const ready = () => page.locator("[data-statement][data-drawn]").count();
		await expect.poll(ready, { timeout: PATIENCE_MS }).toBe(COUNT);

		await page.getByRole("link", { name: "BS Detector" }).first().click();
		await page.getByRole("textbox", { name: /YouTube link/ }).waitFor();
		await page.goBack();
		const headings = () => page.locator("[data-statement] h3").count();
		await expect.poll(headings, { timeout: PATIENCE_MS }).toBe(COUNT);
	});

	it("is printed whole", async () => {
		await open();
		await page.emulateMedia({ media: "print" });
		await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
		const printed = page.locator("main h3:visible", { hasText: "number" });
		await expect.poll(() => printed.count()).toBe(COUNT);
	});
});
