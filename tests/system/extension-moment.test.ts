import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Sample } from "#contract/site.ts";
import { aTalkOfMoments } from "#tests/support/fixtures/checked-talks.ts";
import { extractFacts, holdRatingsFrom, longTalk } from "#tests/support/fixtures/talks.ts";
import { appRuns, signInAs, watchFaults } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import {
	DUBBED,
	type ExtensionWorld,
	ONE_SOUND,
	overlayOn,
	startExtensionWorld,
} from "#tests/support/world/extension-world.ts";
import { axeFindings } from "#tests/support/world/page-checks.ts";
import {
	DEMO_ENV,
	type SharedProduct,
	shareProduct,
	startProduct,
} from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

let product: SharedProduct;
let world: ExtensionWorld;
let member: Client;
let page: Page;
let talks = 700;

beforeAll(async () => {
	// Without Gemini nobody listens to a video whose captions the server does not get.
	product = await shareProduct({ GEMINI_API_KEY: "" });
	world = await startExtensionWorld(product.url);
	member = await product.member();
	await signInAs(world.context, world.front.url, member);
});
afterAll(() => world?.stop());
afterEach(async () => {
	world.front.mood.now = "up";
	product.ai.reset();
	await page?.close();
	Object.assign(world.site.player, ONE_SOUND);
	await inOptions((options) => options.evaluate(() => chrome.storage.local.clear()));
});

const { chip, marks, card, check, moment, panel, seek } = overlayOn(() => page);

async function inOptions<T>(work: (options: Page) => Promise<T>): Promise<T> {
	const options = await world.context.newPage();
	await options.goto(world.page("options.html"));
	const done = await work(options);
	await options.close();
	return done;
}

/** A talk of four minutes with a fact every nine seconds. */
function newTalk(more: Parameters<SharedProduct["newVideo"]>[0] = {}): string {
	product.ai.answer({ extract: extractFacts });
	talks += 1;
	return product.newVideo({ ...longTalk({ number: talks, words: 600, facts: 20 }), ...more });
}

async function watch(video_id: string, seconds = 100): Promise<void> {
	page = await world.watch(video_id);
	await check().waitFor();
	await page.evaluate((to) => {
		const video = document.querySelector("video");
		if (video) video.currentTime = to;
	}, seconds);
	await page.waitForFunction((to) => document.querySelector("video")?.currentTime === to, seconds);
}

/** Presses, and Allow in the window that opens at the first press. */
async function signInBy(press: () => Promise<unknown>): Promise<void> {
	const opened = world.context.waitForEvent("page");
	await press();
	await moment().getByText("Press Allow in the window that opens").waitFor();
	const window = await opened;
	await appRuns(window);
	const closed = window.waitForEvent("close");
	await window.getByRole("button", { name: "Allow" }).click();
	await closed;
}

const verdicts = () => moment().getByRole("article");

describe("A press on “Check the last minute”", () => {
	it("asks about this minute alone, and the card grows from what was said to the verdicts", async () => {
		const video_id = newTalk();
		world.front.asked.length = 0;
		await watch(video_id);
		expect(world.front.asked.map(({ path }) => path)).toEqual([
			expect.stringMatching(/^\/api\/v1\/lookup\/[0-9a-f]{4}\?statements=1$/),
		]);
		const release = holdRatingsFrom(product.ai, 1);
		await signInBy(() => check().click());
		await moment().getByText("Records show").first().waitFor();
		await moment()
			.getByRole("status")
			.getByText(/^(?:Searching for sources|Reading a source|Rating statements)$/)
			.waitFor();
		expect(await verdicts().count()).toBe(0);
		release();
		await expect.poll(() => verdicts().count()).toBe(3);
		await expect.poll(() => moment().getByRole("status").textContent()).toBe("");
		const sent = world.front.asked.filter(({ path }) => path === "/api/analyze");
		expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
			{ url: `https://www.youtube.com/watch?v=${video_id}`, at: 100 },
		]);
		const { statements, video } = await member.report(video_id);
		expect(video.scope).toBe("moments");
		const links = await verdicts()
			.getByRole("link", { name: "Open in the report" })
			.evaluateAll((all) => all.map((it) => it.getAttribute("href")));
		expect(links).toEqual(
			statements.map(({ id }) => `${world.front.url}/results/${video_id}/statements/${id}`),
		);
		// The page knows them now: no score, and a mark for each.
		await chip()
			.filter({ hasText: /^Moments only: \d/ })
			.waitFor();
		await expect.poll(() => marks().count()).toBe(3);
		await chip().click();
		await panel().getByText("1 moment checked; the whole video was not analyzed").waitFor();
		await panel().getByRole("button", { name: "Check the Whole Video" }).waitFor();

		// Within twenty seconds it is answered from what is there.
		const spent = product.ai.calls.length;
		await moment().getByRole("button", { name: "Close" }).click();
		await expect.poll(() => moment().getByText("The last minute").count()).toBe(0);
		await watch(video_id, 110);
		await chip()
			.filter({ hasText: /^Moments only: \d/ })
			.waitFor();
		await check().click();
		await expect.poll(() => verdicts().count()).toBe(3);
		expect(product.ai.calls).toHaveLength(spent);
	});

	it("shows a verdict's source and its quote, without findings of accessibility", async () => {
		const { video_id } = await published(product, aTalkOfMoments("Two minutes of tides"));
		const [, statement] = (await member.report(video_id)).statements;
		await watch(video_id, 125);
		const faults = watchFaults(page);
		await signInBy(() => check().click());
		expect(statement?.verdict).toBe("supported");
		await verdicts().getByText("Supported").waitFor();
		await verdicts()
			.getByText(statement?.content ?? "")
			.waitFor();
		await verdicts()
			.getByText(statement?.evidence[0]?.quote ?? "no quote")
			.waitFor();
		const isOurs = (finding: string) => !/^doubt: (?:frame-tested|video-caption)/.test(finding);
		expect((await axeFindings(page)).filter(isOurs)).toEqual([]);
		expect(faults).toEqual([]);
		await moment().getByRole("button", { name: "Close" }).focus();
		await page.keyboard.press("Escape");
		await expect.poll(() => verdicts().count()).toBe(0);
		await expect.poll(() => check().evaluate((it) => it.matches(":focus"))).toBe(true);
	});

	it("says that nothing can be checked, and offers no other try", async () => {
		const video_id = newTalk();
		product.ai.answer({ extract: () => ({ statements: [] }) });
		await watch(video_id);
		await signInBy(() => check().click());
		await moment().getByText("Nothing in this minute can be checked.").waitFor();
		expect(await moment().getByRole("button", { name: "Try Again" }).count()).toBe(0);
	});

	it("is ignored while an advertisement plays", async () => {
		await watch(newTalk());
		await page.evaluate(() => document.querySelector("#movie_player")?.classList.add("ad-showing"));
		await expect.poll(() => check().isVisible()).toBe(false);
		await page.keyboard.press("Alt+Shift+C");
		await page.waitForTimeout(300);
		expect(await moment().getByText("The last minute").count()).toBe(0);
	});
});

describe("If a check fails", () => {
	it("it can be tried again if that can help", async () => {
		const video_id = newTalk();
		await watch(video_id);
		await signInBy(() => check().click());
		await expect.poll(() => verdicts().count()).toBe(3);
		world.front.mood.now = "down";
		await watch(video_id, 180);
		await check().click();
		await moment().getByText("The server could not be reached").waitFor();
		world.front.mood.now = "up";
		await moment().getByRole("button", { name: "Try Again" }).click();
		await expect.poll(() => verdicts().count()).toBeGreaterThan(0);
	});

	it("it cannot be tried again where that cannot help", async () => {
		await watch(product.newVideo({ playability: "private" }));
		await signInBy(() => check().click());
		await moment().getByText("This video is private").waitFor();
		expect(await moment().getByRole("button", { name: "Try Again" }).count()).toBe(0);
		await chip().click();
		await panel().getByText("This video is private").waitFor();
		expect(
			await panel()
				.getByRole("button", { name: /Try Again|Check This Video/ })
				.count(),
		).toBe(0);
	});

	it("the original's captions of a dubbed video can be sent from the browser", async () => {
		const events = [95, 110].map((seconds) => ({
			tStartMs: seconds * 1_000,
			dDurationMs: 5_000,
			segs: [{ utf8: `Records show that mill ${seconds} was built in 1874.` }],
		}));
		world.site.captions.en = JSON.stringify({ events });
		world.site.captions.es = JSON.stringify({
			events: [{ tStartMs: 95_000, segs: [{ utf8: "Es de 1900." }] }],
		});
		Object.assign(world.site.player, DUBBED);
		const video_id = newTalk({ tracks: [{ language: "en", kind: "asr", gated: true }] });
		await watch(video_id);
		await signInBy(() => check().click());
		await moment().getByRole("button", { name: "Send the Captions from My Browser" }).click();
		await expect.poll(() => verdicts().count()).toBe(2);
		const { video } = await member.report(video_id);
		expect(video).toMatchObject({ scope: "moments", captions_read_by: "browser", language: "en" });
	});
});

describe("The keys", () => {
	it("check the last minute, but not while something is typed", async () => {
		const video_id = newTalk();
		await watch(video_id);
		await page.locator("#search").focus();
		await page.keyboard.press("Alt+Shift+C");
		await page.waitForTimeout(300);
		expect(await moment().getByText("The last minute").count()).toBe(0);
		await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
		await signInBy(() => page.keyboard.press("Alt+Shift+C"));
		await expect.poll(() => verdicts().count()).toBe(3);
	});

	it("can be changed and switched off in the settings", async () => {
		const press = (keys: string) =>
			inOptions(async (options) => {
				const field = options.getByLabel("Keys that check the last minute");
				await field.focus();
				await options.keyboard.press(keys);
				await options.getByText("Saved.").waitFor();
				return field.inputValue();
			});
		expect(await press("Control+Shift+7")).toBe("Ctrl+Shift+7");
		await watch(newTalk());
		expect(await check().getAttribute("title")).toBe("Check the last minute (Ctrl+Shift+7)");
		await page.keyboard.press("Alt+Shift+C");
		await page.waitForTimeout(300);
		expect(await moment().getByText("The last minute").count()).toBe(0);
		await signInBy(() => page.keyboard.press("Control+Shift+7"));
		await page.close();
		expect(await press("Backspace")).toBe("Off");
		await watch(newTalk());
		expect(await check().getAttribute("title")).toBe("Check the last minute");
	});
});

describe("In demo mode", () => {
	it("the card, its statements and the panel say that they are simulated", async () => {
		const demo = await startProduct(DEMO_ENV);
		const demo_world = await startExtensionWorld(demo.url);
		try {
			const visitor = await demo.member();
			await signInAs(demo_world.context, demo_world.front.url, visitor);
			const { body } = await visitor.get<{ samples: Sample[] }>("/api/samples");
			const [sample] = body.samples;
			page = await demo_world.watch(sample?.id ?? "");
			await check().waitFor();
			const opened = demo_world.context.waitForEvent("page");
			await page.evaluate(() => {
				const video = document.querySelector("video");
				if (video) video.currentTime = 200;
			});
			await check().click();
			const window = await opened;
			await appRuns(window);
			await window.getByRole("button", { name: "Allow" }).click();
			await verdicts()
				.first()
				.getByText(/^Simulated: /)
				.waitFor();
			await chip()
				.filter({ hasText: /^Simulated: Moments only: \d/ })
				.waitFor();
			await chip().click();
			await panel()
				.getByRole("listitem")
				.first()
				.getByText(/^Simulated: /)
				.waitFor();
			await moment().getByRole("button", { name: "Close" }).click();
			const [said] = (await visitor.report(sample?.id ?? "")).statements;
			await seek((said?.timestamp ?? 0) - 1);
			await card()
				.getByText(/^Simulated: /)
				.waitFor();
		} finally {
			await demo_world.stop();
			await demo.stop();
		}
	});
});
