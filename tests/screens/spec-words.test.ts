import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { HOME, watcher } from "#tests/support/fixtures/screens-public.ts";
import { MESSAGES_ELSEWHERE } from "#tests/support/fixtures/spec-words.ts";
import { briefText, startBrowser } from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { openScreen, type Screen } from "#tests/support/world/open-screen.ts";
import { OPENING, type ScreenWorld, shareScreenWorld } from "#tests/support/world/screen-world.ts";
import { stageLabel } from "#web/features/analysis/stage-label.ts";

const DESKTOP = { width: 1280, height: 900, theme: "light" } as const;

let browser: Browser;
let world: ScreenWorld;

beforeAll(async () => {
	[browser, world] = await Promise.all([startBrowser(), shareScreenWorld()]);
});
afterAll(() => browser?.close());

function screenOf(name: string): Screen {
	const found = SCREENS.find((screen) => screen.name === name);
	if (found === undefined) throw new Error(`There is no screen "${name}"`);
	return found;
}

function on(name: string, look: (page: Page) => Promise<void>) {
	return onScreen(screenOf(name), look);
}

async function onScreen(screen: Screen, look: (page: Page) => Promise<void>) {
	const { page, context } = await openScreen(browser, world, screen, DESKTOP);
	try {
		await look(page);
	} finally {
		await context.close();
	}
}

describe("the specification's words appear", () => {
	it.each([
		["", "Please enter a YouTube URL"],
		["https://example.com/watch?v=abcdefghijk", "Please enter a valid YouTube URL"],
		["https://www.youtube.com/playlist?list=x", "Invalid YouTube URL - could not extract video ID"],
	])("for the link %j", (link, message) =>
		on("home", async (page) => {
			await page.getByRole("textbox", { name: /YouTube link/ }).fill(link);
			await page.getByRole("button", { name: "Analyze Video" }).click();
			await page.getByText(message).waitFor();
		}),
	);

	it("while a search is under way", () =>
		on("home", async (page) => {
			await page.route(/\/api\/search/, () => {});
			await page.getByPlaceholder("Search analyzed videos...").fill("har");
			await page.getByText("Searching...").first().waitFor();
			await page.getByText("Searching videos...").first().waitFor();
		}));

	it("when a visitor votes", () =>
		on("results", async (page) => {
			await page
				.getByRole("button", { name: /^More about/ })
				.first()
				.click();
			await page
				.getByRole("button", { name: /^Agree/ })
				.first()
				.click();
			await page.getByText("Please sign in to vote on statements").waitFor();
		}));

	it("for three seconds after subscribing", () =>
		on("home", async (page) => {
			const form = page.getByRole("region", { name: "Stay Updated" });
			await form.getByRole("textbox").fill("reader@example.test");
			const subscribed = briefText(page, "Subscribed!");
			await form.getByRole("button", { name: "Subscribe" }).click();
			await subscribed;
			const done = form.getByRole("button", { name: "Subscribed!" });
			await done.waitFor({ state: "detached" });
		}));

	it("when an analysis is complete", () =>
		onScreen({ ...HOME, ...watcher, name: "home-watcher", path: "/" }, async (page) => {
			world.products.busy.youtube.set("finished-01", {
				title: "A quick talk",
				tracks: [{ language: "en", cues: [{ start: 0, text: OPENING }] }],
			});
			await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl("finished-01"));
			await page.getByRole("button", { name: "Analyze Video" }).click();
			const dialog = page.getByRole("dialog");
			await dialog.getByText("Analysis Complete").first().waitFor();
			await dialog.getByRole("link", { name: "View Detailed Results" }).waitFor();
			await dialog.getByRole("button", { name: "Close", exact: true }).waitFor();
		}));

	it("for every stage of a run, without a screen since most stages are too short to observe", () => {
		expect(stageLabel("extracting", false)).toBe("Extracting video content");
		expect(stageLabel("processing", false)).toBe("Processing statements");
		expect(stageLabel("openai", false)).toBe("OpenAI analyzing");
		expect(stageLabel("claude", false)).toBe("Claude analyzing");
		expect(stageLabel("gemini", false)).toBe("Gemini analyzing");
		expect(stageLabel("finalizing", false)).toMatch(/^Finalizing/);
		expect(stageLabel(null, false)).toBe("Starting analysis");
		expect(stageLabel(null, true)).toBe("Analysis Complete");
	});

	it.each(MESSAGES_ELSEWHERE)("in a separate test: %s", (message, file) => {
		const test = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
		expect(test).toContain(message);
	});
});
