import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Me } from "#contract/me.ts";
import type { Notifications } from "#contract/notifications.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { PHONE } from "#tests/support/world/browser.ts";
import { startDisputeProduct } from "#tests/support/world/dispute-product.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { startSmtpSink } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { BICYCLE, ROOF } from "#tests/support/world/page-product.ts";
import { signedIn } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const WEEK_MS = 7 * 24 * 3_600_000;

const at = opened(async () => {
	const sink = await startSmtpSink();
	const started = await startDisputeProduct({ SMTP_URL: sink.url });
	return {
		...started,
		sink,
		async stop() {
			await started.stop();
			await sink.close();
		},
	};
});
const { visit } = journeys({
	get url() {
		return at.product.url;
	},
});

const channel = { channel_id: freshChannelId(), channel_name: "Harbour Talks" };
const videoSaying = (title: string, text: string) =>
	at.product.newVideo({
		...channel,
		title,
		tracks: [{ language: "en", cues: [{ start: 0, text }] }],
	});
const newsOn = (page: Page, kind: string) => page.getByRole("listitem").filter({ hasText: kind });

const borderLeft = (list: Element) => getComputedStyle(list).borderLeftWidth;

it("Members who follow a channel hear of an upload, its check, and a verdict that a dispute moved", async () => {
	const members = await signedIn(at.product, 2);
	const [member, other] = members;
	if (!member || !other) throw new Error("There are too few members");
	await at.product.rows("update members set email_confirmed_at = created_at");
	const first = videoSaying("About the roof", ROOF);
	await runToEnd(at.member, first);

	const [page, others] = await Promise.all(
		members.map(async (as) => {
			const page = await visit(`/results/${first}`, { as, viewport: PHONE });
			await page.getByRole("button", { name: "Follow channel" }).click();
			await page.getByRole("button", { name: "Following channel" }).waitFor();
			await page.goto(`${at.product.url}/following`);
			await page.getByLabel(/^Weekly email/).click();
			await page.getByText("You will get the weekly email.").waitFor();
			return page;
		}),
	);
	if (!page || !others) throw new Error("There are too few pages");

	const id = videoSaying("About bicycles", BICYCLE);
	const published_at = new Date().toISOString();
	at.product.youtube.setFeed(channel.channel_id, {
		uploads: [{ id, title: "About bicycles", published_at }],
	});
	await at.product.server.runScheduled();
	await page.reload();
	const upload = newsOn(page, "New video, not checked yet");
	await upload.getByText("About bicycles").waitFor();
	await upload.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByRole("link", { name: "View Detailed Results" }).click();
	await page.waitForURL(`**/results/${id}`);
	await others.reload();
	await newsOn(others, "Checked").getByText("About bicycles").waitFor();
	expect(await newsOn(others, "not checked yet").count()).toBe(0);

	const card = page.locator("[data-statement]");
	await card.getByRole("button", { name: /More/ }).click();
	await card.getByRole("button", { name: "Add a page about this" }).click();
	await card.getByLabel("Page address").fill(`${at.web.origin}/register`);
	await card.getByRole("button", { name: "Open page" }).click();
	await card.getByRole("button", { name: "Send page" }).click();
	await page.locator("[data-statement]", { hasText: "Supported" }).waitFor();

	await at.product.server.runScheduled();
	await others.getByRole("button", { name: /^Notifications, 1 unread/ }).click();
	await others.getByRole("link", { name: /A verdict moved/ }).waitFor();
	await others.keyboard.press("Escape");
	await expect
		.poll(async () => {
			const { body } = await member.get<Notifications>("/api/notifications");
			return body.notifications.map(({ type, read }) => [type, read]);
		})
		.toEqual(
			expect.arrayContaining([
				["dispute_settled", true],
				["verdict_moved", true],
			]),
		);
	for (const shown of [page, others]) {
		await shown.goto(`${at.product.url}/following`);
		const moved = newsOn(shown, "A verdict moved");
		await moved.getByText("Supported").waitFor();
		await moved.getByText(BICYCLE).waitFor();
		const fresh = shown.getByRole("region", { name: "New since your last visit" });
		expect(await fresh.getByRole("list").evaluate(borderLeft)).not.toBe("0px");
	}

	await at.product.server.runScheduled(new Date(Date.now() + WEEK_MS));
	await at.product.server.runScheduled(new Date(Date.now() + WEEK_MS + 60_000));
	expect(at.sink.mails).toHaveLength(2);
	const stops = await Promise.all(
		members.map(async (by) => {
			const { email, weekly_mail } = (await by.get<Me>("/api/me")).body;
			expect(weekly_mail).toBe(true);
			const { text = "", html = "" } = (await at.sink.next(email)).mail;
			for (const body of [text, html]) {
				expect(body).toContain("Unverified → Supported");
				expect(body).toContain("Written by AI models, quotes checked by code.");
				expect(body).toContain(`${at.product.url}/results/${id}`);
			}
			return /\S+\/following#token=\S+/.exec(text)?.[0] ?? "";
		}),
	);
	// As from a mail program, where nobody is signed in.
	const left = await visit(stops[0]?.slice(at.product.url.length) ?? "", { viewport: PHONE });
	await left.getByRole("button", { name: "Stop the Email" }).click();
	await left.getByText("The weekly email is stopped").waitFor();
	expect((await member.get<Me>("/api/me")).body.weekly_mail).toBe(false);
	expect((await other.get<Me>("/api/me")).body.weekly_mail).toBe(true);
});
