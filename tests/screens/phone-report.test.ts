import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRuns, fontsCame, startBrowser } from "#tests/support/world/browser.ts";
import { DEMO_ENV, type SharedProduct, shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";
import { paths } from "#web/paths.ts";

/** A phone whose browser's own bars are shown. */
const PHONE = { width: 390, height: 664 };
const SAMPLE = "sample-myth";

let browser: Browser;
let product: SharedProduct;
let page: Page;

beforeAll(async () => {
	[browser, product] = await Promise.all([
		startBrowser(),
		shareProduct({ ...DEMO_ENV, EVIDENCE_SOURCES: "samples" }),
	]);
	await runToEnd(await product.member(), SAMPLE);
	page = await browser.newPage({ viewport: PHONE, reducedMotion: "reduce" });
	await page.goto(product.url + paths.results(SAMPLE));
	await appRuns(page);
	await fontsCame(page);
	// Statements below have their real heights only once they were near.
	for (const statement of await page.locator("[data-statement]").all())
		await statement.scrollIntoViewIfNeeded();
});
afterAll(() => browser?.close());

describe("a report on a phone", () => {
	it("is at most 2,000 px high, and 170 px more for each statement", async () => {
		const [height, statements] = await page.evaluate(() => [
			document.documentElement.scrollHeight,
			document.querySelectorAll("[data-statement]").length,
		]);
		expect(statements).toBe(14);
		expect(height).toBeLessThanOrEqual(2_000 + 170 * Number(statements));
	});

	it("leaves four fifths of the screen to what is read, and shifts nothing", async () => {
		const shifts = page.evaluate(
			() =>
				new Promise<number>((resolve) => {
					let sum = 0;
					const observer = new PerformanceObserver((list) => {
						for (const entry of list.getEntries())
							sum += "value" in entry ? Number(entry.value) : 0;
					});
					observer.observe({ type: "layout-shift" });
					addEventListener("keyup", () => resolve(sum), { once: true });
				}),
		);
		for (const place of [0, 400, 900, 1_600, 1_200, 2_400])
			await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), place);
		const covered = await page.evaluate(() =>
			["main nav[aria-label='Statements along the video']", "[data-bottom-bar]", "header"]
				.map((selector) => document.querySelector(selector)?.closest("div[data-print], header"))
				.map((bar) => bar?.getBoundingClientRect() ?? new DOMRect())
				.reduce((sum, { top, bottom }) => {
					return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
				}, 0),
		);
		expect(covered).toBeGreaterThan(0);
		expect(covered).toBeLessThanOrEqual(PHONE.height / 5);
		await page.keyboard.press("Shift");
		expect(await shifts).toBeLessThanOrEqual(0.01);
	});

	it("never hides what has the focus under timeline or bar", async () => {
		await page.evaluate(() => window.scrollTo({ top: 1_600, behavior: "instant" }));
		await page.locator("[data-press=more]").nth(4).focus();
		const hidden: string[] = [];
		for (let step = 0; step < 12; step++) {
			await page.keyboard.press(step < 6 ? "Tab" : "Shift+Tab");
			await page.evaluate(() => new Promise(requestAnimationFrame));
			const name = await page.evaluate(() => {
				const focused = document.activeElement;
				const box = focused?.getBoundingClientRect();
				if (!focused || !box) return "nothing has the focus";
				const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
				return at && (focused.contains(at) || at.contains(focused)) ? "" : focused.textContent;
			});
			if (name) hidden.push(name);
		}
		expect(hidden).toEqual([]);
	});

	it("shows the quotes of closed cards without cutting them, and of open ones whole", async () => {
		const quotes = page.locator("[data-statement] .border-l-2 q");
		const cut = await quotes.evaluateAll(
			(all) =>
				all.filter(({ parentElement: line }) => line && line.scrollHeight > line.clientHeight + 1)
					.length,
		);
		expect(await quotes.count()).toBeGreaterThan(4);
		expect(cut).toBe(0);
		const { statements } = await product.visitor().report(SAMPLE);
		const long = statements.find(({ evidence }) => (evidence[0]?.quote.length ?? 0) > 60);
		const card = page.locator(`#s-${long?.id}`);
		await card.locator("[data-press=more]").click();
		await expect
			.poll(() => card.locator(".border-l-2 q").first().textContent())
			.toContain(long?.evidence[0]?.quote);
	});
});
