import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { PHONE } from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { createAccount, DEVICES, journeys } from "#tests/support/world/journey.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { DEMO_ENV, shareProduct, startProduct } from "#tests/support/world/product.ts";

let page: Page;
let people = 0;

function signUp(): Promise<void> {
	people++;
	return createAccount(page, `person${people}@example.test`);
}

describe.each(DEVICES)("main journey in demo mode on a %s", (_, viewport) => {
	const product = opened(() => startProduct(DEMO_ENV));
	const { visit } = journeys(product);
	beforeEach(async () => {
		page = await visit("/", { viewport });
	});

	it("leads a newcomer from a sample's link to its results", async () => {
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl("sample-fact"));
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await signUp();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("How the metre got its length").waitFor();
		await dialog.getByText("Analysis Complete").first().waitFor();
		await dialog.getByRole("link", { name: "View Detailed Results" }).click();
		await page.waitForURL("**/results/sample-fact");
		await dialog.waitFor({ state: "detached" });
		await page.getByRole("heading", { level: 1, name: "How the metre got its length" }).waitFor();
		await page.getByRole("heading", { level: 2, name: /^Simulated: / }).waitFor();
		if (viewport === PHONE) await page.getByRole("button", { name: /^BS Score/ }).click();
		const gauge = page.getByRole("meter", { name: /BS Score/i });
		expect(await gauge.getAttribute("aria-valuetext")).toMatch(/of 100/);
		await page.getByText("Simulated").nth(3).waitFor({ state: "attached" });
		await page
			.getByText(/Demo mode/)
			.first()
			.waitFor({ state: "attached" });
		expect(product.youtube.calls).toEqual([]);
	});

	it("opens a finished sample without an account", async () => {
		await page.getByRole("link", { name: /Animals at the kitchen table.*Simulated:/ }).click();
		await page.waitForURL("**/results/sample-half");
		await page.getByRole("heading", { level: 1, name: /Animals at the kitchen table/ }).waitFor();
		expect(await page.getByRole("dialog").count()).toBe(0);
	});
});

describe("analysis journey", () => {
	const product = shared(() => shareProduct());
	const { visit } = journeys(product);
	beforeEach(async () => {
		product.ai.reset();
		page = await visit("/");
	});

	async function startAnalysis(id: string) {
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await signUp();
	}

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
		await dialog.getByRole("button", { name: "Read This Transcript" }).click();
		await dialog.getByRole("button", { name: "Analyze This Transcript" }).click();
		await dialog.getByText("Analysis Complete").first().waitFor();
		const report = await product.visitor().report(id);
		expect(report.video.transcript_source).toBe("member");
	});
});
