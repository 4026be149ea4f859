import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { appRuns, PHONE } from "#tests/support/world/browser.ts";
import { holdApp, journeys, WITH_MOTION } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = opened(startProduct);
const { newPage, visit } = journeys(product);
let report: string;
/** Of one of its statements. */
let words: string;

beforeAll(async () => {
	const video_id = product.newVideo({ title: "A talk of an evening" });
	const ended = await runToEnd(await product.member(), video_id);
	words = ended.report.statements[0]?.content.split(" ").reverse().join(" ") ?? "";
	report = `/results/${video_id}`;
});

/** Opens the report, whose app does not run until `letCome` is called. */
async function openBeforeTheApp() {
	const page = await newPage({ ...WITH_MOTION, viewport: PHONE });
	const letCome = await holdApp(page);
	await page.goto(product.url + report, { waitUntil: "commit" });
	// The whole page has arrived, but no deferred script has run.
	await page.waitForFunction(() => document.readyState === "interactive");
	return { page, letCome };
}

it("A press on the last statement, before the app runs, opens it once it does", async () => {
	const { page, letCome } = await openBeforeTheApp();
	const more = page.locator('[data-press="more"]').last();
	await more.click();
	expect(await more.getAttribute("aria-expanded")).toBe("false");
	letCome();
	await page.locator('[data-statement] [data-press="more"][aria-expanded="true"]').waitFor();
	expect(await more.getAttribute("aria-expanded")).toBe("true");
});

it("A picture that fails before the app runs is replaced by the placeholder", async () => {
	const page = await newPage({ allowed: /ERR_FAILED/ });
	await page.route("https://i.ytimg.com/**", (route) => route.abort());
	const letCome = await holdApp(page);
	await page.goto(product.url + report, { waitUntil: "commit" });
	const picture = page.getByRole("main").locator("img");
	await picture.first().waitFor({ state: "attached" });
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>("main img")?.complete);
	letCome();
	await picture.waitFor({ state: "detached" });
	await page.getByRole("main").locator(".aspect-video svg").first().waitFor();

	// A picture further down, which the browser has not requested yet, is not taken for a failed one.
	const archive = await visit("/results", { viewport: { width: 360, height: 300 } });
	await appRuns(archive);
	expect(await archive.getByRole("main").locator("img").count()).toBeGreaterThan(0);
});

it("A transcript opened before the app runs shows its text once it does", async () => {
	const { page, letCome } = await openBeforeTheApp();
	await page.locator("summary", { hasText: "Transcript" }).click();
	letCome();
	await page.getByRole("region", { name: "Transcript text" }).waitFor();
});

it("Home shows the newest report without scripts, and the app requests nothing more of it", async () => {
	const latest = (page: Page) => page.getByRole("region", { name: "Latest report" });
	const marks = (page: Page) => latest(page).locator(`a[href*="${report}#"]`);

	const page = await visit("/", { javaScriptEnabled: false });
	await latest(page).getByText("A talk of an evening").waitFor();
	const served = await marks(page).count();
	expect(served).toBeGreaterThan(1);

	const app = await newPage(WITH_MOTION);
	const requested: string[] = [];
	app.on("request", (request) => requested.push(new URL(request.url()).pathname));
	await app.goto(product.url, { waitUntil: "networkidle" });
	await appRuns(app);
	expect(await marks(app).count()).toBe(served);
	expect(requested).toContain("/api/auth/session");
	expect(requested.filter((path) => /^\/api\/videos\//.test(path))).toEqual([]);
});

it("The archive and its search work without scripts", async () => {
	const page = await visit("/", { javaScriptEnabled: false, viewport: PHONE });
	await page.getByRole("link", { name: "All Analyses" }).first().click();
	await page.getByRole("link", { name: "A talk of an evening" }).waitFor();
	const search = page.getByRole("searchbox", { name: /title or channel/ });
	await search.fill("nothing like it");
	await search.press("Enter");
	await page.getByText("No videos found").waitFor();
	await page.getByRole("searchbox", { name: /title or channel/ }).fill("evening");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "A talk of an evening" }).click();
	await page.getByRole("heading", { level: 1, name: "A talk of an evening" }).waitFor();
	await page.getByRole("article").first().waitFor();
});

it("The archive finds statements without scripts, and with them without another request", async () => {
	const plain = await visit("/results", { javaScriptEnabled: false, viewport: PHONE });
	await plain.getByRole("link", { name: "Statements" }).click();
	const search = plain.getByRole("searchbox", { name: /what was said/ });
	await search.fill(words);
	await search.press("Enter");
	const hit = (page: Page) =>
		page.getByRole("main").getByRole("link", { name: /A talk of an evening/ });
	await hit(plain).first().waitFor();

	const asked: string[] = [];
	const page = await newPage({ viewport: PHONE });
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await page.goto(plain.url(), { waitUntil: "networkidle" });
	await appRuns(page);
	expect(await hit(page).count()).toBe(await hit(plain).count());
	expect(asked.filter((path) => /^\/api\/(search|videos)/.test(path))).toEqual([]);
});
