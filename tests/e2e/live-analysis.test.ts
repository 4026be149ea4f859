import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
	answerSlowly,
	FACTS,
	holdRatingsFrom,
	SLOWLY,
	shortTalk,
} from "#tests/support/fixtures/talks.ts";
import {
	chipOf,
	dialogOf,
	openTab,
	percentOf,
	ratedIn,
	send,
	toastsOf,
} from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

describe("analysis in progress", () => {
	const product = shared(() => shareProduct(SLOWLY));
	const { visit } = journeys(product);
	let member: Client;
	let page: Page;
	beforeAll(async () => {
		member = await product.member();
	});
	beforeEach(async () => {
		answerSlowly(product.ai);
		page = await visit("/", { as: member });
	});

	it("shows statements one by one and leads to the results", async () => {
		const id = product.newVideo(shortTalk());
		const goOn = holdRatingsFrom(product.ai, 3);
		await send(page, id);
		const dialog = dialogOf(page);
		await ratedIn(page).nth(1).waitFor();
		const early = await percentOf(page);
		expect(await ratedIn(page).first().textContent()).toMatch(
			/BS Score \d+ ?(Factual|Questionable|Misleading)/,
		);
		expect(
			await dialog.getByRole("meter", { name: "BS Score" }).getAttribute("aria-valuetext"),
		).toMatch(/^\d+ of 100, .*so far/);
		await dialog.getByText(`2 of ${FACTS}`).first().waitFor();
		await expect.poll(() => page.title()).toMatch(/^\([6-8]\d%\) /);
		goOn();
		await ratedIn(page)
			.nth(FACTS - 1)
			.waitFor();
		await expect.poll(() => percentOf(page)).toBeGreaterThan(early);
		await dialog.getByRole("link", { name: "View Detailed Results" }).click();
		await page.waitForURL(`**/results/${id}`);
		await page.getByRole("button", { name: "Run Fresh Analysis" }).waitFor();
		await expect.poll(() => page.getByRole("article").count()).toBe(FACTS);
		await expect.poll(() => page.title()).not.toMatch(/%/);
		expect(await toastsOf(page).count()).toBe(0);
	});

	it("starts only one run on a double click", async () => {
		const id = product.newVideo(shortTalk());
		const earlier = product.ai.calls.length;
		await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
		await page.getByRole("button", { name: "Analyze Video" }).dblclick();
		await dialogOf(page).getByText("Analysis Complete").first().waitFor();
		const rated = product.ai.calls.slice(earlier).filter(({ kind }) => kind === "rate");
		expect(rated).toHaveLength(FACTS * 3);
		expect((await product.visitor().report(id)).video.version).toBe(1);
	});

	it("is shown in the header of every tab and after a reload, and announces its end once", async () => {
		const id = product.newVideo(shortTalk());
		const goOn = holdRatingsFrom(product.ai, 3);
		await send(page, id);
		await ratedIn(page).first().waitFor();
		await dialogOf(page).getByRole("button", { name: "Continue in Background" }).click();
		await chipOf(page).waitFor();
		const second = await openTab(page.context(), `${product.url}/results`);
		await chipOf(second).waitFor();
		await page.reload();
		await chipOf(page).click();
		await ratedIn(page).nth(1).waitFor();
		await chipOf(second).click();
		await ratedIn(second).nth(1).waitFor();
		for (const tab of [page, second]) {
			await dialogOf(tab).getByRole("button", { name: "Continue in Background" }).click();
		}
		goOn();
		await chipOf(page).waitFor({ state: "detached", timeout: 30_000 });
		await chipOf(second).waitFor({ state: "detached" });
		const told = async () => (await toastsOf(page).count()) + (await toastsOf(second).count());
		await expect.poll(told).toBeGreaterThan(0);
		// Long enough for a second notification to appear, if there were one.
		await page.waitForTimeout(1_000);
		expect(await told()).toBe(1);
		await expect.poll(() => page.title()).not.toMatch(/%|Done/);
	});

	it("shows several runs, each of which can be opened from the other", async () => {
		const first = product.newVideo({ ...shortTalk(), title: "The first talk" });
		const second = product.newVideo({ ...shortTalk(), title: "The second talk" });
		// Neither run may end before both have been checked.
		let goOn = () => {};
		const until = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		product.ai.behave(
			"all",
			({ statement }) => (statement?.includes("pier 1 ") ? {} : { until }),
			"rate",
		);
		await send(page, first);
		await ratedIn(page).first().waitFor();
		await page.keyboard.press("Escape");
		await send(page, second);
		await dialogOf(page).getByText("The second talk").waitFor();
		await dialogOf(page)
			.getByRole("button", { name: /The first talk/ })
			.click();
		await ratedIn(page).first().waitFor();
		await page.keyboard.press("Escape");
		await chipOf(page).filter({ hasText: "+1" }).waitFor();
		goOn();
		await toastsOf(page).nth(1).waitFor({ timeout: 40_000 });
		await chipOf(page).waitFor({ state: "detached" });
	});

	it("reconnects after the device was offline", async () => {
		page = await visit("/", { as: member, allowed: /ERR_INTERNET_DISCONNECTED/ });
		const id = product.newVideo(shortTalk());
		await send(page, id);
		await ratedIn(page).first().waitFor();
		await page.context().setOffline(true);
		await page.getByText(/You are offline/).waitFor();
		await product.visitor().finished(id);
		await page.context().setOffline(false);
		await dialogOf(page).getByRole("link", { name: "View Detailed Results" }).waitFor();
		await page.getByText(/You are offline/).waitFor({ state: "detached" });
		await expect.poll(() => ratedIn(page).count()).toBe(FACTS);
	});
});
