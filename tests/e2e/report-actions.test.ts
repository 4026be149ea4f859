import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReportExport } from "#contract/report-export.ts";
import { appRuns, briefText, type DESKTOP, fontsCame } from "#tests/support/world/browser.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct());
const { visit } = journeys(product);
let video_id: string;
let page: Page;

beforeAll(async () => {
	video_id = product.newVideo();
	await runToEnd(await product.member(), video_id);
});

async function openReport(viewport: typeof DESKTOP) {
	page = await visit(`/results/${video_id}`, { viewport });
	await appRuns(page);
	// Their arrival moves what is in view.
	await fontsCame(page);
}

async function open(button: string): Promise<void> {
	await page.getByRole("button", { name: button }).click();
	await page.getByRole("menu").waitFor();
}

describe.each(DEVICES)("result actions on a %s", (_, viewport) => {
	beforeEach(() => openReport(viewport));

	it("share by keyboard: copy the link, confirm it and keep the focus", async () => {
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		const button = page.getByRole("button", { name: "Share Results" });
		await button.focus();
		await page.keyboard.press("Enter");
		const copy = page.getByRole("menuitem", { name: "Copy Link" });
		await copy.waitFor();
		const microblog = page.getByRole("menuitem", { name: /Share on X/ });
		const text = new URL((await microblog.getAttribute("href")) ?? "").searchParams.get("text");
		const { video } = await product.visitor().report(video_id);
		expect(text).toContain(`has a BS Score of ${video.bs_score}%`);
		await copy.focus();
		const confirmed = briefText(page, "Link Copied");
		await page.keyboard.press("Enter");
		await confirmed;
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
			`${product.url}/results/${video_id}`,
		);
		await button.waitFor();
		await page.waitForFunction(
			() => document.activeElement?.getAttribute("aria-haspopup") === "menu",
		);
	});

	it("download the report as JSON and CSV", async () => {
		await open("Export Report");
		const [whole] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("menuitem", { name: /JSON/ }).click(),
		]);
		expect(whole.suggestedFilename()).toBe(`bs-detector-${video_id}.json`);
		const file = ReportExport.parse(JSON.parse(await readFile(await whole.path(), "utf8")));
		const report = await product.visitor().report(video_id);
		expect(file.statements).toEqual(report.statements);
		expect(file.summary.results_url).toBe(page.url());
		await open("Export Report");
		const [table] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("menuitem", { name: /CSV/ }).click(),
		]);
		const lines = (await readFile(await table.path(), "utf8")).split("\r\n");
		expect(lines).toHaveLength(report.statements.length + 2);
	});

	it("lead from a statement to its place in the transcript and back", async () => {
		const { statements } = await product.visitor().report(video_id);
		const second = statements[1];
		if (second === undefined) throw new Error("too few statements");
		await page
			.getByRole("button", { name: /^More about/ })
			.nth(1)
			.click();
		await page.getByRole("link", { name: "Show in transcript" }).click();
		const place = page.locator(`#t-${second.id}`);
		await place.waitFor();
		await page.waitForFunction((id) => document.activeElement?.id === `t-${id}`, second.id);
		expect(await place.textContent()).toContain(second.quote.replace(/[.]$/, ""));
		await page.keyboard.press("Enter");
		await page.waitForFunction((id) => document.activeElement?.id === `s-${id}`, second.id);
		const field = page.getByRole("searchbox", { name: "Search the transcript" });
		await field.fill("LIGHTHOUSE");
		await page.getByText("1 of 1 match", { exact: true }).waitFor();
		expect(await page.locator("mark[data-current]").textContent()).toBe("lighthouse");
	});

	it("print every statement with its explanations and sources, without controls", async () => {
		await page.emulateMedia({ media: "print" });
		const { statements } = await product.visitor().report(video_id);
		const onPaper = (text: string) => page.getByText(text).filter({ visible: true }).count();
		// The browser sends this event before it lays out the print. The app may listen a moment later.
		await expect
			.poll(async () => {
				await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
				return onPaper("who.int/news-room");
			})
			.toBe(statements.length);
		for (const { quote, ratings } of statements) {
			expect(await onPaper(quote), quote).toBeGreaterThan(0);
			for (const { explanation } of ratings)
				expect(await onPaper(explanation), explanation).toBeGreaterThan(0);
		}
		expect(await onPaper(`${product.url}/results/${video_id}`)).toBe(1);
		expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
		expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
	});
});

describe("bottom bar on a phone", () => {
	it("does not cover the focused element", async () => {
		await openReport({ width: 320, height: 640 });
		const covered: string[] = [];
		const first = page.getByRole("link", { name: "Back to Home" });
		await first.focus();
		let steps = 0;
		for (; steps < 300; steps += 1) {
			await page.keyboard.press("Tab");
			const found = await page.evaluate(async () => {
				// Waits until the focused element is scrolled into view and drawn.
				await new Promise(requestAnimationFrame);
				await new Promise(requestAnimationFrame);
				const bar = document.querySelector("[data-bottom-bar]");
				const at = document.activeElement;
				if (!bar || !at || at === document.body) return "end";
				if (bar.contains(at)) return "";
				const { bottom, top } = at.getBoundingClientRect();
				const edge = bar.getBoundingClientRect().top;
				return top < edge && bottom > edge && bottom - top < edge ? (at.textContent ?? "") : "";
			});
			if (found === "end") break;
			if (found !== "") covered.push(found);
		}
		expect(steps).toBeGreaterThan(20);
		expect(covered).toEqual([]);
		const overflow = await page.evaluate(
			() => document.documentElement.scrollWidth - window.innerWidth,
		);
		expect(overflow).toBeLessThanOrEqual(0);
	});
});
