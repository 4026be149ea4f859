import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	appRuns,
	DESKTOP,
	PHONE,
	signInAs,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";

const TITLE = "How harbour walls are built";
/** As many votes as settle a statement. */
const VOTERS = 5;

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let faults: string[];
let voter: Client;
let first_statement: string;

beforeAll(async () => {
	browser = await startBrowser();
	product = await startProduct();
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
afterAll(async () => {
	await browser?.close();
	await product?.stop();
});
afterEach(() => context?.close());

async function visit(viewport: typeof PHONE, path: string, member?: Client) {
	context = await browser.newContext({ viewport, reducedMotion: "reduce" });
	if (member !== undefined) await signInAs(context, product.url, member);
	page = await context.newPage();
	faults = watchFaults(page);
	await standInForThumbnails(page);
	await page.goto(product.url + path);
}

const sideways = () =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("dashboard on a %s", (_, viewport) => {
	it("opens from the header and shows the community without an account", async () => {
		await visit(viewport, "/");
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
		expect(faults).toEqual([]);
	});

	it("asks a visitor to sign in and then shows the requested tab", async () => {
		await visit(viewport, "/dashboard?tab=activity");
		await page.getByRole("heading", { name: "Sign In Required" }).waitFor();
		await page.getByRole("tabpanel").getByRole("button", { name: "Sign In" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Create Account" }).first().click();
		await dialog.getByLabel("Full name").fill("New Member");
		await dialog.getByLabel("Email").fill(`new-${viewport.width}@example.test`);
		await dialog.getByLabel("Password", { exact: true }).fill("correct horse battery");
		await dialog.getByRole("button", { name: "Create Account" }).last().click();
		await page.getByText("No activity yet").waitFor();
		expect(faults).toEqual([]);
	});

	it("finds a member's vote by filter and search", async () => {
		await visit(viewport, "/dashboard?tab=activity", voter);
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
		expect(faults).toEqual([]);
	});

	it("can be operated by keyboard", async () => {
		await visit(viewport, "/dashboard", voter);
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
		expect(faults).toEqual([]);
	});
});
