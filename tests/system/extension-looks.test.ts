import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import {
	type ExtensionWorld,
	openExtension,
	overlayOn,
} from "#tests/support/world/extension-world.ts";
import { axeFindings } from "#tests/support/world/page-checks.ts";

let world: ExtensionWorld;
let checked: VideoId;
let page: Page;

beforeAll(async () => {
	({ world, checked } = await openExtension());
});
afterAll(() => world?.stop());
afterEach(() => page?.close());

/** The panel in its frame is judged by itself below; the stand-in's video has nothing to caption. */
const isOurs = (finding: string) => !/^doubt: (?:frame-tested|video-caption)/.test(finding);

const { chip, marks, card, panel, seek } = overlayOn(() => page);

describe("The overlay", () => {
	it.each([
		["light", {}],
		["dark", { dark: "" }],
		["right to left", { dir: "rtl" }],
	])("and its pages have no accessibility findings (%s)", async (name, look) => {
		page = await world.watch(checked);
		await chip().waitFor();
		await page.evaluate((attributes) => {
			for (const [key, value] of Object.entries(attributes))
				document.documentElement.setAttribute(key, value);
		}, look);
		await chip().click();
		await panel().getByRole("listitem").first().waitFor();
		await seek(14);
		await card().getByText("Refuted").waitFor();
		expect((await axeFindings(page)).filter(isOurs)).toEqual([]);
		const theme = name === "dark" ? "dark" : "light";
		for (const own of [`panel.html#v=${checked}&theme=${theme}`, "options.html"]) {
			const opened = await world.context.newPage();
			await opened.goto(world.page(own));
			await opened.getByRole("button").first().waitFor();
			expect(await axeFindings(opened)).toEqual([]);
			await opened.close();
		}
	});

	it.each([
		["theatre", 1280, "theater"],
		["narrow", 480, ""],
	])("has its place on a %s page", async (_, width, attribute) => {
		page = await world.watch(checked);
		await page.setViewportSize({ width, height: 900 });
		if (attribute)
			await page.evaluate(
				(it) => document.querySelector("ytd-watch-flexy")?.toggleAttribute(it, true),
				attribute,
			);
		await chip().click();
		await panel().getByRole("listitem").first().waitFor();
		const below = async () => {
			const box = await page.locator("#bs-detector-panel").boundingBox();
			const player = await page.locator("#movie_player").boundingBox();
			return (box?.y ?? 0) - (player?.y ?? 0) - (player?.height ?? 0);
		};
		await expect.poll(below).toBeGreaterThan(0);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
			width,
		);
	});

	it("shows its cards in full screen", async () => {
		page = await world.watch(checked);
		await expect.poll(() => marks().count()).toBe(4);
		await page.evaluate(() => document.querySelector("#movie_player")?.requestFullscreen());
		await seek(14);
		await card().getByText("Refuted").waitFor();
		expect(await card().getByText("Refuted").isVisible()).toBe(true);
	});
});
