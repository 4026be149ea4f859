import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTab } from "#tests/support/world/browser.ts";
import { createAccount, DEVICES, journeys, type Visitor } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct());
const { visit } = journeys(product);
let video_id: string;
let page: Page;

beforeAll(async () => {
	video_id = product.newVideo();
	await runToEnd(await product.member(), video_id);
});

async function openReport(visitor: Visitor) {
	page = await visit(`/results/${video_id}`, visitor);
	await openCards();
}

/** Opens every statement, since the votes are in its details. */
async function openCards() {
	const closed = page.getByRole("button", { name: /^More about/ });
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

describe.each(DEVICES)("voting on a %s", (_, viewport) => {
	beforeEach(async () => openReport({ viewport, as: await product.member() }));

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
	});

	it("appears in the member's other tab, also if that tab has voted before", async () => {
		const before = await counts(1);
		const first_tab = page;
		const second_tab = await openTab(page.context(), page.url());
		const seesVote = async (tab: Page, word: "Agree" | "Disagree") => {
			page = tab;
			await page.locator('button[aria-pressed="true"]', { hasText: word }).waitFor();
		};
		page = second_tab;
		await openCards();
		await statement(1).agree.click();
		await seesVote(first_tab, "Agree");
		expect(await counts(1)).toEqual([before[0] + 1, before[1]]);
		await statement(1).disagree.click();
		await seesVote(second_tab, "Disagree");
		expect(await counts(1)).toEqual([before[0], before[1] + 1]);
		await statement(1).disagree.click();
		await page.getByText("Vote removed").waitFor();
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
	});
});

describe("voting as a visitor", () => {
	it("asks to sign up and then counts the vote", async () => {
		await openReport({});
		const before = await counts(2);
		await statement(2).disagree.click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("Please sign in to vote on statements").waitFor();
		await createAccount(page, "voter@example.test");
		await page.getByText("You disagree with this rating", { exact: true }).waitFor();
		expect(await counts(2)).toEqual([before[0], before[1] + 1]);
		expect(await statement(2).disagree.getAttribute("aria-pressed")).toBe("true");
	});
});
