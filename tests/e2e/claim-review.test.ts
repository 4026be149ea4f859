import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	DESKTOP,
	PHONE,
	signInAs,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";

type Claims = { claims: { status: string; reason: string | null }[] };

let browser: Browser;
let product: Product;
let admin: Client;
let context: BrowserContext;
let page: Page;
let faults: string[];
let channels = 0;

// Without a YouTube API key no code can be checked, so the team decides.
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

async function visit(viewport: typeof PHONE, path: string, member: Client) {
	context = await browser.newContext({ viewport, reducedMotion: "reduce" });
	await signInAs(context, product.url, member);
	page = await context.newPage();
	faults = watchFaults(page);
	await page.goto(product.url + path);
}

/** A member with a claim on a channel that no other member claims. */
async function claimant() {
	channels++;
	const member = await product.member();
	const channel_id = `UC${String(channels).padStart(22, "0")}`;
	const url = `https://www.youtube.com/channel/${channel_id}`;
	const { status } = await member.post("/api/claims", { url });
	expect(status).toBe(201);
	const claims = async () => (await member.get<Claims>("/api/claims")).body.claims;
	return { member, channel_id, claims };
}

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("claim review on a %s", (_, viewport) => {
	it("opens from the dashboard, explains the effects and verifies a claim", async () => {
		const { member, channel_id, claims } = await claimant();
		await visit(viewport, "/dashboard", admin);
		await page.getByRole("link", { name: "Review of Claims" }).click();
		const claim = page.getByRole("article", { name: channel_id });
		await claim.getByRole("button", { name: /^Verify/ }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText(/can respond to every analysis/).waitFor();
		expect((await claims())[0]?.status).toBe("pending");
		await dialog.getByRole("button", { name: "Verify Claim" }).click();
		// While the dialog is open, the page behind it is hidden from role queries.
		await dialog.waitFor({ state: "detached" });
		await claim.waitFor({ state: "detached" });
		expect((await claims())[0]?.status).toBe("verified");
		await page.getByRole("tab", { name: "Verified" }).click();
		await claim.waitFor();
		expect(faults).toEqual([]);

		await context.close();
		await visit(viewport, "/dashboard?tab=owner&view=manage", member);
		await page.getByRole("button", { name: "Respond" }).waitFor();
		expect(faults).toEqual([]);
	});

	it("rejects a claim with a reason that the member can read", async () => {
		const { member, channel_id, claims } = await claimant();
		await visit(viewport, "/admin", admin);
		const claim = page.getByRole("article", { name: channel_id });
		await claim.getByRole("button", { name: /^Reject/ }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel(/^Reason/).fill("The channel names another owner.");
		await dialog.getByRole("button", { name: "Reject Claim" }).click();
		// While the dialog is open, the page behind it is hidden from role queries.
		await dialog.waitFor({ state: "detached" });
		await claim.waitFor({ state: "detached" });
		expect((await claims())[0]).toMatchObject({
			status: "rejected",
			reason: "The channel names another owner.",
		});
		expect(faults).toEqual([]);

		await context.close();
		await visit(viewport, "/dashboard?tab=owner&view=manage", member);
		await page.getByText(/The channel names another owner\./).waitFor();
		await page.getByRole("button", { name: "Claim It Again" }).waitFor();
		expect(faults).toEqual([]);
	});

	it('shows other members "Page not found"', async () => {
		const { member } = await claimant();
		await visit(viewport, "/admin", member);
		await page.getByRole("heading", { name: "Page not found" }).waitFor();
		expect(faults).toEqual([]);
	});
});
