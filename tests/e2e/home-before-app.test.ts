import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { encodeSeen } from "#http/reading.ts";
import { appRuns, PHONE } from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { holdApp, journeys, WITH_MOTION } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { DEMO_ENV, shareProduct } from "#tests/support/world/product.ts";

const LINK = watchUrl("sample-myth");

const product = shared(() => shareProduct(DEMO_ENV));
const { newPage } = journeys(product);
let page: Page;

const field = () => page.getByRole("textbox", { name: "YouTube link" });

async function words(): Promise<string> {
	const [text = ""] = await page.getByRole("main").allInnerTexts();
	return text;
}

/** As after a write of the visitor's own: a kept copy may be older than the data that the app reads. */
function readPastCopy(): Promise<void> {
	const value = encodeSeen({ bookmark: null, at_ms: Date.now() });
	return page.context().addCookies([{ name: "seen", value, url: product.url }]);
}

/** Opens home as on a slow network: the app's code loads once the returned function is called. */
async function visitSlowly(): Promise<() => void> {
	page = await newPage({ ...WITH_MOTION, viewport: PHONE, as: await product.member() });
	await readPastCopy();
	const letCome = await holdApp(page);
	await page.goto(product.url, { waitUntil: "commit" });
	await field().waitFor();
	return letCome;
}

describe("home page before the app has started", () => {
	// First, because a later test starts an analysis, whose result the page would show.
	it("has the same text as the app and is readable without scripts", async () => {
		const samples = async () =>
			(await product.visitor().get<{ videos: unknown[] }>("/api/samples/results")).body.videos;
		await expect.poll(samples, { timeout: 60_000 }).toHaveLength(3);
		page = await newPage({ javaScriptEnabled: false });
		await readPastCopy();
		await page.goto(product.url);
		const served = (await words()).split("\n").filter((line) => line !== "");

		(await visitSlowly())();
		await appRuns(page);
		// The server knows neither the reader's time zone nor that a member needs no account.
		const said = served.filter(
			(line) => !/need JavaScript|needs an account|Analyzed \w+ \d+, \d+/.test(line),
		);
		expect(served.join()).toContain("need JavaScript");
		expect(said.length).toBeGreaterThan(8);
		const missing = async () => {
			const shown = await words();
			return said.filter((line) => !shown.includes(line));
		};
		// The app replaces what it has not read yet by placeholders for a moment.
		await expect.poll(missing).toEqual([]);
	});

	it("keeps the text and the focus of its field", async () => {
		const letCome = await visitSlowly();
		await field().click();
		await page.keyboard.type(LINK);
		letCome();
		await appRuns(page);
		expect(await field().inputValue()).toBe(LINK);
		await page.keyboard.type("&t=1");
		expect(await field().inputValue()).toBe(`${LINK}&t=1`);
	});

	it("submits the form once the app has started", async () => {
		const letCome = await visitSlowly();
		await field().fill(LINK);
		await field().press("Enter");
		expect(page.url()).not.toContain("url=");
		letCome();
		await page.getByRole("dialog").waitFor();
		expect(await page.locator("input[name=url]").inputValue()).toBe(LINK);
	});

	it("submits a form below, which is hydrated after the rest", async () => {
		const letCome = await visitSlowly();
		// Leaves time between the hydration of the page's frame and that of its parts.
		const session = await page.context().newCDPSession(page);
		await session.send("Emulation.setCPUThrottlingRate", { rate: 10 });
		await page.getByLabel("Email").fill("reader@example.test");
		await page.getByRole("button", { name: "Subscribe" }).click();
		letCome();
		await page.getByText("Thank you for subscribing.").waitFor();
		expect(page.url()).not.toContain("email=");
	});

	it("replays a click on a button outside the form", async () => {
		const letCome = await visitSlowly();
		const menu = page.getByRole("button", { name: "Open menu" });
		await menu.click();
		letCome();
		await page.getByRole("button", { name: "Close menu" }).waitFor();
	});

	it("replays a shortcut key", async () => {
		const letCome = await visitSlowly();
		await page.keyboard.press("?");
		letCome();
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
	});
});
