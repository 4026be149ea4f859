import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
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

async function visit(viewport: typeof DESKTOP, blocked = false) {
	page = await newPage({ viewport });
	player = await standInForPlayer(page.context(), { blocked });
	await page.goto(`${product.url}/results/${video_id}`);
	await appRuns(page);
	await page.getByRole("article").first().waitFor();
	// Their arrival scrolls the page.
	await fontsCame(page);
}

/** The statement that the page marks as current. */
const current = () => page.locator("li[aria-current=true]", { has: page.getByRole("article") });

/** A statement's link to its time; those that matter most have another one at the top. */
const timeLink = (name: string | RegExp) =>
	page.getByRole("region", { name: "Statement Analysis" }).getByRole("link", { name });

async function playAt(clock: string) {
	await timeLink(`Play from ${clock}`).click();
	await page.getByText("Played by YouTube").waitFor();
}

describe.each(DEVICES)("player on a %s", (_, viewport) => {
	beforeEach(() => visit(viewport));

	it("loads only when clicked and then plays in the page", async () => {
		await page.waitForLoadState("networkidle");
		expect(player.loads).toEqual([]);
		await page.getByRole("button", { name: "Play the video here" }).click();
		await page.getByText("Played by YouTube").waitFor();
		expect(player.loads.map(({ pathname }) => pathname)).toEqual([`/embed/${video_id}`]);
		expect(player.loads[0]?.searchParams.get("origin")).toBe(product.url);
		expect(await page.locator("iframe").getAttribute("title")).toBe(
			"Video player: The truth about our harbour",
		);
	});

	it("starts at a statement's time and seeks to another's without reloading", async () => {
		await playAt("1:15");
		expect(player.loads[0]?.searchParams.get("start")).toBe("75");
		await timeLink("Play from 4:00").click();
		await current().getByText("live ten years longer").waitFor();
		await expect.poll(() => player.heard(page)).toEqual([["seekTo", 240, true], ["playVideo"]]);
		expect(player.loads).toHaveLength(1);
	});

	it("moves the current statement and the playhead, but neither the page nor the focus", async () => {
		await playAt("0:10");
		const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
		const before = [await page.evaluate(() => scrollY), await focused()];
		const playhead = page.getByTestId("playhead");
		const stood = (await playhead.boundingBox())?.x ?? 0;
		await player.tell(page, { currentTime: 301 });
		await current().getByText("lit for the last time").waitFor();
		expect(await current().count()).toBe(1);
		await current().getByText("Playing now").waitFor();
		await player.tell(page, { playerState: 2 });
		await current().getByText("The video is here").waitFor();
		await expect
			.poll(async () => (await playhead.boundingBox())?.x ?? 0)
			.toBeGreaterThan(stood + 50);
		expect([await page.evaluate(() => scrollY), await focused()]).toEqual(before);
	});

	it("can be paused and resumed from the timeline by keyboard", async () => {
		await playAt("0:10");
		const button = page.getByRole("button", { name: "Pause the video" });
		await button.focus();
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "Play the video", exact: true }).press("Enter");
		await button.waitFor();
		await expect.poll(() => player.heard(page)).toEqual([["pauseVideo"], ["playVideo"]]);
	});

	it("explains that the owner allows playback only on YouTube", async () => {
		await playAt("1:15");
		await player.refuse(page, 150);
		const alert = page.getByRole("alert").filter({ hasText: "This video cannot play here" });
		await alert.waitFor();
		expect(await alert.getByRole("link", { name: /Watch at 1:15/ }).getAttribute("href")).toBe(
			`https://www.youtube.com/watch?v=${video_id}&t=75s`,
		);
	});
});

describe("player that does not load", () => {
	it("shows an error with links to YouTube and can be retried", async () => {
		await visit(PHONE, true);
		await timeLink("Play from 4:00").click();
		const alert = page.getByRole("alert").filter({ hasText: "The player did not answer" });
		await alert.waitFor();
		expect(await alert.getByRole("link", { name: /Watch at 4:00/ }).getAttribute("href")).toBe(
			`https://www.youtube.com/watch?v=${video_id}&t=240s`,
		);
		expect(await timeLink(/Watch at 1:15 on YouTube/).count()).toBe(1);
		await alert.getByRole("button", { name: "Try again" }).click();
		await expect.poll(() => player.loads.length).toBe(2);
	});
});
