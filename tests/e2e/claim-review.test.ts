import { beforeAll, describe, expect, it } from "vitest";
import { PHONE } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";

type Claims = { claims: { status: string; reason: string | null }[] };

// Without a YouTube API key no code can be checked, so the team decides.
const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const { visit } = journeys(product);
let admin: Client;
let channels = 0;
beforeAll(async () => {
	admin = await signedInAdmin(product);
});

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

describe("claim review on a phone", () => {
	it("opens from the dashboard, explains the effects and verifies a claim", async () => {
		const { member, channel_id, claims } = await claimant();
		const page = await visit("/dashboard", { as: admin, viewport: PHONE });
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

		const own = await visit("/dashboard?tab=owner&view=manage", { as: member, viewport: PHONE });
		await own.getByRole("button", { name: "Respond" }).waitFor();
	});

	it("rejects a claim with a reason that the member can read", async () => {
		const { member, channel_id, claims } = await claimant();
		const page = await visit("/admin", { as: admin, viewport: PHONE });
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

		const own = await visit("/dashboard?tab=owner&view=manage", { as: member, viewport: PHONE });
		await own.getByText(/The channel names another owner\./).waitFor();
		await own.getByRole("button", { name: "Claim It Again" }).waitFor();
	});
});
