import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { answerSlowly, FACTS, SLOWLY, shortTalk } from "#tests/support/fixtures/talks.ts";
import { dialogOf, ratedIn, send } from "#tests/support/world/browser.ts";
import { createMember, watchUrl } from "#tests/support/world/client.ts";
import { startCrashingProduct } from "#tests/support/world/crashing-product.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

/** A promise that the test resolves. */
function aMoment() {
	let now = () => {};
	const come = new Promise<void>((resolve) => {
		now = resolve;
	});
	return { come, now: () => now() };
}

describe("failed analysis", () => {
	const product = shared(() => shareProduct());
	const { visit } = journeys(product);
	let page: Page;
	beforeEach(async () => {
		product.ai.reset();
		page = await visit("/", { as: await product.member() });
	});

	const TRANSCRIPT =
		"In 1990 the tower was 30 metres tall. Studies show that 40 percent of visitors climb it.";

	it("explains the failure, accepts a transcript and keeps it if that run fails too", async () => {
		const id = product.newVideo({ tracks: null });
		product.ai.behave("gemini", { fault: { status: 403 } }, "transcribe");
		// Each run waits until its progress has been checked.
		const rated = aMoment();
		product.ai.behave("all", { until: rated.come, fault: { status: 403 } }, "rate");
		await send(page, id);
		const dialog = dialogOf(page);
		await dialog.getByRole("alert").waitFor();
		await dialog.getByLabel("Paste the transcript").fill(TRANSCRIPT);
		await dialog.getByRole("button", { name: "Read This Transcript" }).click();
		await dialog.getByRole("button", { name: "Analyze This Transcript" }).click();
		await dialog.getByText("Analyzing Video").waitFor();
		rated.now();
		await dialog.getByRole("button", { name: "Try Again" }).waitFor();
		product.ai.reset();
		const transcribed = aMoment();
		product.ai.behave("gemini", { until: transcribed.come, fault: { status: 403 } }, "transcribe");
		await dialog.getByRole("button", { name: "Try Again" }).click();
		await dialog.getByText("Analyzing Video").waitFor();
		transcribed.now();
		const field = dialog.getByLabel("Paste the transcript");
		await field.waitFor();
		expect(await field.inputValue()).toBe(TRANSCRIPT);
		await dialog.getByRole("button", { name: "Read This Transcript" }).click();
		await dialog.getByRole("button", { name: "Analyze This Transcript" }).click();
		await dialog.getByText("Analysis Complete").first().waitFor();
	});

	it("keeps the earlier result and shows a notice", async () => {
		const id = product.newVideo();
		const member = await product.member();
		await member.analyze(watchUrl(id));
		const earlier = await member.finished(id);
		product.ai.behave("all", { fault: { status: 403 } }, "rate");
		await page.goto(`${product.url}/results/${id}`);
		await page.getByRole("button", { name: "Re-analyze" }).click();
		await page.getByText("The fresh analysis failed").waitFor();
		await page.getByText(/The earlier result below is unchanged/).waitFor();
		await expect.poll(() => page.getByRole("article").count()).toBe(earlier.statements.length);
		expect((await member.report(id)).video).toEqual(earlier.video);
	});
});

describe("server killed during an analysis", () => {
	const product = opened(() => startCrashingProduct(SLOWLY));
	const { visit } = journeys(product);

	it("is reconnected to after its restart, and the run continues", async () => {
		answerSlowly(product.ai);
		const id = "crashed0001";
		product.youtube.set(id, shortTalk());
		const as = await createMember(product.url);
		const page = await visit("/", { as, allowed: /^Failed to load resource: net::/ });
		await send(page, id);
		await ratedIn(page).first().waitFor();
		await product.kill();
		const lost = dialogOf(page).getByText(/Connection lost/);
		await lost.waitFor({ timeout: 30_000 });
		for (const viewport of [
			{ width: 360, height: 640 },
			{ width: 390, height: 844 },
		]) {
			await page.setViewportSize(viewport);
			// Without scrolling.
			const box = await lost.boundingBox();
			expect(box?.y).toBeGreaterThan(0);
			expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
		}
		await product.start();
		await dialogOf(page)
			.getByText(/Connection lost/)
			.waitFor({ state: "detached", timeout: 30_000 });
		await dialogOf(page)
			.getByRole("link", { name: "View Detailed Results" })
			.waitFor({ timeout: 60_000 });
		await expect.poll(() => ratedIn(page).count()).toBe(FACTS);
	});
});
