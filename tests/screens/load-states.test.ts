import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aFullTalk } from "#tests/support/fixtures/checked-talks.ts";
import { appRuns, briefText, PHONE } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";
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

/** Whether the element's own box is in front along its height. */
function isUncovered(shown: Locator): Promise<boolean> {
	return shown.evaluate((element) => {
		const { left, top, bottom } = element.getBoundingClientRect();
		return [top + 1, (top + bottom) / 2, bottom - 1].every((y) =>
			element.contains(document.elementFromPoint(left + 20, y)),
		);
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

	it("opens the page from the server, whose text stays until the code is loaded", async () => {
		await page.goto(product.url);
		await appRuns(page);
		await page.route("**/assets/archive-page*", (route) =>
			route.fulfill({ status: 404, body: "" }),
		);
		await page.getByRole("link", { name: "All Analyses" }).first().click();
		// The server answers, so the browser opens the page from it, which keeps what was served.
		await page.waitForFunction(() =>
			performance.getEntriesByType("navigation")[0]?.name.endsWith("/results"),
		);
		await page.getByText("Talk 1 of an evening").waitFor();
		await page.unroute("**/assets/archive-page*");
		await appRuns(page);
		await page.getByText("Talk 1 of an evening").waitFor();
	});

	it("keeps the page and shows a message while only a dialog is missing, which then opens", async () => {
		await page.context().clearCookies();
		// Refused from the start: an idle browser loads the dialog ahead.
		await page.route("**/assets/auth-dialog*", (route) => route.abort());
		await page.goto(product.url);
		await appRuns(page);
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl("abcdefghijk"));
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await page.getByText("This could not be loaded").waitFor();
		await page.getByRole("button", { name: "Refresh Page" }).waitFor();
		expect(await page.getByRole("textbox", { name: /YouTube link/ }).inputValue()).not.toBe("");
		await page.unroute("**/assets/auth-dialog*");
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

	describe.each(DEVICES)("on a full report on a %s", (_, viewport) => {
		const title = "A long talk of an evening";
		let report = "";
		/** Whether everything but the missing part is still there. */
		const pageStays = async () => {
			expect(await page.getByRole("heading", { level: 1, includeHidden: true }).textContent()).toBe(
				title,
			);
			expect(
				await page
					.getByRole("heading", { name: "Statement Analysis", includeHidden: true })
					.count(),
			).toBe(1);
		};

		beforeEach(async () => {
			report ||= `/results/${(await published(product, aFullTalk(title))).video_id}`;
			page = await newPage({ as: member, viewport, allowed: FAILED });
		});

		it("every control works or says why it does not, and nothing takes the page away", async () => {
			await page.goto(product.url + report);
			await appRuns(page);
			// Loaded while the browser is idle.
			await page.waitForFunction(() => {
				const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
				return ["evidence-drawer", "action-menu", "embed-dialog", "transcript-body"].every((part) =>
					loaded.some((name) => name.includes(`/assets/${part}`)),
				);
			});
			await page.context().setOffline(true);
			await page.getByText(/You are offline/).waitFor();
			const main = page.getByRole("main");

			await main.locator("a[href^='#s-']").nth(3).click();
			await main.getByRole("link", { name: "Open at the quote" }).first().waitFor();
			// What sticks leaves the notice in view.
			await expect.poll(() => isUncovered(page.getByText(/You are offline/))).toBe(true);
			for (const name of ["Share Results", "Export Report"]) {
				await main.getByRole("button", { name }).click();
				await page.getByRole("menuitem").first().waitFor();
				await page.keyboard.press("Escape");
			}
			const transcript = main
				.locator("details")
				.filter({ has: page.locator("summary", { hasText: "Transcript" }) });
			await transcript.locator("summary").click();
			const unreached = transcript.getByText("We could not reach the server");
			await unreached.waitFor();
			await main
				.getByRole("button", { name: /^Agree/ })
				.filter({ visible: true })
				.first()
				.click();
			await page.getByText("Vote not counted").waitFor();

			const controls = page.locator("button, summary, a[href^='#s-']").filter({ visible: true });
			const pressed: string[] = [];
			for (let place = 0; place < (await controls.count()); place += 1) {
				pressed.push(
					await controls.nth(place).evaluate((control: HTMLElement) => {
						control.click();
						return control.textContent;
					}),
				);
				await page.keyboard.press("Escape");
				await pageStays();
			}
			expect(pressed.length).toBeGreaterThan(30);

			await page.context().setOffline(false);
			await unreached.waitFor({ state: "detached" });
		});

		it("what was not loaded ahead says so in its place, and appears when the connection is back", async () => {
			await page.addInitScript(() => {
				Object.defineProperty(navigator, "connection", { value: { saveData: true } });
			});
			await page.goto(product.url + report);
			await appRuns(page);
			await page.waitForFunction(() =>
				performance
					.getEntriesByType("resource")
					.some(({ name }) => name.includes("/assets/missing-page")),
			);
			await page.context().setOffline(true);
			const more = page.getByRole("button", { name: /^More about/ }).first();
			await more.click();
			const missing = page.locator("[data-statement]").first().getByText("This part could not be");
			await missing.waitFor();
			await page.getByRole("button", { name: "Share Results" }).click();
			await page.getByText("This could not be loaded").waitFor();
			await pageStays();

			// On a phone it is in the menu.
			await page
				.getByRole("link", { name: "All Analyses", includeHidden: true })
				.first()
				.evaluate((link: HTMLElement) => link.click());
			await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
			await page.getByText("You are offline. It appears").waitFor();
			await page.goBack();
			await pageStays();

			await more.click();
			await missing.waitFor();
			const share = page.getByRole("button", { name: "Share Results" });
			await share.click();
			const notice = page.getByText("This could not be loaded").locator("..");
			await notice.getByText("You are offline. It appears here").waitFor();
			await page.context().setOffline(false);
			await page.getByText("What each model said").waitFor();
			await page.getByRole("menuitem").first().waitFor();
			await notice.waitFor({ state: "detached" });
		});
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
