import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import {
	DESKTOP,
	PHONE,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import {
	DEMO_ENV,
	type Product,
	type SharedProduct,
	shareProduct,
	startProduct,
} from "#tests/support/world/product.ts";

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let people = 0;

beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser?.close());
afterEach(() => context?.close());

async function visit(product: SharedProduct, viewport = DESKTOP, path = "/") {
	context = await browser.newContext({ viewport, reducedMotion: "reduce" });
	page = await context.newPage();
	faults = watchFaults(page);
	await standInForThumbnails(page);
	await page.goto(product.url + path);
}

async function createAccount() {
	people++;
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Create Account" }).first().click();
	await dialog.getByLabel("Full name").fill(`Person ${people}`);
	await dialog.getByLabel("Email").fill(`person${people}@example.test`);
	await dialog.getByLabel("Password", { exact: true }).fill("correct horse battery");
	await dialog.getByRole("button", { name: "Create Account" }).last().click();
}

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("main journey in demo mode on a %s", (_, viewport) => {
	let product: Product;
	beforeAll(async () => {
		product = await startProduct(DEMO_ENV);
	});
	afterAll(() => product?.stop());
	beforeEach(() => visit(product, viewport));

	it("leads a newcomer from a sample video to its results", async () => {
		await page.getByRole("button", { name: /How the metre got its length/ }).click();
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await createAccount();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("How the metre got its length").waitFor();
		await dialog.getByText("Analysis Complete").first().waitFor();
		await dialog.getByRole("button", { name: "View Detailed Results" }).click();
		await page.waitForURL("**/results/sample-fact");
		await dialog.waitFor({ state: "detached" });
		await page.getByRole("heading", { level: 1, name: "How the metre got its length" }).waitFor();
		const gauge = page.getByRole("meter", { name: /BS Score/i });
		expect(await gauge.getAttribute("aria-valuetext")).toMatch(/of 100/);
		await page.getByText("Simulated").nth(3).waitFor({ state: "attached" });
		await page
			.getByText(/Demo mode/)
			.first()
			.waitFor({ state: "attached" });
		expect(product.youtube.calls).toEqual([]);
		expect(faults).toEqual([]);
	});
});

describe("analysis journey", () => {
	let product: SharedProduct;
	beforeAll(async () => {
		product = await shareProduct();
	});
	beforeEach(() => {
		product.ai.reset();
		return visit(product);
	});

	async function startAnalysis(id: string) {
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await createAccount();
	}

	it("shows progress, continues in the background and is found again after a reload", async () => {
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		await startAnalysis(id);
		const dialog = page.getByRole("dialog");
		await dialog
			.getByText(/analyzing$/)
			.first()
			.waitFor();
		await expect.poll(() => page.title()).toMatch(/\d+\.?\d*\s?%/);
		await dialog.getByRole("button", { name: "Continue in Background" }).click();
		await page.reload();
		const chip = page.getByRole("button", { name: /Analysis of/ });
		await chip.waitFor();
		goOn();
		await page.goto(`${product.url}/results/${id}`);
		await page.getByRole("heading", { level: 1, name: "An evening at the lighthouse" }).waitFor();
		await page
			.getByRole("meter", { name: /BS Score/i })
			.first()
			.waitFor();
		const statements = page.getByRole("article");
		await statements.first().waitFor();
		await page
			.getByRole("button", { name: /Re-analyze|Run Fresh Analysis/ })
			.first()
			.waitFor();
		const report = await product.visitor().report(id);
		await expect.poll(() => statements.count()).toBe(report.statements.length);
		expect(faults).toEqual([]);
	});

	it("explains a failure and continues with a pasted transcript", async () => {
		const id = product.newVideo({ tracks: null });
		product.ai.behave("gemini", { fault: { status: 403 } }, "transcribe");
		await startAnalysis(id);
		const dialog = page.getByRole("dialog");
		await dialog.getByText(/AI transcription failed/).waitFor();
		await dialog
			.getByRole("textbox")
			.fill(
				"In 1990 the tower was 30 metres tall. Studies show that 40 percent of visitors climb it.",
			);
		await dialog
			.getByRole("button", { name: /transcript/i })
			.last()
			.click();
		await dialog.getByText("Analysis Complete").first().waitFor();
		const report = await product.visitor().report(id);
		expect(report.video.transcript_source).toBe("member");
		expect(faults).toEqual([]);
	});

	it.each([
		["", "Please enter a YouTube URL"],
		["https://example.com/watch?v=abcdefghijk", "Please enter a valid YouTube URL"],
		["https://www.youtube.com/playlist?list=x", "Invalid YouTube URL - could not extract video ID"],
	])("answers the link %j with the specified message", async (link, sentence) => {
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(link);
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await page.getByText(sentence).waitFor();
	});
});
