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
import { type Product, startProduct } from "#tests/support/world/product.ts";

const STREAM = "/api/notifications/events";

let browser: Browser;
let product: Product;
let context: BrowserContext;
let member: Client;
let faults: string[][];

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), startProduct()]);
});
afterAll(async () => {
	await browser?.close();
	await product?.stop();
});
afterEach(() => context?.close());

async function openTab(path: string): Promise<Page> {
	const page = await context.newPage();
	faults.push(watchFaults(page));
	await standInForThumbnails(page);
	await page.goto(product.url + path);
	await bell(page).waitFor();
	return page;
}

const bell = (page: Page, name: string | RegExp = /^Notifications/) =>
	page.getByRole("button", { name, exact: typeof name === "string" });

/** The id and title of a video that was analyzed for the member outside the open pages. */
async function analysedElsewhere(): Promise<{ id: string; title: string }> {
	const title = `The harbour of ${faults.length}`;
	const id = product.newVideo({ title });
	await member.analyze(watchUrl(id));
	await product.visitor().finished(id);
	return { id, title };
}

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("notifications in two tabs on a %s", (_, viewport) => {
	let first: Page;
	let second: Page;
	let streams: number;

	beforeEach(async () => {
		faults = [];
		streams = 0;
		member = await product.member();
		context = await browser.newContext({ viewport, reducedMotion: "reduce" });
		context.on("request", (request) => {
			if (new URL(request.url()).pathname === STREAM) streams += 1;
		});
		await signInAs(context, product.url, member);
		first = await openTab("/");
		second = await openTab("/results");
	});

	it("appear in both tabs over one stream", async () => {
		await analysedElsewhere();
		await bell(first, "Notifications, 1 unread").waitFor();
		await bell(second, "Notifications, 1 unread").waitFor();
		await expect.poll(() => streams).toBe(1);
		expect(faults.flat()).toEqual([]);
	});

	it("continue after the tab with the stream is closed", async () => {
		await first.close();
		await analysedElsewhere();
		await bell(second, "Notifications, 1 unread").waitFor();
		expect(faults.flat()).toEqual([]);
	});

	it("can be followed by keyboard and are then read in the other tab", async () => {
		const { id, title } = await analysedElsewhere();
		await bell(first, "Notifications, 1 unread").focus();
		await first.keyboard.press("Enter");
		const entry = first
			.getByRole("dialog", { name: "Notifications" })
			.getByRole("link", { name: new RegExp(title) });
		await entry.focus();
		await first.keyboard.press("Enter");
		await first.waitForURL(`**/results/${id}`);
		await first.getByRole("heading", { level: 1, name: title }).waitFor();
		await bell(first, "Notifications").waitFor();
		await bell(second, "Notifications").waitFor();
		expect(faults.flat()).toEqual([]);
	});

	it("combine votes and can all be marked read", async () => {
		const { id } = await analysedElsewhere();
		const { statements } = await product.visitor().report(id);
		for (const { id: statement_id } of statements.slice(0, 2)) {
			const voter = await product.member();
			const path = `/api/statements/${statement_id}/vote`;
			expect((await voter.put(path, { vote_type: "upvote" })).status).toBe(200);
		}
		await product.server.runScheduled();
		await bell(second, "Notifications, 2 unread").click();
		const list = second.getByRole("dialog", { name: "Notifications" });
		await list.getByText(/^2 new votes on/).waitFor();
		await list.getByRole("button", { name: "Mark all read" }).click();
		await bell(second, "Notifications").waitFor();
		await bell(first, "Notifications").waitFor();
		expect(faults.flat()).toEqual([]);
	});
});
