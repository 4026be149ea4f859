import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import type { ApiKey } from "#contract/me.ts";
import { buildExtension } from "#scripts/extension.ts";
import {
	DISPUTED_TALK,
	extractFacts,
	longTalk,
	rateDisputedTalk,
} from "#tests/support/fixtures/talks.ts";
import { PATIENCE_MS } from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import {
	type Front,
	publishChecked,
	startFront,
	startWatchSite,
} from "#tests/support/world/extension-world.ts";
import {
	comes,
	firefox_is_missing,
	inFirefox,
	launchFirefox,
} from "#tests/support/world/other-browsers.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";

if (firefox_is_missing !== null) console.warn(`Not tested: ${firefox_is_missing}.`);

/** Leads YouTube's name to the stand-in, and no other name anywhere. */
async function startProxy(site_port: number): Promise<{ port: number; stop: () => void }> {
	const proxy = createServer((_request, response) => response.writeHead(502).end());
	proxy.on("connect", ({ url }, socket) => {
		if (url !== "www.youtube.com:443") return void socket.destroy();
		const site = connect(site_port, "127.0.0.1", () => {
			socket.write("HTTP/1.1 200 Connected\r\n\r\n");
			site.pipe(socket).pipe(site);
		});
		for (const it of [site, socket]) it.on("error", () => {});
	});
	await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	const stop = () => {
		proxy.closeAllConnections();
		proxy.close();
	};
	return { port: (proxy.address() as AddressInfo).port, stop };
}

describe.skipIf(firefox_is_missing !== null)("the extension in Firefox", () => {
	let product: SharedProduct;
	let member: Client;
	let browser: Browser;
	let page: Page;
	let checked: VideoId;
	let asked: Front["asked"] = [];
	const stops: (() => unknown)[] = [];

	beforeAll(async () => {
		// Without Gemini nobody listens to a video whose captions the server does not get.
		product = await shareProduct({ GEMINI_API_KEY: "" });
		product.ai.answer({ rate: rateDisputedTalk });
		member = await product.member();
		checked = await publishChecked(product);
		const [front, site, folder] = await Promise.all([
			startFront(product.url),
			startWatchSite(),
			mkdtemp(join(tmpdir(), "extension-")),
		]);
		asked = front.asked;
		const proxy = await startProxy(site.port);
		await buildExtension({ server: front.url, output: folder, shadow_roots: "open" });
		browser = await launchFirefox({
			"network.proxy.type": 1,
			"network.proxy.ssl": "127.0.0.1",
			"network.proxy.ssl_port": proxy.port,
			"media.autoplay.default": 0,
		});
		const [name = "", ...value] = member.cookie().split("=");
		await browser.setCookie({ name, value: value.join("="), domain: "127.0.0.1", path: "/" });
		stops.push(
			() => browser.close(),
			front.stop,
			site.stop,
			proxy.stop,
			() => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
		);
		await browser.installExtension(join(folder, "firefox"));
		page = await browser.newPage();
	});
	afterAll(async () => {
		product?.ai.reset();
		for (const stop of stops) await stop();
	});

	const open = (video_id: string) => page.goto(watchUrl(video_id));

	const watch = () => inFirefox(page.mainFrame());
	const chip = "document.querySelector('#bs-detector-chip')";
	const panel = "document.querySelector('#bs-detector-panel')";

	/** Opens the panel. WebDriver does not see into its frame: its first control is reached by key. */
	async function openPanel(video_id: string): Promise<void> {
		asked.length = 0;
		// Only a real press counts.
		// The host is as wide as the title.
		await page.locator("#bs-detector-chip").click({ offset: { x: 16, y: 16 } });
		await comes(watch(), `${panel} !== null`);
		const report = `/api/videos/${video_id}`;
		await expect.poll(() => asked.find(({ path }) => path === report)?.is_answered).toBe(true);
		await standsStill();
	}

	/** Waits until two pictures of the page are the same, because only a picture shows the panel. */
	async function standsStill(): Promise<void> {
		let before = "";
		for (;;) {
			const now = await page.screenshot({ encoding: "base64" });
			if (now === before) return;
			before = now;
			await sleep(200);
		}
	}

	/** Presses what `tabs` presses of Tab reach in the panel. */
	async function pressInPanel(tabs: number): Promise<void> {
		for (let n = 0; n < tabs; n += 1) await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
	}

	/** Presses Allow in the window that Firefox opens for the sign-in. */
	async function allow(): Promise<void> {
		const opened = async () =>
			(await browser.pages()).find((it) => it.url().includes("/extension/authorize"));
		await expect.poll(opened, { timeout: PATIENCE_MS }).toBeDefined();
		const window = await opened();
		if (!window) throw new Error("No window opened");
		await inFirefox(window.mainFrame()).press("button", "Allow");
		await expect.poll(opened, { timeout: PATIENCE_MS }).toBeUndefined();
		await page.bringToFront();
	}

	const sent = (method: string, path: string) =>
		asked.filter((it) => it.method === method && it.path.startsWith(path));
	const keys = async () => (await member.get<{ keys: ApiKey[] }>("/api/keys")).body.keys;

	it("shows the result beside the title", async () => {
		await open(checked);
		await comes(watch(), `${chip}?.shadowRoot?.textContent.includes('1 refuted, 1 holds')`);
		await comes(watch(), "document.querySelector('#bs-detector-marks') !== null");
	});

	it("the panel asks for the report, and its button closes it in the page", async () => {
		await openPanel(checked);
		await pressInPanel(1);
		await comes(watch(), `${panel} === null`);
	});

	it("a member signs in by the panel, which then has the video checked and takes a vote", async () => {
		const video_id = product.newVideo(DISPUTED_TALK);
		await open(video_id);
		await comes(watch(), `${chip}?.shadowRoot?.textContent.includes('Not checked yet')`);
		await openPanel(video_id);
		// After "Close".
		await pressInPanel(2);
		await allow();
		await comes(watch(), `${chip}?.shadowRoot?.textContent.includes('from memory')`);
		expect(await keys()).toMatchObject([{ name: "Browser extension" }]);
		expect(sent("POST", "/api/analyze")).toHaveLength(1);

		await open(video_id);
		await comes(watch(), `${chip}?.shadowRoot?.textContent.includes('from memory')`);
		await openPanel(video_id);
		await expect
			.poll(() => sent("GET", `/api/videos/${video_id}/my-votes`)[0]?.is_answered)
			.toBe(true);
		await standsStill();
		// After "Close", the scrolled part, "Open the Report", "Sign Out", "Settings", and in the first row
		// its time and "In the report".
		await pressInPanel(8);
		await expect.poll(() => sent("PUT", "/api/statements/").length).toBe(1);
		const votes = async () =>
			(await member.get<{ votes: Record<string, string> }>(`/api/videos/${video_id}/my-votes`)).body
				.votes;
		await expect.poll(async () => Object.values(await votes())).toEqual(["upvote"]);
	});

	it("a press on the button checks the last minute, and its card shows the verdicts", async () => {
		product.ai.answer({ extract: extractFacts });
		const video_id = product.newVideo(longTalk({ number: 880, words: 600, facts: 20 }));
		await open(video_id);
		await comes(watch(), "document.querySelector('#bs-detector-check') !== null");
		await watch().read("document.querySelector('video').currentTime = 100");
		await comes(watch(), "document.querySelector('video').currentTime === 100");
		asked.length = 0;
		await page.locator("#bs-detector-check").click();
		const card = "document.querySelector('#bs-detector-moment')?.shadowRoot";
		await comes(watch(), `${card}?.querySelectorAll('article').length === 3`);
		expect(sent("POST", "/api/analyze").map(({ body }) => JSON.parse(body))).toEqual([
			{ url: watchUrl(video_id), at: 100 },
		]);
		expect((await member.report(video_id)).video.scope).toBe("moments");
	});
});
