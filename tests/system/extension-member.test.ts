import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserCaptions } from "#contract/browser-captions.ts";
import type { ApiKey } from "#contract/me.ts";
import { DISPUTED_TALK, rateDisputedTalk } from "#tests/support/fixtures/talks.ts";
import { appRuns, signInAs } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import {
	DUBBED,
	type ExtensionWorld,
	ONE_SOUND,
	overlayOn,
	startExtensionWorld,
} from "#tests/support/world/extension-world.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";

let product: SharedProduct;
let world: ExtensionWorld;
let member: Client;
let page: Page;

beforeAll(async () => {
	// Without Gemini nobody listens to a video whose captions the server does not get.
	product = await shareProduct({ GEMINI_API_KEY: "" });
	product.ai.answer({ rate: rateDisputedTalk });
	world = await startExtensionWorld(product.url);
	member = await product.member();
	await signInAs(world.context, world.front.url, member);
});
afterAll(() => world?.stop());
afterEach(async () => {
	await page?.close();
	Object.assign(world.site.player, ONE_SOUND);
	const options = await world.context.newPage();
	await options.goto(world.page("options.html"));
	await options.evaluate(() => chrome.storage.local.clear());
	await options.close();
});

const { chip, panel } = overlayOn(() => page);
const keys = async () => (await member.get<{ keys: ApiKey[] }>("/api/keys")).body.keys;

async function openPanel(video_id: string): Promise<void> {
	page = await world.watch(video_id);
	await chip().click();
	await panel().getByRole("button", { name: "Settings" }).waitFor();
}

/** Presses the button, and Allow in the window that it opens. */
async function signInBy(name: string): Promise<void> {
	const opened = world.context.waitForEvent("page");
	await panel().getByRole("button", { name, exact: true }).click();
	const window = await opened;
	await appRuns(window);
	const closed = window.waitForEvent("close");
	await window.getByRole("button", { name: "Allow" }).click();
	await closed;
}

async function signOut(): Promise<void> {
	await panel().getByRole("button", { name: "Sign Out" }).click();
	await panel().getByRole("button", { name: "Sign In", exact: true }).waitFor();
}

describe("A member in the extension", () => {
	it("signs in by a press on the site, has a video checked, follows it and votes", async () => {
		const video_id = product.newVideo(DISPUTED_TALK);
		await openPanel(video_id);
		await chip().filter({ hasText: "Not checked yet" }).waitFor();
		let goOn = () => {};
		const until = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		product.ai.behave("all", { until }, "rate");
		await signInBy("Sign In to Check This Video");
		await panel().getByRole("progressbar", { name: "Analysis" }).waitFor();
		goOn();
		const rows = panel().getByRole("listitem");
		await rows.first().waitFor();
		await chip().filter({ hasText: "from memory" }).waitFor();
		expect(await keys()).toMatchObject([{ name: "Browser extension" }]);

		const vote = rows.first().getByRole("button", { name: "Disagree" });
		await vote.click();
		await expect.poll(() => vote.getAttribute("aria-pressed")).toBe("true");
		const votes = async () =>
			(await member.get<{ votes: Record<string, string> }>(`/api/videos/${video_id}/my-votes`)).body
				.votes;
		expect(Object.values(await votes())).toEqual(["downvote"]);
		await vote.click();
		await expect.poll(() => vote.getAttribute("aria-pressed")).toBe("false");
		expect(await votes()).toEqual({});
		await signOut();
		expect(await keys()).toEqual([]);
	});

	it("whose key was revoked on the account page is asked to sign in again", async () => {
		const video_id = product.newVideo(DISPUTED_TALK);
		await member.analyze(`https://www.youtube.com/watch?v=${video_id}`);
		await member.finished(video_id);
		await openPanel(video_id);
		await signInBy("Sign In");
		await panel().getByRole("button", { name: "Sign Out" }).waitFor();
		const [key] = await keys();
		await member.delete(`/api/keys/${key?.id}`);
		const vote = panel().getByRole("button", { name: "Agree", exact: true });
		await vote.first().click();
		await panel().getByText("This API key is not valid").waitFor();
		await page.reload();
		await chip().click();
		await panel().getByRole("button", { name: "Sign In", exact: true }).waitFor();
	});

	it.each([
		["signs out", "Sign Out", ""],
		["changes the server", "Save", "http://127.0.0.1:9"],
	])(
		"who %s while the server is down is asked to revoke the key there",
		async (_, press, address) => {
			await openPanel("NeverSeen02");
			await signInBy("Sign In");
			await panel().getByRole("button", { name: "Sign Out" }).waitFor();
			const [key] = await keys();
			const options = await world.context.newPage();
			await options.goto(world.page("options.html"));
			if (address) await options.getByLabel("Address of the BS Detector site to use").fill(address);
			world.front.mood.now = "down";
			await options.getByRole("button", { name: press }).click();
			await options.getByText(`${world.front.url} did not confirm it`).waitFor();
			world.front.mood.now = "up";
			expect((await keys()).map(({ id }) => id)).toEqual([key?.id]);
			await options.getByRole("button", { name: "Sign In" }).waitFor();
			await options.close();
			await member.delete(`/api/keys/${key?.id}`);
		},
	);

	it("who changes the server leaves no key at the old one", async () => {
		await openPanel("NeverSeen02");
		await signInBy("Sign In");
		await panel().getByRole("button", { name: "Sign Out" }).waitFor();
		const options = await world.context.newPage();
		await options.goto(world.page("options.html"));
		await options.getByLabel("Address of the BS Detector site to use").fill("http://127.0.0.1:9");
		await options.getByRole("button", { name: "Save" }).click();
		await options.getByText("Saved.").waitFor();
		expect(await keys()).toEqual([]);
		await options.close();
	});

	it("who closes the window is not signed in", async () => {
		await openPanel("NeverSeen00");
		const opened = world.context.waitForEvent("page");
		await panel().getByRole("button", { name: "Sign In", exact: true }).click();
		const window = await opened;
		await appRuns(window);
		await window.close();
		await panel().getByText("You were not signed in").waitFor();
		expect(await keys()).toEqual([]);
	});
});

/** YouTube lists the captions, and sends the server none. */
const WITHHELD = { tracks: [{ language: "en", gated: true }] };

describe("Captions that YouTube withholds from the server", () => {
	const events = [
		{
			tStartMs: 15_000,
			dDurationMs: 5_000,
			segs: [{ utf8: "The harbour wall was built in 1874 by the town." }],
		},
	];

	const dub = [{ ...events[0], segs: [{ utf8: "El muro del puerto es de 1900." }] }];

	it("are read by the member's player, sent after a press, and marked as a member's", async () => {
		world.site.captions.en = JSON.stringify({ events });
		const video_id = product.newVideo(WITHHELD);
		await openPanel(video_id);
		await signInBy("Sign In to Check This Video");
		const send = panel().getByRole("button", { name: "Send the Captions from My Browser" });
		await send.waitFor();
		const asked = () => world.site.requests.filter((line) => line.includes("timedtext"));
		expect(asked()).toEqual([]);
		await send.click();
		await panel().getByRole("listitem").first().waitFor();
		expect(asked().at(-1)).toContain("fmt=json3");
		// The captions are off again, as the visitor had them.
		await page.locator(".ytp-subtitles-button[aria-pressed=false]").waitFor({ state: "attached" });
		const { video, statements } = await member.finished(video_id);
		expect(video).toMatchObject({ transcript_source: "member", captions_read_by: "browser" });
		await panel().getByText("Captions sent by members").waitFor();
		expect(statements[0]?.timestamp).toBe(15);
		await signOut();
	});

	it("are those of the original sound while the player shows a dub's", async () => {
		world.site.captions.en = JSON.stringify({ events });
		world.site.captions.es = JSON.stringify({ events: dub });
		Object.assign(world.site.player, DUBBED);
		const video_id = product.newVideo(WITHHELD);
		await member.analyze(watchUrl(video_id));
		await member.finished(video_id);
		await openPanel(video_id);
		await signInBy("Send the Captions from My Browser");
		await panel().getByRole("listitem").first().waitFor();
		const { video, statements } = await member.finished(video_id);
		expect(video.language).toBe("en");
		expect(statements[0]?.quote).toContain("1874");
		const sent = world.front.asked.findLast(({ path }) => path === "/api/analyze")?.body ?? "";
		const { transcript = "" } = JSON.parse(sent) as { transcript?: string };
		expect(transcript).toMatch(/\nLanguage: en\nKind: asr\nTrack: a\.en\n\n/);
		expect(transcript).not.toContain("puerto");
		await signOut();
	});

	it("are not offered if the player does not tell which are the original's", async () => {
		Object.assign(world.site.player, { tracks: ["a.es", "a.en"] });
		const video_id = product.newVideo(WITHHELD);
		await member.analyze(watchUrl(video_id));
		await member.finished(video_id);
		await openPanel(video_id);
		await panel().getByText("YouTube lists captions").waitFor();
		await page.waitForTimeout(500);
		expect(
			await panel()
				.getByRole("button", { name: /^Send the Captions/ })
				.count(),
		).toBe(0);
	});

	it("are offered again until two members have sent the same from two networks", async () => {
		world.site.captions.en = JSON.stringify({ events });
		const video_id = product.newVideo(WITHHELD);
		const other = await product.member();
		await other.analyze(watchUrl(video_id), {
			transcript: browserCaptions(
				["00:00:15.000 --> 00:00:20.000\nThe harbour wall was built in 1874 by the town."],
				{ language: "en", kind: "asr", vss_id: "a.en" },
			),
		});
		await other.finished(video_id);
		await openPanel(video_id);
		await panel().getByText("Members sent these captions").waitFor();
		await signInBy("Sign In");
		await panel().getByRole("button", { name: "Sign Out" }).waitFor();
		await panel().getByRole("button", { name: "Send the Captions from My Browser" }).click();
		await expect
			.poll(async () => (await member.report(video_id)).video)
			.toMatchObject({ captions_read_by: "browser", version: 2 });
		await panel().getByText("Captions sent by members").waitFor();
		await signOut();
	});

	it("are copied by a bookmark for those without the extension, and pasted on the site", async () => {
		world.site.captions.en = JSON.stringify({ events });
		world.site.captions.es = JSON.stringify({ events: dub });
		Object.assign(world.site.player, DUBBED);
		const video_id = product.newVideo(WITHHELD);
		await member.analyze(watchUrl(video_id));
		await member.finished(video_id);
		const site = await world.context.newPage();
		await site.goto(`${world.front.url}/results/${video_id}`);
		await appRuns(site);
		await site.getByText("Does YouTube show you its captions?").click();
		const href = await site
			.getByText("Copy YouTube's captions", { exact: true })
			.getAttribute("href");

		await world.context.grantPermissions(["clipboard-read", "clipboard-write"]);
		page = await world.watch(video_id);
		const said = page.waitForEvent("dialog");
		const script = decodeURIComponent(href?.replace("javascript:", "") ?? "");
		await page.evaluate(script);
		const dialog = await said;
		expect(dialog.message()).toContain("The captions are copied");
		await dialog.accept();

		await site.bringToFront();
		await site.getByLabel("Paste the transcript").focus();
		await site.keyboard.press("ControlOrMeta+V");
		// Before the request is answered, the failed run's end is the latest.
		const started = site.waitForResponse((it) => it.url().endsWith("/api/analyze"));
		await site.getByRole("button", { name: "Read This Transcript" }).click();
		await site.getByRole("button", { name: "Analyze This Transcript" }).click();
		await started;
		const { video } = await member.finished(video_id);
		expect(video).toMatchObject({ transcript_source: "member", captions_read_by: "browser" });
		expect(video.language).toBe("en");
		await site.close();
	});

	it("are not copied by the bookmark if the player does not tell which are the original's", async () => {
		Object.assign(world.site.player, { tracks: ["a.es", "a.en"] });
		const answer = await fetch(`${product.url}/captions-bookmarklet.json`);
		const script = String(await answer.json()).replace("javascript:", "");
		page = await world.watch(product.newVideo(WITHHELD));
		const asked = world.site.requests.length;
		// The page waits until it is closed.
		const said = page.waitForEvent("dialog").then(async (dialog) => {
			await dialog.accept();
			return dialog.message();
		});
		await page.evaluate(decodeURIComponent(script));
		expect(await said).toContain("does not tell which captions are those of the original");
		expect(world.site.requests.slice(asked).filter((it) => it.includes("timedtext"))).toEqual([]);
	});

	it("are not offered if the player has none, and a failure says so", async () => {
		world.site.captions.en = "";
		const video_id = product.newVideo(WITHHELD);
		await openPanel(video_id);
		await page.evaluate(() => {
			const button = document.querySelector<HTMLElement>(".ytp-subtitles-button");
			if (button) button.style.display = "none";
		});
		await signInBy("Sign In to Check This Video");
		await panel().getByText("YouTube lists captions").waitFor();
		const send = panel().getByRole("button", { name: "Send the Captions from My Browser" });
		expect(await send.count()).toBe(0);
		// A failed analysis is no result.
		await chip().filter({ hasText: "Not checked yet" }).waitFor();
		await page.reload();
		await chip().click();
		await send.click();
		await panel().getByText("The captions could not be read").waitFor();
	});
});
