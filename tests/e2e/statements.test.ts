import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type FakePlayer, standInForPlayer } from "#tests/support/fakes/youtube.ts";
import { DISPUTED_TALK, rateDisputedTalk } from "#tests/support/fixtures/talks.ts";
import { appRuns, type DESKTOP, fontsCame, PHONE } from "#tests/support/world/browser.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct());
const { newPage } = journeys(product);
let video_id: string;
let page: Page;
let player: FakePlayer;

beforeAll(async () => {
	product.ai.answer({ rate: rateDisputedTalk });
	video_id = product.newVideo(DISPUTED_TALK);
	await runToEnd(await product.member(), video_id);
});

async function visit(viewport: typeof DESKTOP, rest = "") {
	page = await newPage({ viewport });
	player = await standInForPlayer(page.context());
	await page.goto(`${product.url}/results/${video_id}${rest}`);
	await appRuns(page);
	await page.getByRole("article").first().waitFor();
	// Their arrival moves what the pointer aims at.
	await fontsCame(page);
}

/** The statement that the page marks as current. */
const current = () => page.locator("li[aria-current=true]", { has: page.getByRole("article") });

const quotes = () =>
	page
		.getByRole("article")
		.locator("h3")
		.evaluateAll((all) => all.map((it) => it.lastChild?.textContent));
const focusedQuote = () =>
	page.evaluate(() => document.activeElement?.querySelector("h3")?.lastChild?.textContent ?? null);

/** Whether the top of the focused element is below the sticky bars. */
const isClear = () =>
	page.evaluate(() => {
		const top = document.activeElement?.getBoundingClientRect().top ?? -1;
		const bar = document.querySelector('nav[aria-label="Statements along the video"]');
		return top >= (bar?.getBoundingClientRect().bottom ?? 0) - 1;
	});

describe.each(DEVICES)("statements on a %s", (_, viewport) => {
	it("open at a linked time, from which the video can be played", async () => {
		await visit(viewport, "?t=2m5s");
		await current().getByText("eleven metres deep").waitFor();
		const bar = page.getByRole("navigation", { name: "Statements along the video" });
		await expect
			.poll(async () => {
				const [above, card] = await Promise.all([bar.boundingBox(), current().boundingBox()]);
				const gap = (card?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
				return gap >= 0 && gap < 60;
			})
			.toBe(true);
		await page.getByRole("button", { name: "Play the video from 2:05" }).click();
		await page.getByText("Played by YouTube").waitFor();
		expect(player.loads[0]?.searchParams.get("start")).toBe("125");
	});

	it("open at a linked statement even if a filter would hide it", async () => {
		const { statements } = await product.visitor().report(video_id);
		const wanted = statements.find(({ quote }) => quote.includes("Fish"));
		await visit(viewport, `?band=factual&sort=score#s-${wanted?.id}`);
		await expect.poll(focusedQuote).toContain("Fish caught here");
		await expect.poll(isClear).toBe(true);
		await expect.poll(() => new URL(page.url()).search).toBe("?sort=score");
		await page.getByRole("button", { name: /Less/ }).waitFor();
	});

	it("can be filtered and sorted by keyboard, and restored with the back button", async () => {
		await visit(viewport);
		const all = await quotes();
		if (viewport === PHONE)
			await page.getByRole("button", { name: "Filter and sort" }).press("Enter");
		await page.getByRole("button", { name: /^Misleading 2/ }).press("Enter");
		await page.getByText("2 of 8 shown").waitFor();
		await page.getByRole("button", { name: /^Misleading 2/ }).press("Enter");
		await page.getByRole("button", { name: "Time range" }).press("Enter");
		await page.getByLabel("From", { exact: true }).focus();
		await page.keyboard.type("1:00");
		await page.keyboard.press("Tab");
		await page.keyboard.type("2:30");
		await page.keyboard.press("Enter");
		await page.getByText("3 of 8 shown, from 1:00 to 2:30").waitFor();
		await page.getByRole("combobox", { name: "Sort statements" }).focus();
		await page.keyboard.press("ArrowDown");
		await expect.poll(async () => (await quotes())[0]).toContain("No other crane");
		expect(new URL(page.url()).search).toBe("?from=60&to=150&sort=score");
		await page.goBack();
		await expect.poll(async () => (await quotes())[0]).toContain("Its crane");
		await page.getByRole("button", { name: "Clear filters" }).press("Enter");
		await page.getByText("8 of 8 shown").waitFor();
		await expect.poll(quotes).toEqual(all);
	});

	it("can be filtered by dragging on the timeline and opened by clicking a mark", async () => {
		await visit(viewport);
		const line = page.getByTestId("timeline-range");
		await line.scrollIntoViewIfNeeded();
		const box = await line.boundingBox();
		if (box === null) throw new Error("no timeline");
		const y = box.y + box.height - 6;
		await page.mouse.move(box.x + box.width * 0.45, y);
		await page.mouse.down();
		await page.mouse.move(box.x + box.width * 0.7, y, { steps: 5 });
		await page.mouse.up();
		await page.getByText("2 of 8 shown").waitFor();
		await page.getByRole("link", { name: /5:00, Factual, 4 of 100/ }).click();
		await expect.poll(focusedQuote).toContain("lit for the last time");
		await expect.poll(isClear).toBe(true);
		expect(page.url()).toContain("#s-");
	});

	it("can be navigated, opened and voted on with single-key shortcuts", async () => {
		await visit(viewport);
		await page.keyboard.press("?");
		const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		await help.getByText("Next statement").waitFor();
		await page.keyboard.press("Escape");
		await help.waitFor({ state: "hidden" });
		await page.keyboard.press("j");
		await expect.poll(focusedQuote).toContain("opened in 1874");
		await page.keyboard.press("j");
		await expect.poll(focusedQuote).toContain("Nine of ten ships");
		await expect.poll(isClear).toBe(true);
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Score by model", exact: true }).waitFor();
		await page.keyboard.press("k");
		await expect.poll(focusedQuote).toContain("opened in 1874");
		await page.keyboard.press("a");
		await page.getByText("Please sign in to vote on statements").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "hidden" });
		await page.keyboard.press("/");
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")))
			.toBe("search");
		await page.keyboard.type("j?");
		expect(await page.getByRole("searchbox").inputValue()).toBe("j?");
	});
});
