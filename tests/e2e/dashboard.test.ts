import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { appRuns, PHONE } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { createAccount, DEVICES, journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";

const TITLE = "How harbour walls are built";
/** As many votes as settle a statement. */
const VOTERS = 5;

const product = opened(startProduct);
const { visit } = journeys(product);
let page: Page;
let voter: Client;
let first_statement: string;

beforeAll(async () => {
	const id = product.newVideo({ title: TITLE });
	voter = await product.member();
	await voter.analyze(watchUrl(id));
	await product.visitor().finished(id);
	const { statements } = await product.visitor().report(id);
	const [statement] = statements;
	if (statement === undefined) throw new Error("nothing to vote on");
	first_statement = statement.content;
	const others = await Promise.all(Array.from({ length: VOTERS - 1 }, () => product.member()));
	for (const member of [voter, ...others])
		await member.put(`/api/statements/${statement.id}/vote`, { vote_type: "upvote" });
});
const sideways = () =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(DEVICES)("dashboard on a %s", (_, viewport) => {
	it("opens from the header and shows the community without an account", async () => {
		page = await visit("/", { viewport });
		if (viewport === PHONE) await page.getByRole("button", { name: "Open menu" }).click();
		await page
			.getByRole("navigation", { name: "Main" })
			.getByRole("link", { name: "Dashboard" })
			.click();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await page.getByText("Accuracy is the share").waitFor();
		await page.getByRole("tab", { name: "Leaderboard" }).click();
		await page
			.getByRole("row", { name: /100% 100$/ })
			.first()
			.waitFor();
		expect(await page.getByRole("row").count()).toBe(1 + VOTERS);
		await page.getByRole("tab", { name: "Recent Activity" }).click();
		const latest = page.getByRole("tabpanel").last().getByRole("listitem");
		await latest.getByText(/analyzed/).waitFor();
		expect(await sideways()).toBe(0);
	});

	it("asks a visitor to sign in and then shows the requested tab", async () => {
		page = await visit("/dashboard?tab=activity", { viewport });
		await page.getByRole("heading", { name: "Sign In Required" }).waitFor();
		await page.getByRole("tabpanel").getByRole("button", { name: "Sign In" }).click();
		await createAccount(page, `new-${viewport.width}@example.test`);
		await page.getByText("No activity yet").waitFor();
	});

	it("finds a member's vote by filter and search", async () => {
		page = await visit("/dashboard?tab=activity", { as: voter, viewport });
		await page.getByText("Agreed with a rating").waitFor();
		await page.getByRole("button", { name: "Analyses" }).click();
		await page.getByText("Agreed with a rating").waitFor({ state: "detached" });
		await page.getByText("Analyzed", { exact: true }).waitFor();
		await page.getByRole("button", { name: "All" }).last().click();
		await page.getByLabel("Search your activity").fill(first_statement.slice(0, 12).toUpperCase());
		await page.getByText("Analyzed", { exact: true }).waitFor({ state: "detached" });
		await page.getByText(first_statement).waitFor();
		await page.getByRole("link", { name: TITLE }).click();
		await page.waitForURL("**/results/**#s-*");
	});

	it("can be operated by keyboard", async () => {
		page = await visit("/dashboard", { as: voter, viewport });
		// Keys that only the app handles are not repeated when it starts.
		await appRuns(page);
		const tab = page.getByRole("tab", { name: "Community Hub" });
		await tab.focus();
		await page.keyboard.press("ArrowRight");
		await page.getByLabel("Video or channel link").waitFor();
		await page.keyboard.press("Tab");
		await page.keyboard.press("ArrowRight");
		await page.getByText("No claims yet").waitFor();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await page.getByLabel("Video or channel link").waitFor();
		expect(new URL(page.url()).search).toBe("?tab=owner&view=claim");
	});
});
