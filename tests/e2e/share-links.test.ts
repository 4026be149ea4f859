import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import type { Report } from "#contract/video.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { appRuns, watchRequests } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { DEVICES, journeys, type Visitor, WITH_MOTION } from "#tests/support/world/journey.ts";
import { expectFocus } from "#tests/support/world/keyboard.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** A larger layout shift is noticeable. */
const MOST_SHIFT = 0.02;

const product = shared(() => shareProduct());
const { newPage } = journeys(product);
let member: Client;
let report: Report;

beforeAll(async () => {
	member = await product.member();
	({ report } = await runToEnd(member, product.newVideo()));
});

type Visit = {
	page: Page;
	asked: string[];
	status: number;
	/** Resolves when no request is pending and the last frame's layout shifts are reported. */
	settled: () => Promise<void>;
};

/** Opens the path in a new context, like a link in a chat. */
async function follow(path: string, visitor: Visitor = {}): Promise<Visit> {
	const page = await newPage({ ...WITH_MOTION, ...visitor });
	const quiet = watchRequests(page);
	const asked: string[] = [];
	page.on("request", (request) => {
		const { pathname } = new URL(request.url());
		if (pathname.startsWith("/api/")) asked.push(pathname);
	});
	await page.addInitScript(watchShifts);
	const answer = await page.goto(product.url + path);
	const settled = () => quiet().then(() => drawn(page));
	return { page, asked, status: answer?.status() ?? 0, settled };
}

/** Runs in the page before its own scripts. */
function watchShifts() {
	const seen = Object.assign(window, { shift: 0, violations: 0 });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries())
			seen.shift += (entry as PerformanceEntry & { value: number }).value;
	}).observe({ type: "layout-shift", buffered: true });
	document.addEventListener("securitypolicyviolation", () => {
		seen.violations += 1;
	});
}

const measured = (page: Page) =>
	page.evaluate(() => {
		const { shift, violations } = window as unknown as { shift: number; violations: number };
		return { shift, violations };
	});

const started = (page: Page) =>
	page.getByRole("button", { name: "Share Results" }).first().waitFor();

async function drawn(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		await new Promise((resolve) => requestIdleCallback(resolve));
	});
}

describe.each(DEVICES)("a visitor's way from home to a report on a %s", (_, viewport) => {
	const card = (page: Page) =>
		page.getByRole("region", { name: "Recently Analyzed" }).getByRole("article").first();
	const dialog = (page: Page) => page.getByRole("dialog");

	it("is open by a mark, and by a card after one press of a key", async () => {
		const { page } = await follow("/", { viewport });
		await appRuns(page);
		await card(page).getByText("Login Required").waitFor({ state: "attached" });
		const marks = page.getByRole("navigation", { name: "Statements along the video" });
		await marks.getByRole("link").first().press("Enter");
		await page.waitForURL(/\/results\/[^#]+#s-/);
		expect(await dialog(page).count()).toBe(0);

		await page.goto(product.url);
		await appRuns(page);
		await card(page).getByRole("link").press("Enter");
		await expectFocus(page.getByRole("button", { name: "Read without signing in" }));
		await page.keyboard.press("Enter");
		await page.waitForURL(/\/results\//);
		await dialog(page).waitFor({ state: "detached" });
		await page
			.getByRole("button", { name: /Re-analyze|Run Fresh Analysis/ })
			.first()
			.click();
		await dialog(page).getByText("Create an account to analyze videos.").waitFor();
		expect(await dialog(page).getByText("Read without signing in").count()).toBe(0);

		await page.goto(`${product.url}/results`);
		await appRuns(page);
		await page.getByRole("article").first().getByRole("link").press("Enter");
		await page.waitForURL(/\/results\//);
		expect(await page.getByText("Login Required").count()).toBe(0);
	});
});

describe("share link", () => {
	it("shows title, score, verdict and statements without scripts", async () => {
		const { video, statements } = report;
		const { page, status } = await follow(`/results/${video.id}`, { javaScriptEnabled: false });
		expect(status).toBe(200);
		expect(await page.title()).toBe(`${video.title} · BS Detector`);
		expect(await page.locator("h1").textContent()).toBe(video.title);
		const verdict = page.getByRole("region", { name: "Verdict" });
		expect(await verdict.textContent()).toContain("0 is factual, 100 is false");
		const gauge = verdict.getByRole("meter", { name: "BS Score" });
		expect(await gauge.getAttribute("aria-valuetext")).toContain(`${video.bs_score} of 100`);
		expect(statements.length).toBeGreaterThan(1);
		for (const { quote, content, explanation } of statements) {
			const item = page.locator("[data-statement]", { hasText: quote || content });
			await item.waitFor();
			expect(await item.textContent()).toContain(explanation.slice(0, 20));
		}
		await page.getByRole("link", { name: "All Analyses" }).first().click();
		await page.waitForURL(`${product.url}/results`);
	});

	it.each(DEVICES)(
		"starts the app on a %s without refetching the report, layout shift or errors",
		async (_, viewport) => {
			const { page, asked, settled } = await follow(`/results/${report.video.id}`, { viewport });
			await started(page);
			await settled();
			expect(asked.filter((path) => path !== "/api/auth/session")).toEqual([]);
			const { shift, violations } = await measured(page);
			console.log(`Layout shift at ${viewport.width}: ${shift.toFixed(4)}`);
			expect(shift).toBeLessThanOrEqual(MOST_SHIFT);
			expect(violations).toBe(0);
			expect(await page.title()).toBe(`${report.video.title} · BS Detector`);
		},
	);

	it.each(DEVICES)(
		"to one statement shows it with its time and the video, without scrolling, on a %s",
		async (_, viewport) => {
			const statement = report.statements.at(-1);
			const path = `/results/${report.video.id}/statements/${statement?.id}`;
			const { page, status } = await follow(path, { viewport });
			expect(status).toBe(200);
			const about = await page.locator('meta[name="description"]').getAttribute("content");
			expect(about).toContain(`Said in “${report.video.title}”.`);
			await started(page);
			const claim = page.getByRole("region", { name: "This claim" });
			expect(await claim.textContent()).toContain(statement?.content);
			expect(await page.evaluate(() => scrollY)).toBe(0);
			await claim.getByRole("link", { name: /^(Play from|Watch at)/ }).waitFor();
			const ends = await page.evaluate(() =>
				["[data-claim]", "main [aria-label=Video] img"].map(
					(part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0,
				),
			);
			for (const end of ends) {
				expect(end).toBeGreaterThan(0);
				expect(end).toBeLessThan(viewport.height);
			}
			await page.getByRole("button", { name: /^Play from/ }).waitFor();
			await expect.poll(() => page.title()).toContain(`: ${statement?.content} · BS Detector`);
			expect((await measured(page)).shift).toBeLessThanOrEqual(MOST_SHIFT);
		},
	);

	it("to one statement leads to all that was found about it", async () => {
		const statement = report.statements.at(-1);
		const path = `/results/${report.video.id}/statements/${statement?.id}`;
		const permissions = ["clipboard-read", "clipboard-write"];
		const { page, asked } = await follow(path, { permissions });
		await started(page);
		await page.getByRole("link", { name: "All that was found about it" }).click();
		const card = page.locator(`[id="s-${statement?.id}"]`);
		await card.getByRole("button", { name: /Less/ }).waitFor();
		await page.waitForFunction((id) => {
			const top = document.getElementById(id)?.getBoundingClientRect().top;
			return top !== undefined && top >= 0 && top < window.innerHeight;
		}, `s-${statement?.id}`);
		await card.getByRole("button", { name: "Copy link to this statement" }).press("Enter");
		await expectFocus(card.getByRole("button", { name: "Link copied" }));
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + path);
		expect(asked.filter((it) => it !== "/api/auth/session")).toEqual([]);
	});

	it("to a video that was never analyzed shows a message, with status 404", async () => {
		const { page, asked, status, settled } = await follow("/results/unknownvid1", {
			// The browser logs the 404 of the page itself.
			allowed: /status of 404/,
		});
		expect(status).toBe(404);
		await page.getByRole("heading", { name: "Video Not Found" }).waitFor();
		await page.getByRole("button", { name: "Sign In" }).first().waitFor();
		await settled();
		await page.getByRole("heading", { name: "Video Not Found" }).waitFor();
		expect(asked.filter((path) => path !== "/api/auth/session")).toEqual([]);
	});

	it("to a video being analyzed follows the run to its end", async () => {
		const video_id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		await member.analyze(watchUrl(video_id));
		const { page, asked } = await follow(`/results/${video_id}`);
		const robots = page.locator('meta[name="robots"]');
		expect(await robots.getAttribute("content")).toBe("noindex");
		await expect.poll(() => asked).toContain(`/api/videos/${video_id}/events`);
		goOn();
		await started(page);
		await page.getByText("0 is factual, 100 is false").first().waitFor();
		expect((await measured(page)).violations).toBe(0);
	});

	it("to any page of the site has the same title as in the app", async () => {
		const { page } = await follow("/");
		for (const [path, { title }] of Object.entries(SITE_PAGES)) {
			await page.goto(product.url + path);
			await page.locator("main h1, main h2").first().waitFor();
			await appRuns(page);
			expect(await page.title(), path).toBe(`${title} · BS Detector`);
		}
	});

	it("refetches the report when the reader navigates back", async () => {
		const { page, asked } = await follow(`/results/${report.video.id}`);
		await started(page);
		await page.goto(`${product.url}/favicon.svg`);
		asked.length = 0;
		await page.goBack();
		await started(page);
		await expect.poll(() => asked).toContain(`/api/videos/${report.video.id}`);
	});
});
