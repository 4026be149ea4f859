import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appRuns, briefText, PHONE } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** The layout shift allowed while the page loads. */
const MOST_SHIFT = 0.02;
/** Delays every API response, so that the loading states are visible. */
const SLOW_MS = 1_000;
/** The console messages about what the tests keep from loading. */
const FAILED = /^Failed to load|A part of the page was not loaded/;

const product = opened(startProduct);
// Older versions never retry a module that failed to load.
const { newPage } = journeys(product, { whole: true });
let page: Page;
let member: Client;
let video_id = "";

beforeAll(async () => {
	member = await product.member();
	for (let n = 0; n < 3; n++) {
		video_id = product.newVideo({ title: `Talk ${n} of an evening` });
		await runToEnd(member, video_id);
	}
});

async function slowApi(): Promise<void> {
	await page.route("**/api/**", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
		await route.continue();
	});
}

type Shifts = { sum: number; found: string[] };

/** Records the browser's layout shift entries and the elements that moved. */
async function watchShifts(): Promise<void> {
	await page.addInitScript(() => {
		const found: string[] = [];
		let sum = 0;
		Object.assign(window, { shifts: () => ({ sum, found }) });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
					value: number;
					hadRecentInput: boolean;
					sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
				};
				if (hadRecentInput) continue;
				sum += value;
				for (const { node, previousRect, currentRect } of sources) {
					const text = node?.textContent?.slice(0, 60) ?? "";
					const moved = `y ${previousRect.y} → ${currentRect.y}, height ${previousRect.height} → ${currentRect.height}`;
					found.push(`${value.toFixed(4)} ${moved}: “${text}”`);
				}
			}
		}).observe({ type: "layout-shift", buffered: true });
	});
}

async function expectNoShift(): Promise<void> {
	await page.waitForLoadState("networkidle");
	const { sum, found } = await page.evaluate<Shifts>("window.shifts()");
	expect(sum, found.join("\n")).toBeLessThanOrEqual(MOST_SHIFT);
}

function chooseTalk(): Promise<void> {
	return page
		.getByRole("link", { name: /Talk 2 of an evening/ })
		.first()
		.click();
}

describe.each(DEVICES)("slow page load on a %s", (_, viewport) => {
	beforeEach(async () => {
		page = await newPage({ as: member, viewport });
		await watchShifts();
		await slowApi();
	});

	it("does not shift the layout of the home page", async () => {
		await page.goto(product.url);
		await page.getByText("Talk 0 of an evening").last().waitFor();
		await expectNoShift();
	});

	it("does not shift the layout of a shared result", async () => {
		await page.goto(`${product.url}/results/${video_id}`);
		await page.getByRole("button", { name: "Run Fresh Analysis" }).waitFor();
		await expectNoShift();
	});

	it("does not shift the layout of a result opened from the archive", async () => {
		await page.goto(`${product.url}/results`);
		await appRuns(page);
		const loading = briefText(page, "Loading Analysis...");
		await chooseTalk();
		await loading;
		await page.getByRole("article").first().waitFor();
		await expectNoShift();
	});
});

describe("code that fails to load", () => {
	beforeEach(async () => {
		page = await newPage({ as: member, allowed: FAILED });
	});

	it("shows an error with a refresh button and recovers with Try Again", async () => {
		await page.goto(product.url);
		await appRuns(page);
		await page.route("**/assets/archive-page*", (route) =>
			route.fulfill({ status: 404, body: "" }),
		);
		await page.getByRole("link", { name: "All Analyses" }).first().click();
		await page.getByText("Something went wrong").waitFor();
		await page.getByRole("button", { name: "Refresh Page" }).waitFor();
		await page.unroute("**/assets/archive-page*");
		await page.getByRole("button", { name: "Try Again" }).click();
		await page.getByText("Talk 1 of an evening").waitFor();
	});

	it("keeps the page and shows a message if only a dialog is missing", async () => {
		await page.context().clearCookies();
		await page.goto(product.url);
		await appRuns(page);
		await page.route("**/assets/auth-dialog*", (route) => route.abort());
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl("abcdefghijk"));
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await page.getByText("This could not be loaded").waitFor();
		await page.getByRole("button", { name: "Refresh Page" }).waitFor();
		await page.getByRole("button", { name: "Analyze Video" }).waitFor();
		await page.unroute("**/assets/auth-dialog*");
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await page.getByRole("dialog").waitFor();
	});

	it("keeps the page if the shortcut help is missing, and opens it on the next try", async () => {
		await page.goto(`${product.url}/results/${video_id}`);
		await page.getByRole("article").first().waitFor();
		await page.route("**/assets/shortcut-help*", (route) => route.abort());
		// The shortcuts themselves load a moment after the page.
		const help = page.getByRole("button", { name: "Keyboard shortcuts" }).first();
		await help.click();
		await page.getByText("This could not be loaded").waitFor();
		expect(await page.getByText("Something went wrong").count()).toBe(0);
		await page.getByRole("article").first().waitFor();
		await page.unroute("**/assets/shortcut-help*");
		await help.click();
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
	});
});

describe("page without a connection", () => {
	beforeEach(async () => {
		page = await newPage({ as: member, viewport: PHONE, allowed: FAILED });
	});

	it("keeps the loaded content and shows when it was loaded", async () => {
		await page.goto(`${product.url}/results/${video_id}`);
		await appRuns(page);
		await page.getByRole("article").first().waitFor();
		await page.context().setOffline(true);
		await page.getByText(/You are offline. What you see was loaded before \d/).waitFor();
		expect(await page.getByRole("article").count()).toBeGreaterThan(0);
		await page.context().setOffline(false);
		await page.getByText(/You are offline/).waitFor({ state: "detached" });
	});

	it("shows which content failed to load and loads it with Try Again", async () => {
		await page.goto(`${product.url}/results`);
		await appRuns(page);
		await page.route("**/api/videos/*", (route) => route.abort());
		await chooseTalk();
		await page.getByText("Failed to fetch video").waitFor();
		await expect.poll(() => page.title()).toBe("Failed to fetch video · BS Detector");
		await page.unroute("**/api/videos/*");
		await page.getByRole("button", { name: "Try Again" }).click();
		await page.getByRole("article").first().waitFor();
	});

	it("shows that a video is unknown, with a link to the home page", async () => {
		const served = await page
			.context()
			.request.get(`${product.url}/results/unknown0000`, { maxRetries: 3 });
		expect(await served.text()).toContain("<title>Video Not Found · BS Detector</title>");
		await page.goto(`${product.url}/results/unknown0000`);
		await page.getByRole("heading", { name: "Video Not Found" }).waitFor();
		await expect.poll(() => page.title()).toBe("Video Not Found · BS Detector");
		await page.getByText("The video doesn't exist or hasn't been analyzed yet.").waitFor();
		await page.getByRole("link", { name: "Go Home" }).click();
		await page.getByRole("textbox", { name: /YouTube link/ }).waitFor();
	});
});
