import type { Browser, BrowserContext, Page } from "playwright-core";
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	it,
} from "vitest";
import {
	DESKTOP,
	PHONE,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "#tests/support/browser.ts";
import { watchUrl } from "#tests/support/client.ts";
import { DEBATE, rateDebate } from "#tests/support/debate.ts";
import {
	type FakePlayer,
	standInForPlayer,
} from "#tests/support/fake-player.ts";
import { type Product, startProduct } from "#tests/support/product.ts";

let browser: Browser;
let product: Product;
let video_id: string;
let context: BrowserContext;
let page: Page;
let player: FakePlayer;
let faults: string[];

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), startProduct()]);
	product.ai.answer({ rate: rateDebate });
	const member = await product.member();
	video_id = product.newVideo(DEBATE);
	await member.analyze(watchUrl(video_id));
	await member.finished(video_id);
});
afterAll(async () => {
	await browser?.close();
	await product?.stop();
});
afterEach(() => context?.close());

async function visit(viewport: typeof DESKTOP, rest = "", blocked = false) {
	context = await browser.newContext({ viewport, reducedMotion: "reduce" });
	player = await standInForPlayer(context, { blocked });
	page = await context.newPage();
	faults = watchFaults(page);
	await standInForThumbnails(page);
	await page.goto(`${product.url}/results/${video_id}${rest}`);
	await page.getByRole("article").first().waitFor();
}

/** The statement that the page marks as the one being said. */
const current = () =>
	page.locator("li[aria-current=true]", { has: page.getByRole("article") });

const quotes = () =>
	page.getByRole("article").locator("blockquote").allTextContents();
const focusedQuote = () =>
	page.evaluate(
		() =>
			document.activeElement?.querySelector("blockquote")?.textContent ?? null,
	);

/** Whether the focused element lies wholly below the bars that stick to the top. */
const isClear = () =>
	page.evaluate(() => {
		const top = document.activeElement?.getBoundingClientRect().top ?? -1;
		const bar = document.querySelector(
			'nav[aria-label="Statements along the video"]',
		);
		return top >= (bar?.getBoundingClientRect().bottom ?? 0) - 1;
	});

async function playAt(clock: string) {
	await page.getByRole("link", { name: `Play from ${clock}` }).click();
	await page.getByText("Played by YouTube").waitFor();
}

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("The player on a %s", (_, viewport) => {
	beforeEach(() => visit(viewport));

	it("is asked for by nothing but a press, and then plays in the page", async () => {
		await page.waitForLoadState("networkidle");
		expect(player.loads).toEqual([]);
		await page.getByRole("button", { name: "Play the video here" }).click();
		await page.getByText("Played by YouTube").waitFor();
		expect(player.loads.map(({ pathname }) => pathname)).toEqual([
			`/embed/${video_id}`,
		]);
		expect(player.loads[0]?.searchParams.get("origin")).toBe(product.url);
		expect(await page.locator("iframe").getAttribute("title")).toBe(
			"Video player: The truth about our harbour",
		);
		expect(faults).toEqual([]);
	});

	it("starts at a statement's second, and goes to another's without a second load", async () => {
		await playAt("1:15");
		expect(player.loads[0]?.searchParams.get("start")).toBe("75");
		await page.getByRole("link", { name: "Play from 4:00" }).click();
		await current().getByText("live ten years longer").waitFor();
		expect(await player.heard(page)).toEqual([
			["seekTo", 240, true],
			["playVideo"],
		]);
		expect(player.loads).toHaveLength(1);
		expect(faults).toEqual([]);
	});

	it("is followed by the statements and the playhead, which move neither page nor focus", async () => {
		await playAt("0:10");
		const focused = () =>
			page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
		const before = [await page.evaluate(() => scrollY), await focused()];
		const playhead = page.getByTestId("playhead");
		const stood = (await playhead.boundingBox())?.x ?? 0;
		await player.tell(page, { currentTime: 301 });
		await current().getByText("lit for the last time").waitFor();
		expect(await current().count()).toBe(1);
		await current().getByText("Playing now").waitFor();
		await player.tell(page, { playerState: 2 });
		await current().getByText("The video is here").waitFor();
		expect((await playhead.boundingBox())?.x ?? 0).toBeGreaterThan(stood + 50);
		expect([await page.evaluate(() => scrollY), await focused()]).toEqual(
			before,
		);
		expect(faults).toEqual([]);
	});

	it("is paused and played on from the timeline, by keyboard", async () => {
		await playAt("0:10");
		const button = page.getByRole("button", { name: "Pause the video" });
		await button.focus();
		await page.keyboard.press("Enter");
		await page
			.getByRole("button", { name: "Play the video", exact: true })
			.press("Enter");
		await button.waitFor();
		expect(await player.heard(page)).toEqual([["pauseVideo"], ["playVideo"]]);
	});

	it("says that the owner allows it on YouTube alone", async () => {
		await playAt("1:15");
		await player.refuse(page, 150);
		const alert = page
			.getByRole("alert")
			.filter({ hasText: "YouTube does not play it here" });
		await alert.waitFor();
		expect(
			await alert
				.getByRole("link", { name: /Watch at 1:15/ })
				.getAttribute("href"),
		).toBe(`https://www.youtube.com/watch?v=${video_id}&t=75s`);
	});
});

describe("A player that does not answer", () => {
	it("says so, offers the moment on YouTube, and is tried again", async () => {
		await visit(PHONE, "", true);
		await page.getByRole("link", { name: "Play from 4:00" }).click();
		const alert = page
			.getByRole("alert")
			.filter({ hasText: "The player did not answer" });
		await alert.waitFor();
		expect(
			await alert
				.getByRole("link", { name: /Watch at 4:00/ })
				.getAttribute("href"),
		).toBe(`https://www.youtube.com/watch?v=${video_id}&t=240s`);
		expect(
			await page
				.getByRole("link", { name: /Watch at 1:15 on YouTube/ })
				.count(),
		).toBe(1);
		await alert.getByRole("button", { name: "Try again" }).click();
		await expect.poll(() => player.loads.length).toBe(2);
	});
});

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("The statements on a %s", (_, viewport) => {
	it("open at a moment of the video, which plays there at a press", async () => {
		await visit(viewport, "?t=2m5s");
		await current().getByText("eleven metres deep").waitFor();
		expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
		await page
			.getByRole("button", { name: "Play the video from 2:05" })
			.click();
		await page.getByText("Played by YouTube").waitFor();
		expect(player.loads[0]?.searchParams.get("start")).toBe("125");
		expect(faults).toEqual([]);
	});

	it("open at one of them, whichever filter would hide it", async () => {
		const { statements } = await product.visitor().report(video_id);
		const wanted = statements.find(({ quote }) => quote.includes("Fish"));
		await visit(viewport, `?band=factual&sort=score#s-${wanted?.id}`);
		await expect.poll(focusedQuote).toContain("Fish caught here");
		expect(await isClear()).toBe(true);
		expect(new URL(page.url()).search).toBe("?sort=score");
		await page.getByRole("button", { name: /Less/ }).waitFor();
		expect(faults).toEqual([]);
	});

	it("are filtered and put in order by keyboard alone, and back again by going back", async () => {
		await visit(viewport);
		const all = await quotes();
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
		await expect
			.poll(async () => (await quotes())[0])
			.toContain("No other crane");
		expect(new URL(page.url()).search).toBe("?from=60&to=150&sort=score");
		await page.goBack();
		await expect.poll(async () => (await quotes())[0]).toContain("Its crane");
		await page.getByRole("button", { name: "Clear filters" }).press("Enter");
		await page.getByText("8 of 8 shown").waitFor();
		expect(await quotes()).toEqual(all);
		expect(faults).toEqual([]);
	});

	it("are filtered by dragging along the timeline, and opened by a press on a mark", async () => {
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
		expect(await isClear()).toBe(true);
		expect(page.url()).toContain("#s-");
		expect(faults).toEqual([]);
	});

	it("are walked, opened and voted on by single keys", async () => {
		await visit(viewport);
		await page.waitForLoadState("networkidle");
		await page.keyboard.press("?");
		const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		await help.getByText("Next statement").waitFor();
		await page.keyboard.press("Escape");
		await help.waitFor({ state: "hidden" });
		await page.keyboard.press("j");
		await expect.poll(focusedQuote).toContain("opened in 1874");
		await page.keyboard.press("j");
		await expect.poll(focusedQuote).toContain("Nine of ten ships");
		expect(await isClear()).toBe(true);
		await page.keyboard.press("Enter");
		await page
			.getByRole("heading", { name: "Score by model", exact: true })
			.waitFor();
		await page.keyboard.press("k");
		await expect.poll(focusedQuote).toContain("opened in 1874");
		await page.keyboard.press("a");
		await page.getByText("Please sign in to vote on statements").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "hidden" });
		await page.keyboard.press("/");
		await expect
			.poll(() =>
				page.evaluate(() => document.activeElement?.getAttribute("type")),
			)
			.toBe("search");
		await page.keyboard.type("j?");
		expect(await page.getByRole("searchbox").inputValue()).toBe("j?");
		expect(faults).toEqual([]);
	});
});
