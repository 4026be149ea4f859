import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { briefText, PHONE } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** The browser's console message for a code that was not found; the page shows its own. */
const REFUSED = /status of 422/;

const product = opened(() => startProduct({ YOUTUBE_API_KEY: "key", ADMIN_EMAILS: ADMIN_EMAIL }));
const { visit } = journeys(product);
let page: Page;
let admin: Client;
beforeAll(async () => {
	admin = await signedInAdmin(product);
});
let channels = 0;

/** A separate channel with one analyzed video. */
async function analysedChannel() {
	channels++;
	const channel_id = `UC${String(channels).padStart(22, "0")}`;
	const channel_name = `Harbour Talks ${channels}`;
	const id = product.newVideo({ channel_id, channel_name });
	product.youtube.describeChannel(channel_id, "About harbours.", { title: channel_name });
	const member = await product.member();
	await runToEnd(member, id);
	return { id, channel_id, channel_name, member };
}

type Channel = Awaited<ReturnType<typeof analysedChannel>>;

async function ownedChannel(): Promise<Channel> {
	const channel = await analysedChannel();
	const { body } = await channel.member.post<{ claim: { id: string; verification_code: string } }>(
		"/api/claims",
		{ url: watchUrl(channel.id) },
	);
	product.youtube.describeChannel(
		channel.channel_id,
		`About harbours. ${body.claim.verification_code}`,
		{ title: channel.channel_name },
	);
	const verified = await channel.member.post(`/api/claims/${body.claim.id}/verify`);
	expect(verified.status).toBe(200);
	return channel;
}

describe("channel owner on a phone", () => {
	let channel: Channel;

	describe("claiming a channel", () => {
		beforeEach(async () => {
			channel = await analysedChannel();
			const query = new URLSearchParams({ url: watchUrl(channel.id) });
			const path = `/dashboard?${query}`;
			page = await visit(path, { as: channel.member, viewport: PHONE, allowed: REFUSED });
		});

		it("submits a claim, learns that the code is missing, and is verified once it is there", async () => {
			const link = page.getByLabel("Video or channel link");
			expect(await link.inputValue()).toBe(watchUrl(channel.id));
			const confirmed = briefText(page, "Thank you");
			await page.getByRole("button", { name: "Submit Claim" }).click();
			await confirmed;
			await page.waitForURL("**/dashboard?tab=owner&view=manage");
			const claim = page.getByRole("article", { name: channel.channel_name });
			await claim.getByText("Pending").waitFor();

			await claim.getByRole("button", { name: "Verify" }).click();
			await claim.getByText(/code is not in/).waitFor();
			const code = await claim.getByLabel(/^Code for/).inputValue();
			product.youtube.describeChannel(channel.channel_id, `About harbours.\n${code}\n`, {
				title: channel.channel_name,
			});
			await claim.getByRole("button", { name: "Verify" }).click();
			await claim.getByText("Verified", { exact: true }).waitFor();
			await claim.getByRole("button", { name: "Respond" }).click();
			await page.getByText("1 analysis waits for your response").waitFor();
		});
	});

	describe("responding to an analysis", () => {
		beforeEach(async () => {
			channel = await ownedChannel();
			const path = "/dashboard?tab=owner&view=respond";
			page = await visit(path, { as: channel.member, viewport: PHONE });
		});

		it("publishes a response and sees the analysis as answered", async () => {
			await page.getByRole("link", { name: /^Respond/ }).click();
			await page.waitForURL(`**/results/${channel.id}#creator-response`);
			await page.getByRole("button", { name: "Respond to This Analysis" }).click();
			await page
				.getByLabel("Your response to this analysis")
				.fill("The figure comes from the survey of 1911.");
			await page.getByRole("button", { name: "Publish Response" }).click();
			await page.getByRole("button", { name: "Edit Response" }).first().waitFor();
			const { responses } = await product.visitor().report(channel.id);
			expect(responses.map(({ body }) => body)).toEqual([
				"The figure comes from the survey of 1911.",
			]);
			await page.goto(`${product.url}/dashboard?tab=owner&view=respond`);
			await page.getByText("No pending responses").waitFor();
			await page.getByText("The figure comes from the survey of 1911.").waitFor();
		});

		it("loses a response that an admin hides on its report, until it is shown again", async () => {
			const { id, channel_name } = channel;
			await channel.member.post("/api/responses", { video_id: id, body: "Buy my book." });
			const seen = async () => (await product.visitor().report(id)).responses[0]?.body;
			const own = page;
			page = await visit(`/results/${id}`, { as: admin, viewport: PHONE });
			const response = page.getByRole("region", { name: "Creator Response" });
			await response.getByText("Hide this response").click();
			await response.getByLabel(/^Why/).fill("It advertises.");
			await response.getByRole("button", { name: "Hide" }).click();
			await response.getByText("The response is hidden.").waitFor();
			await response.getByText("The site's team hides the response.").waitFor();
			await expect.poll(seen).toBe("");
			await own.goto(`${product.url}/results/${id}`);
			await own.getByText("The site's team hides the response.").waitFor();
			expect(await own.getByText("Hide this response").count()).toBe(0);

			await response.getByText("Show this response again").click();
			await response.getByRole("button", { name: "Show Again" }).click();
			await response.getByText("Buy my book.").waitFor();
			await expect.poll(seen).toBe("Buy my book.");
			await page.goto(`${product.url}/admin?view=audit`);
			const decision = page.getByRole("listitem").filter({ hasText: "It advertises." });
			await decision.getByText(channel_name).first().waitFor();
		});
	});
});
