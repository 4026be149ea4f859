import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { openTab, PHONE } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const STREAM = "/api/notifications/events";

const product = opened(startProduct);
const { newPage } = journeys(product);
let member: Client;
let videos = 0;

const bell = (page: Page, name: string | RegExp = /^Notifications/) =>
	page.getByRole("button", { name, exact: typeof name === "string" });

/** The id and title of a video that was analyzed for the member outside the open pages. */
async function analysedElsewhere(): Promise<{ id: string; title: string }> {
	videos += 1;
	const title = `The harbour of ${videos}`;
	const id = product.newVideo({ title });
	await runToEnd(member, id);
	return { id, title };
}

describe("notifications in two tabs on a phone", () => {
	let first: Page;
	let second: Page;
	let streams: number;

	beforeEach(async () => {
		streams = 0;
		member = await product.member();
		first = await newPage({ as: member, viewport: PHONE });
		first.context().on("request", (request) => {
			if (new URL(request.url()).pathname === STREAM) streams += 1;
		});
		await first.goto(product.url);
		await bell(first).waitFor();
		second = await openTab(first.context(), `${product.url}/results`);
		await bell(second).waitFor();
	});

	it("appear in both tabs over one stream", async () => {
		await analysedElsewhere();
		await bell(first, "Notifications, 1 unread").waitFor();
		await bell(second, "Notifications, 1 unread").waitFor();
		await expect.poll(() => streams).toBe(1);
	});

	it("continue after the tab with the stream is closed", async () => {
		await first.close();
		await analysedElsewhere();
		await bell(second, "Notifications, 1 unread").waitFor();
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
	});
});
