import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	briefText,
	DESKTOP,
	PHONE,
	signInAs,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";

let browser: Browser;
let product: Product;
let admin: Client;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
	browser = await startBrowser();
	product = await startProduct({ ADMIN_EMAILS: ADMIN_EMAIL });
	admin = await signedInAdmin(product);
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
	await page.goto(product.url + path);
}

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("newsletter on a %s", (_, viewport) => {
	it("stores an address from the home page in the team's export", async () => {
		const email = `reader-${viewport.width}@example.test`;
		await visit(viewport, "/");
		await page.getByRole("heading", { name: "Stay Updated" }).waitFor();
		await page.getByLabel("Email").fill(email);
		const confirmed = briefText(page, "Subscribed!");
		await page.getByRole("button", { name: "Subscribe" }).click();
		await confirmed;
		await page.getByText("Thank you for subscribing.").waitFor();
		expect(faults).toEqual([]);

		await context.close();
		await visit(viewport, "/admin", admin);
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: "Export Newsletter List" }).click();
		expect((await download).suggestedFilename()).toBe("newsletter.csv");
		const { body } = await admin.get<string>("/api/admin/newsletter.csv");
		expect(body).toContain(email);
		expect(faults).toEqual([]);
	});

	it("shows a dismissible message for a mailed link", async () => {
		await visit(viewport, "/api/newsletter/unsubscribe?token=unknown");
		await page.getByText("This link is not valid").waitFor();
		await page.getByRole("button", { name: "Close" }).click();
		await page.getByText("This link is not valid").waitFor({ state: "detached" });
		expect(new URL(page.url()).search).toBe("");
		expect(faults).toEqual([]);
	});
});
