import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakePlayer, standInForPlayer } from "#tests/support/fakes/youtube.ts";
import { extractFacts, holdRatingsFrom, longTalk } from "#tests/support/fixtures/talks.ts";
import { appRuns, fontsCame, unfoldHeader } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct({ LIMIT_ANALYSES: "0", LIMIT_MOMENTS: "0" }));
const { newPage } = journeys(product);
let member: Client;
let page: Page;
let player: FakePlayer;
let talks = 3_000;

beforeAll(async () => {
	member = await product.member();
});
beforeEach(() => {
	product.ai.reset();
	product.ai.answer({ extract: extractFacts });
});

/** A talk of four minutes with a fact every nine seconds, of which the first half minute is checked. */
async function partlyChecked(): Promise<string> {
	talks += 1;
	const id = product.newVideo(longTalk({ number: talks, words: 600, facts: 20 }));
	await runToEnd(member, id, { at: 20 });
	return id;
}

async function open(id: string, window: BrowserContextOptions, at = "") {
	page = await newPage({ as: member, ...window });
	player = await standInForPlayer(page.context());
	await page.goto(`${product.url}/results/${id}${at}`);
	await appRuns(page);
	await page.getByRole("region", { name: "Checked moments" }).waitFor();
	await fontsCame(page);
}

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

/** How a reader presses a control, and selects the transcript's words about a pier. */
type Hand = {
	press: (control: Locator) => Promise<void>;
	select: (words: string) => Promise<void>;
	/** Has the selected words checked. */
	check: () => Promise<void>;
};
const text = () => page.getByRole("region", { name: "Transcript text" });
const offer = () => page.getByRole("button", { name: "Check these words" });

/** Where words stand on the screen, once they are scrolled into view; `selects` them, too. */
function placeOf(words: string, { selects = false } = {}) {
	return text().evaluate(
		(box, [wanted, chosen]) => {
			const nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
			while (nodes.nextNode()) {
				const node = nodes.currentNode as Text;
				const from = node.data.indexOf(wanted);
				if (from < 0) continue;
				node.parentElement?.scrollIntoView({ block: "center", behavior: "instant" });
				const range = document.createRange();
				range.setStart(node, from);
				range.setEnd(node, from + wanted.length);
				range.startContainer.parentElement?.scrollIntoView({ block: "center" });
				const lines = [...range.getClientRects()];
				const [first, last] = [lines[0], lines.at(-1)];
				if (chosen) document.getSelection()?.setBaseAndExtent(node, from, node, range.endOffset);
				if (first && last)
					return {
						from: { x: first.left + 1, y: first.top + first.height / 2 },
						to: { x: last.right - 1, y: last.top + last.height / 2 },
					};
			}
			throw new Error(`The transcript has no "${wanted}"`);
		},
		[words, selects] as const,
	);
}

const mouse: Hand = {
	press: (control) => control.click(),
	async select(words) {
		const { from, to } = await placeOf(words);
		await page.mouse.move(from.x, from.y);
		await page.mouse.down();
		await page.mouse.move(to.x, to.y, { steps: 5 });
		await page.mouse.up();
	},
	check: () => offer().click(),
};
const finger: Hand = {
	press: (control) => control.tap(),
	// What the handles of a phone's own selection do.
	async select(words) {
		await placeOf(words, { selects: true });
	},
	check: () => offer().tap(),
};
const keys: Hand = {
	press: (control) => control.press("Enter"),
	async select(words) {
		await placeOf(words);
		await text().focus();
		const said = () => page.evaluate(() => document.getSelection()?.toString() ?? "");
		const [first = ""] = words.split(" ");
		for (let moves = 0; (await said()).trim() !== first && moves < 200; moves += 1)
			await page.keyboard.press("ArrowRight");
		for (let more = words.split(" ").length - 1; more > 0; more -= 1)
			await page.keyboard.press("Shift+ArrowRight");
	},
	check: () => page.keyboard.press("Enter"),
};

describe.each<[string, BrowserContextOptions, Hand]>([
	["pointer at 1280 px", WIDE, mouse],
	["touch at 390 px", { ...NARROW, hasTouch: true, isMobile: true }, finger],
	["keyboard at 390 px", NARROW, keys],
])("by %s", (_, window, { press, select, check }) => {
	it("a moment is checked at the player's time, in a card that grows", async () => {
		const id = await partlyChecked();
		await open(id, window);
		expect(await page.getByRole("button", { name: /Check this moment/ }).count()).toBe(0);
		await press(page.getByRole("button", { name: "Play the video here" }));
		await page.getByText("Played by YouTube").waitFor();
		await player.tell(page, { currentTime: 200 });
		const release = holdRatingsFrom(product.ai, 1);
		await press(page.getByRole("button", { name: "Check this moment 3:20" }));
		const card = page.getByRole("region", { name: "Check of 3:20" });
		await card
			.getByText(/Records show that pier/)
			.first()
			.waitFor();
		await card.getByText("Judging").last().waitFor();
		expect(await card.getByRole("link", { name: "Open in the report" }).count()).toBe(0);
		release();
		await expect.poll(() => card.getByRole("link", { name: "Open in the report" }).count()).toBe(3);
		expect(await card.getByText(/BS Score|of 100/).count()).toBe(0);
		await page.getByText("2 moments checked; the whole video was not analyzed").waitFor();
		await press(card.getByRole("link", { name: "Open in the report" }).first());
		await page.locator("li[data-statement]:focus").waitFor();
		await press(card.getByRole("button", { name: "Close this check" }));
		await card.waitFor({ state: "detached" });
	});

	it("words are selected in the transcript and checked there", async () => {
		const id = await partlyChecked();
		await open(id, window);
		await press(page.locator("summary", { hasText: "Transcript" }));
		await text().waitFor();
		const words = `15 of harbour ${talks} was 114 metres`;
		await select(words);
		await page.locator("q", { hasText: words }).waitFor();
		await check();
		const card = page.getByRole("region", { name: "Check of these words" });
		await card.getByText(words).first().waitFor();
		await card.locator("q", { hasText: words }).waitFor();
		await page.getByText("2 moments checked; the whole video was not analyzed").waitFor();
	});

	it("a statement that was left out is checked in its place", async () => {
		const id = await partlyChecked();
		await open(id, window);
		await press(page.getByText("What was left out, and why"));
		const item = page.locator("li", { has: page.getByRole("button", { name: "Check this one" }) });
		const said = await item.first().locator("q").first().textContent();
		await press(item.first().getByRole("button", { name: "Check this one" }));
		const card = page.getByRole("region", { name: "Check of these words" });
		await card.locator("q", { hasText: said ?? "" }).waitFor();
		// One if the run ended before it was followed: then the words are answered by their statement alone.
		await card.getByText(/\d statements? checked/).waitFor({ state: "attached" });
		expect(await card.locator("q").first().textContent()).toBe(said);
		await page.getByText("2 moments checked; the whole video was not analyzed").waitFor();
		expect(await card.count()).toBe(1);
	});
});

describe("a moment", () => {
	it("that was checked before is answered at once, without a run", async () => {
		const id = await partlyChecked();
		const spent = product.ai.calls.length;
		await open(id, WIDE, "?t=25");
		await page.getByRole("button", { name: "Check this moment 0:25" }).click();
		const card = page.getByRole("region", { name: "Check of 0:25" });
		await card.getByRole("link", { name: "Open in the report" }).first().waitFor();
		expect(product.ai.calls).toHaveLength(spent);
	});

	it("without anything to check says what was said there", async () => {
		const id = await partlyChecked();
		await open(id, NARROW, "?t=200");
		product.ai.answer({ extract: () => ({ statements: [] }) });
		const card = page.getByRole("region", { name: "Check of 3:20" });
		// The second time the earlier check answers.
		for (const _ of ["checked", "known"]) {
			await page.getByRole("button", { name: /Check this moment/ }).click();
			await card.getByText("Nothing that can be checked was said there.").waitFor();
			expect(await card.getByText(/Records show/).count()).toBe(1);
			await card.getByRole("button", { name: "Close this check" }).click();
		}
	});

	it("waits for another run and is then checked by itself", async () => {
		const id = await partlyChecked();
		await open(id, WIDE, "?t=200");
		const release = holdRatingsFrom(product.ai, 1);
		const other = await product.member();
		await other.post("/api/analyze", { url: watchUrl(id), at: 110 });
		await page.getByRole("button", { name: /Check this moment/ }).click();
		const card = page.getByRole("region", { name: "Check of 3:20" });
		await card.getByText(/Waiting for another check of this video/).waitFor();
		release();
		await card.getByRole("link", { name: "Open in the report" }).first().waitFor();
		await page.getByText("3 moments checked; the whole video was not analyzed").waitFor();
	});

	it("that fails says why, and can be tried again where that may help", async () => {
		const id = await partlyChecked();
		await open(id, WIDE, "?t=200");
		product.ai.behave("all", { fault: { status: 401 } }, "rate");
		await page.getByRole("button", { name: /Check this moment/ }).click();
		const card = page.getByRole("region", { name: "Check of 3:20" });
		await card.getByText("No provider answered").waitFor();
		product.ai.behave("all", {}, "rate");
		await card.getByRole("button", { name: "Try again" }).click();
		await card.getByRole("link", { name: "Open in the report" }).first().waitFor();
		expect(await page.getByText("The fresh analysis failed").count()).toBe(0);
	});

	it.each([
		["home", { ...NARROW, hasTouch: true, isMobile: true }, finger],
		["home", WIDE, keys],
		["search", NARROW, mouse],
	] as const)(
		"of a link with a time is offered beside the whole video, in %s",
		async (where, window, hand) => {
			talks += 1;
			const id = product.newVideo(longTalk({ number: talks, words: 600, facts: 20 }));
			page = await newPage({ as: member, ...window });
			await page.goto(product.url);
			await appRuns(page);
			const link = `${watchUrl(id)}&t=1m40s`;
			if (where === "home") await page.getByLabel("YouTube link").fill(link);
			else {
				await unfoldHeader(page);
				await page.getByLabel("Search analyzed videos").fill(link);
			}
			await page.getByRole("button", { name: "The whole video" }).waitFor();
			expect(await page.getByText("No videos found").count()).toBe(0);
			await hand.press(page.getByRole("button", { name: "Only 1:40" }));
			await page.waitForURL(`**/results/${id}?t=100`);
			await page.getByText("1 moment checked; the whole video was not analyzed").waitFor();
			expect((await member.report(id)).moments.map(({ at }) => at)).toEqual([100]);
			expect(await page.getByRole("meter", { name: "BS Score" }).count()).toBe(0);
		},
	);

	it("of a link to a video that was analyzed is shown at its player", async () => {
		const id = await partlyChecked();
		page = await newPage({ as: member, ...WIDE });
		await page.goto(product.url);
		await appRuns(page);
		await page.getByLabel("YouTube link").fill(`https://youtu.be/${id}?t=200`);
		await page.getByRole("button", { name: "Only 3:20" }).click();
		const card = page.getByRole("region", { name: "Check of 3:20" });
		await card.getByRole("link", { name: "Open in the report" }).first().waitFor();
		await page.getByText("2 moments checked; the whole video was not analyzed").waitFor();
	});

	it("has no verdict and no time among its words", async () => {
		const id = await partlyChecked();
		await open(id, WIDE);
		await page.locator("summary", { hasText: "Transcript" }).click();
		await text().focus();
		for (let words = 0; words < 6; words += 1) await page.keyboard.press("Shift+ArrowRight");
		await page.locator("q", { hasText: /^Records show that pier 1 of$/ }).waitFor();
		await page.evaluate(() => {
			const [label] = document.querySelectorAll("[data-said] [data-unsaid]");
			if (label?.parentElement) document.getSelection()?.selectAllChildren(label.parentElement);
		});
		await page.locator("q", { hasText: /^Records show that pier 1 of harbour \d+ was/ }).waitFor();
		await page.evaluate(() => {
			const [label] = document.querySelectorAll("[data-said] [data-unsaid]");
			if (label) document.getSelection()?.selectAllChildren(label);
		});
		await page.getByRole("button", { name: "Check these words" }).waitFor({ state: "detached" });
	});

	it("asks a visitor to sign in, and closes its card if they do not", async () => {
		const id = await partlyChecked();
		await open(id, WIDE, "?t=200");
		await page.context().clearCookies();
		await page.getByRole("button", { name: /Check this moment/ }).click();
		await page.getByRole("dialog").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("region", { name: "Check of 3:20" }).waitFor({ state: "detached" });
	});
});
