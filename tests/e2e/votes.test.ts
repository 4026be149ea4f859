import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
	DESKTOP,
	PHONE,
	signInAs,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";

let browser: Browser;
let product: SharedProduct;
let video_id: string;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), shareProduct()]);
	const member = await product.member();
	video_id = product.newVideo();
	await member.analyze(watchUrl(video_id));
	await member.finished(video_id);
});
afterAll(() => browser?.close());
afterEach(() => context?.close());

async function visit(viewport: typeof DESKTOP, member: Client | null) {
	context = await browser.newContext({ viewport, reducedMotion: "reduce" });
	if (member !== null) await signInAs(context, product.url, member);
	page = await context.newPage();
	faults = watchFaults(page);
	await standInForThumbnails(page);
	await page.goto(`${product.url}/results/${video_id}`);
	await openCards();
}

/** Opens every statement, since the votes are in its details. */
async function openCards() {
	const closed = page.getByRole("button", { name: "More about this statement" });
	await closed.first().waitFor();
	while ((await closed.count()) > 0) await closed.first().click();
}

/** The vote buttons of one statement, counted from the top. */
function statement(index: number) {
	const group = page.getByRole("group", { name: "Is this rating right?" }).nth(index);
	return {
		agree: group.getByRole("button", { name: /^Agree/ }),
		disagree: group.getByRole("button", { name: /^Disagree/ }),
		group,
	};
}

async function counts(index: number): Promise<[number, number]> {
	const { statements } = await product.visitor().report(video_id);
	const found = statements[index];
	if (found === undefined) throw new Error("no such statement");
	return [found.upvotes, found.downvotes];
}

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("voting on a %s", (_, viewport) => {
	beforeEach(async () => visit(viewport, await product.member()));

	it("stores, switches, restores after a reload and withdraws a vote", async () => {
		const before = await counts(0);
		await statement(0).agree.click();
		await page.getByText("You agree with this rating", { exact: true }).waitFor();
		expect(await counts(0)).toEqual([before[0] + 1, before[1]]);

		await statement(0).disagree.click();
		await page.getByText("You disagree with this rating", { exact: true }).waitFor();
		expect(await counts(0)).toEqual([before[0], before[1] + 1]);

		await page.reload();
		await openCards();
		await page.locator('button[aria-pressed="true"]', { hasText: "Disagree" }).waitFor();
		await statement(0).disagree.click();
		await page.getByText("Vote removed").waitFor();
		expect(await counts(0)).toEqual(before);
		expect(faults).toEqual([]);
	});

	it("can be undone from its message by keyboard", async () => {
		const before = await counts(1);
		await statement(1).agree.focus();
		await page.keyboard.press("Enter");
		const undo = page.getByRole("button", { name: "Undo" });
		await undo.waitFor();
		await undo.focus();
		await page.keyboard.press("Enter");
		await page.getByText("Vote removed").waitFor();
		expect(await counts(1)).toEqual(before);
		expect(faults).toEqual([]);
	});
});

describe("voting as a visitor", () => {
	it("asks to sign up and then counts the vote", async () => {
		await visit(DESKTOP, null);
		const before = await counts(2);
		await statement(2).disagree.click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("Please sign in to vote on statements").waitFor();
		await dialog.getByRole("button", { name: "Create Account" }).click();
		await dialog.getByLabel("Full name").fill("A Voter");
		await dialog.getByLabel("Email").fill("voter@example.test");
		await dialog.getByLabel("Password", { exact: true }).fill("correct horse battery");
		await dialog.getByRole("button", { name: "Create Account" }).last().click();
		await page.getByText("You disagree with this rating", { exact: true }).waitFor();
		expect(await counts(2)).toEqual([before[0], before[1] + 1]);
		expect(await statement(2).disagree.getAttribute("aria-pressed")).toBe("true");
		expect(faults).toEqual([]);
	});
});
