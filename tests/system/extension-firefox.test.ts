import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import { buildExtension } from "#scripts/extension.ts";
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
	let browser: Browser;
	let page: Page;
	let checked: VideoId;
	let asked: Front["asked"] = [];
	const stops: (() => unknown)[] = [];

	beforeAll(async () => {
		product = await shareProduct();
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
		stops.push(
			() => browser.close(),
			front.stop,
			site.stop,
			proxy.stop,
			() => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
		);
		await browser.installExtension(join(folder, "firefox"));
		page = await browser.newPage();
		await page.goto(`https://www.youtube.com/watch?v=${checked}`);
	});
	afterAll(async () => {
		for (const stop of stops) await stop();
	});

	const watch = () => inFirefox(page.mainFrame());
	const chip = "document.querySelector('#bs-detector-chip')";
	const panel = "document.querySelector('#bs-detector-panel')";

	/** Opens the panel. WebDriver does not see into its frame: its first control is reached by key. */
	async function openPanel(): Promise<void> {
		asked.length = 0;
		// Only a real press counts.
		// The host is as wide as the title.
		await page.locator("#bs-detector-chip").click({ offset: { x: 16, y: 16 } });
		await comes(watch(), `${panel} !== null`);
		await expect.poll(() => asked.map(({ path }) => path)).toContain(`/api/videos/${checked}`);
	}

	it("shows the result beside the title", async () => {
		await comes(watch(), `${chip}?.shadowRoot?.textContent.includes('1 refuted, 1 holds')`);
		await comes(watch(), "document.querySelector('#bs-detector-marks') !== null");
	});

	it("the panel asks for the report, and its button closes it in the page", async () => {
		await openPanel();
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await comes(watch(), `${panel} === null`);
	});
});
