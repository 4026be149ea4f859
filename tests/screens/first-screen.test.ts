import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTalk } from "#tests/support/fixtures/checked-talks.ts";
import {
	DESKTOP,
	PHONE,
	standInForThumbnails,
	startBrowser,
} from "#tests/support/world/browser.ts";
import {
	type SharedProduct,
	shareProduct,
} from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

let browser: Browser;
let product: SharedProduct;
let report: string;

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), shareProduct()]);
	const { video_id } = await published(product, aTalk());
	report = `/results/${video_id}`;
});
afterAll(() => browser?.close());

const addressOf = (name: string) =>
	product.url + ({ home: "/", archive: "/results" }[name] ?? report);

/** The first screen without the app and its fonts, with or without the style sheet. */
async function look(
	address: string,
	served: { headers: Record<string, string>; body: string },
	viewport: typeof PHONE,
	{ sheet, dark }: { sheet: boolean; dark: boolean },
): Promise<Buffer> {
	const context = await browser.newContext({
		viewport,
		colorScheme: dark ? "dark" : "light",
		javaScriptEnabled: false,
	});
	const page = await context.newPage();
	await standInForThumbnails(page);
	await page.route(/\.woff2$/, (route) => route.abort());
	if (!sheet) await page.route(/\.css$/, (route) => route.abort());
	// The same page both times: other tests add to the product's lists.
	await page.route(address, (route) => route.fulfill(served));
	await page.goto(address);
	const picture = await page.screenshot({ animations: "disabled" });
	await context.close();
	return picture;
}

describe("The first screen, before the style sheet is there", () => {
	it.each(
		["home", "archive", "report"].flatMap((name) => [
			[name, "phone", PHONE] as const,
			[name, "desktop", DESKTOP] as const,
		]),
	)("looks as it will stay: %s on a %s", async (name, _device, viewport) => {
		const dark = name === "report";
		const address = addressOf(name);
		const answer = await fetch(address);
		const headers = Object.fromEntries(
			["content-type", "content-security-policy"].map((header) => [
				header,
				answer.headers.get(header) ?? "",
			]),
		);
		const served = { headers, body: await answer.text() };
		const before = await look(address, served, viewport, {
			sheet: false,
			dark,
		});
		const after = await look(address, served, viewport, { sheet: true, dark });
		expect(before.equals(after)).toBe(true);
	});

	it.each(["home", "archive", "report"])(
		"is painted while every other file is still on its way: %s",
		async (name) => {
			const page = await browser.newPage();
			await page.route(/\.(css|js|woff2)$/, () => {});
			await page.goto(addressOf(name), { waitUntil: "commit" });
			await page.locator("h1").waitFor();
			await page.waitForFunction(
				() => performance.getEntriesByType("paint").length > 0,
			);
			await page.close();
		},
	);
});
