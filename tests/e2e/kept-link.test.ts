import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { answerSlowly, holdRatingsFrom, SLOWLY, shortTalk } from "#tests/support/fixtures/talks.ts";
import { dialogOf, openTab, send } from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { createAccount, journeys } from "#tests/support/world/journey.ts";
import { codeIn, linkIn, startSmtpSink } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";

/** The browser's console message for the link that a visitor sends before they sign in. */
const NOT_SIGNED_IN = /status of 401/;

const sink = opened(async () => {
	const it = await startSmtpSink();
	return { ...it, stop: it.close };
});
const product = opened(() => startProduct({ ...SLOWLY, SMTP_URL: sink.url }));
const { visit } = journeys(product);
let page: Page;
let id: string;
let email: string;
let goOn: () => void;
/** The answers to each request for an analysis, from all tabs. */
let asked: number[];
let people = 0;

const analysisIn = (tab: Page) => dialogOf(tab).getByText("Analyzing Video").first();
const confirm = (tab: Page) => tab.getByRole("button", { name: "Confirm My Account" }).click();

function watchStarts(context: BrowserContext): void {
	context.on("response", (response) => {
		if (new URL(response.url()).pathname === "/api/analyze") asked.push(response.status());
	});
}

beforeEach(async () => {
	people++;
	email = `keeper${people}@example.test`;
	answerSlowly(product.ai);
	id = product.newVideo(shortTalk());
	goOn = holdRatingsFrom(product.ai, 2);
	asked = [];
	page = await visit("/", { allowed: NOT_SIGNED_IN });
	watchStarts(page.context());
	await send(page, id);
	await dialogOf(page)
		.getByText(/Your link is kept/)
		.waitFor();
	await createAccount(page, email);
	await dialogOf(page)
		.getByText(/kept in this browser/)
		.waitFor();
});

describe("the link of a visitor who has to confirm their address", () => {
	it("goes on in the second tab that confirms it, and the first tab follows", async () => {
		const link = linkIn(await sink.next(email));
		const second = await openTab(page.context(), product.url + link.pathname + link.hash);
		await confirm(second);
		await second.getByText(/Your account is confirmed and you are signed in/).waitFor();
		await analysisIn(second).waitFor();
		await analysisIn(page).waitFor();
		await page.locator("header").getByText("A Newcomer").waitFor({ state: "attached" });
		// Started once, after the visitor's own try.
		expect(asked).toEqual([401, 202]);
		goOn();
		await dialogOf(page).getByRole("link", { name: "View Detailed Results" }).click();
		await page.waitForURL(`**/results/${id}`);
	});

	it("goes on where the code of the mail is typed, in the same tab", async () => {
		const received = await sink.next(email);
		await page.goto(`${product.url}${linkIn(received).pathname}`);
		await page.getByLabel("Email", { exact: true }).fill(email);
		await page.getByLabel("Code from the email").fill(codeIn(received));
		await page.getByRole("button", { name: "Use This Code" }).click();
		await confirm(page);
		await analysisIn(page).waitFor();
		expect(asked).toEqual([401, 202]);
		goOn();
	});

	it("leads to its results if they are there by then", async () => {
		goOn();
		const other = await product.member();
		await other.analyze(watchUrl(id));
		await expect.poll(async () => (await other.report(id)).video.analysis_status).toBe("completed");
		const link = linkIn(await sink.next(email));
		const second = await openTab(page.context(), product.url + link.pathname + link.hash);
		await confirm(second);
		await second.waitForURL(`**/results/${id}`);
		await page.waitForURL(`**/results/${id}`);
		expect(asked).toEqual([401, 200]);
	});

	it("waits for a sign-in here if another device confirms it", async () => {
		const link = linkIn(await sink.next(email));
		const elsewhere = await visit(link.pathname + link.hash);
		await confirm(elsewhere);
		await elsewhere
			.getByLabel("Your sign-up password", { exact: true })
			.fill("correct horse battery");
		await confirm(elsewhere);
		await elsewhere.getByText(/Your account is confirmed/).waitFor();
		// Only the browser knows the link.
		await elsewhere.getByRole("link", { name: "Analyze a Video" }).waitFor();
		expect(asked).toEqual([401]);

		await dialogOf(page).getByRole("button", { name: "Back to Sign In" }).click();
		await dialogOf(page).getByLabel("Password", { exact: true }).fill("correct horse battery");
		await dialogOf(page).getByRole("button", { name: "Sign In" }).first().click();
		await analysisIn(page).waitFor();
		expect(asked).toEqual([401, 202]);
		goOn();
	});

	it("is forgotten if its visitor closes the dialog before they sign up", async () => {
		const stranger = await visit("/", { allowed: NOT_SIGNED_IN });
		await send(stranger, id);
		await dialogOf(stranger)
			.getByText(/Your link is kept/)
			.waitFor();
		await stranger.keyboard.press("Escape");
		await dialogOf(stranger).waitFor({ state: "hidden" });
		expect(await stranger.evaluate(() => localStorage.getItem("kept-link"))).toBeNull();
		goOn();
	});
});
