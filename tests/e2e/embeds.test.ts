import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { journeys, WITH_MOTION } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

const product = shared(() => shareProduct());
const { newPage } = journeys(product);
let page: Page;
/** A different origin and, by its host name, a different site to the browser. */
let elsewhere: Server;
let blog: string;
let post = "";
let video_id: string;

beforeAll(async () => {
	elsewhere = createServer((_, response) => {
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.end(`<!doctype html><title>A blog</title><link rel="icon" href="data:,">${post}`);
	});
	await new Promise<void>((resolve) => {
		elsewhere.listen(0, "127.0.0.1", resolve);
	});
	blog = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
	const run = await published(product, {
		bs_score: 82,
		statements: [aStatement({ ai_score: 82 })],
		metadata: someMetadata({ title: `"Bridges" & <b>tunnels</b>` }),
	});
	video_id = run.video_id;
});
afterAll(() => elsewhere?.close());
beforeEach(async () => {
	page = await newPage(WITH_MOTION);
});

async function read(content: string) {
	post = content;
	await page.goto(blog);
}

describe("embedding on another site", () => {
	it("shows the card in a frame, with a link that opens the report in a new tab", async () => {
		await read(`<iframe src="${product.url}/embed/${video_id}" width="320" height="420"></iframe>`);
		const card = page.frameLocator("iframe");
		await card.getByText("High BS content", { exact: true }).waitFor();
		await card.getByText("1 of 1 rated misleading, from memory").waitFor();
		const report = page.context().waitForEvent("page");
		await card.getByRole("link", { name: "Open the report" }).click();
		const opened = await report;
		await opened.waitForURL(`**/results/${video_id}`);
		expect(await opened.evaluate(() => window.opener)).toBeNull();
		expect(await page.context().cookies()).toEqual([]);
	});

	it.each([280, 320, 480])(
		"fits the card into %i px without horizontal scrolling",
		async (width) => {
			await read(
				`<iframe src="${product.url}/embed/${video_id}?theme=dark" width="${width}" height="420" style="border:0"></iframe>`,
			);
			await page.frameLocator("iframe").getByText("1 misleading").waitFor();
			const box = await page.frameLocator("iframe").locator("main").boundingBox();
			const link = await page
				.frameLocator("iframe")
				.getByRole("link", { name: "Open the report" })
				.boundingBox();
			expect(box?.width).toBeLessThanOrEqual(width);
			expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + width);
			expect(link?.height).toBeGreaterThanOrEqual(24);
		},
	);

	it("loads the badge as an image", async () => {
		await read(`<img src="${product.url}/badge/${video_id}.svg" alt="BS score">`);
		const picture = page.locator("img");
		await expect
			.poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
			.toBeGreaterThan(100);
	});

	it("loads the preview picture at 1200 by 630", async () => {
		await read(`<img src="${product.url}/og/${video_id}.png" alt="How the video came out">`);
		const size = () =>
			page.locator("img").evaluate((it: HTMLImageElement) => [it.naturalWidth, it.naturalHeight]);
		await expect.poll(size, { timeout: 15_000 }).toEqual([1200, 630]);
	});

	it("lets a script embed the HTML that oEmbed returns", async () => {
		await read("<main></main>");
		const asked = `${product.url}/oembed?url=${encodeURIComponent(`${product.url}/results/${video_id}`)}`;
		await page.evaluate(async (url) => {
			const answer = await (await fetch(url)).json();
			const main = document.querySelector("main");
			if (main) main.innerHTML = answer.html;
		}, asked);
		await page.frameLocator("iframe").getByText("High BS content", { exact: true }).waitFor();
		expect(await page.locator("iframe").getAttribute("title")).toBe(
			`BS score of "Bridges" & <b>tunnels</b> (1 of 1 rated misleading, from memory)`,
		);
	});

	/** What WordPress does with its embeds (wp-includes/js/wp-embed.js): sandbox, secret, message. */
	const wordPress = (src: string) => `<iframe sandbox="allow-scripts" security="restricted"
		src="${src}#?secret=aB3dE5fG7h" data-secret="aB3dE5fG7h" width="500" height="200"></iframe>
		<script>addEventListener("message", ({ data, source }) => {
			if (!data || !data.secret || /[^a-zA-Z0-9]/.test(data.secret)) return;
			for (const frame of document.querySelectorAll('iframe[data-secret="' + data.secret + '"]')) {
				if (source !== frame.contentWindow) continue;
				if (data.message === "height") frame.height = Math.min(1000, Math.max(200, data.value));
				if (data.message !== "link" || document.activeElement !== frame) continue;
				const to = new URL(data.value);
				if (/^https?:$/.test(to.protocol) && to.host === new URL(frame.src).host) top.location.href = to;
			}
		})</script>`;

	it.each(["Open the report", /Bridges/])(
		"opens %s from a frame as WordPress makes it",
		async (name) => {
			await read(wordPress(`${product.url}/embed/${video_id}`));
			const link = page.frameLocator("iframe").getByRole("link", { name });
			await link.waitFor();
			await expect
				.poll(() => page.locator("iframe").evaluate((it: HTMLIFrameElement) => Number(it.height)))
				.toBeGreaterThan(220);
			await link.click();
			await page.waitForURL(`${product.url}/results/${video_id}`);
		},
	);

	it("shows the address to copy where a sandbox allows neither tabs nor messages", async () => {
		page = await newPage({ ...WITH_MOTION, allowed: /Blocked opening/ });
		await read(
			`<iframe sandbox="allow-scripts" src="${product.url}/embed/${video_id}" width="500" height="420"></iframe>`,
		);
		const card = page.frameLocator("iframe");
		await card.getByRole("link", { name: "Open the report" }).click();
		await card.getByText(`${product.url}/results/${video_id}`).waitFor();
		expect(page.url()).toBe(blog);
	});
});
