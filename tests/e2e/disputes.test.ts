import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Notifications } from "#contract/notifications.ts";
import { PATIENCE_MS, PHONE } from "#tests/support/world/browser.ts";
import { startDisputeProduct } from "#tests/support/world/dispute-product.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { BICYCLE, idOf, ROOF } from "#tests/support/world/page-product.ts";

const at = opened(startDisputeProduct);
const { visit } = journeys({
	get url() {
		return at.product.url;
	},
});

async function openStatement(page: Page, video_id: string, statement_id: string) {
	await page.goto(`${at.product.url}/results/${video_id}#s-${statement_id}`);
	const card = page.locator(`#s-${statement_id}`);
	await card.getByText("Show in transcript").waitFor();
	return card;
}

describe("dispute on a phone", () => {
	it("moves a verdict with a page that a source names, and tells who disputed and who follows", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const [member, follower] = [await at.product.member(), await at.product.member()];
		await follower.put(`/api/follows/video/${video_id}`, {});
		const page = await visit("/", { as: member, viewport: PHONE });
		const card = await openStatement(page, video_id, idOf(report, "bicycle"));
		await card.getByRole("button", { name: "Add a page about this" }).click();
		await card.getByLabel("Page address").fill(`${at.web.origin}/register`);
		await card.getByRole("button", { name: "Open page" }).click();
		await card.getByText(/names this page, so the verdict may rest on it/).waitFor();
		await card
			.getByText(/says the register of vehicles/)
			.first()
			.waitFor();
		await card.getByLabel("Comment (optional, public)").fill("The register says so.");
		await card.getByRole("button", { name: "Send page" }).click();
		const moved = page.locator("[data-statement]", { hasText: "Supported" });
		await moved.waitFor();
		// The member has watched it happen, so the bell does not ring for it.
		await expect
			.poll(
				async () => {
					const { body } = await member.get<Notifications>("/api/notifications");
					return body.notifications.map(({ type, read }) => [type, read]);
				},
				{ timeout: PATIENCE_MS },
			)
			.toEqual([["dispute_settled", true]]);
		await page.getByRole("button", { name: "Notifications", exact: true }).click();
		const entry = page.getByRole("link", { name: /Verdict moved/ });
		await entry.getByText(/Unverified → Supported/).waitFor();
		await entry.click();
		await moved.getByText("Checked again: Unverified → Supported.").waitFor();
		await moved.getByText("The register says so.", { exact: true }).waitFor();
		await at.product.server.runScheduled();
		const told = await follower.get<Notifications>("/api/notifications");
		expect(told.body.notifications.map(({ type }) => type)).toContain("verdict_moved");
		await page.goto(`${at.product.url}/results/${video_id}/versions`);
		await page.getByText("Checked again: Unverified → Supported.").waitFor();
	});

	it("says before that another page cannot move a verdict, and counts no vote", async () => {
		const { video_id, report } = await at.analysed([ROOF]);
		const id = idOf(report, "roof");
		const page = await visit("/", { as: await at.product.member(), viewport: PHONE });
		const card = await openStatement(page, video_id, id);
		await card.getByRole("button", { name: "Dispute with a page" }).click();
		await card.getByLabel("Page address").fill(`${at.web.origin}/roof`);
		await card.getByRole("button", { name: "Open page" }).click();
		await card.getByText(/cannot move the verdict/).waitFor();
		await card.getByLabel("Why do you disagree?").selectOption("outdated");
		await card.getByRole("button", { name: "Send dispute" }).click();
		await card.getByText(/^Sent\./).waitFor();
		await card.getByText("Checked again: the verdict stays Supported.").waitFor();
		const next = await at.member.report(video_id);
		expect(next.statements[0]).toMatchObject({
			id,
			downvotes: 0,
			disputes: [{ reason: "outdated" }],
		});
	});
});
