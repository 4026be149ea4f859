import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { watchFaults } from "#tests/support/world/browser.ts";
import {
	type ExtensionWorld,
	openExtension,
	overlayOn,
} from "#tests/support/world/extension-world.ts";
import type { SharedProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

let product: SharedProduct;
let world: ExtensionWorld;
let checked: VideoId;
let page: Page;

/** What a hostile video makes the server say; nothing of it may become markup. */
const MARKUP = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

beforeAll(async () => {
	({ product, world, checked } = await openExtension({ markup: MARKUP }));
});
afterAll(() => world?.stop());
afterEach(async () => {
	world.front.mood.now = "up";
	await world.context.setOffline(false);
	await page?.close();
});

const { chip, marks, card, panel, seek } = overlayOn(() => page);
const navigate = (path: string) => page.evaluate((to) => Reflect.get(window, "navigate")(to), path);
const noticed = () =>
	page.evaluate(
		() => Reflect.get(window, "noticed") as { keys: string[]; clicks: number; errors: string[] },
	);
const requestsFor = (video_id: string) =>
	world.front.asked.filter(({ path, body }) => path.includes(video_id) || body.includes(video_id));

describe("On a watch page", () => {
	it("what was found stands beside the title, and nothing but the hash prefix has left", async () => {
		world.front.asked.length = 0;
		page = await world.watch(checked);
		const faults = watchFaults(page);
		await chip().filter({ hasText: "1 refuted, 1 holds" }).waitFor();
		await expect.poll(() => marks().count()).toBe(4);
		const prefix = createHash("sha256").update(checked).digest("hex").slice(0, 4);
		expect(world.front.asked.map(({ method, path }) => [method, path])).toEqual([
			["GET", `/api/v1/lookup/${prefix}?statements=1`],
		]);
		const [{ headers, body } = { headers: {}, body: "" }] = world.front.asked;
		expect([headers.cookie, headers.referer, headers.authorization]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(body).toBe("");
		await page.reload();
		await chip().waitFor();
		expect(world.front.asked).toHaveLength(1);
		expect(faults).toEqual([]);
		expect((await noticed()).errors).toEqual([]);
	});

	it.each([
		["nothing is known", { statements: undefined }, "Not checked yet"],
		[
			"too little could be checked",
			{
				evidence_sources: ["wikipedia" as const],
				coverage: { checkable: 12, checked: 1 },
				bs_score: null,
				confidence_level: null,
			},
			"Only 1 of 12 checked",
		],
		["no source was asked", { evidence_sources: [], bs_score: 12 }, "1 questionable, from memory"],
		["nothing could be checked", { statements: [] }, "Nothing to check"],
	])("if %s, the chip says so", async (_, fields, words) => {
		const { statements = [aStatement({ verdict: null })], ...more } = fields as { statements?: [] };
		const { video_id } =
			"statements" in fields && fields.statements === undefined
				? { video_id: "NeverSeen00" }
				: await published(product, { statements, ...more });
		page = await world.watch(video_id);
		await chip().filter({ hasText: words }).waitFor();
		const is_hollow = !words.includes("questionable");
		expect(await page.locator("#bs-detector-chip button.hollow").count()).toBe(is_hollow ? 1 : 0);
	});

	it("a card comes with its statement, politely and out of the captions' way, and can be switched off for good", async () => {
		page = await world.watch(checked);
		await expect.poll(() => marks().count()).toBe(4);
		expect(await card().getAttribute("aria-live")).toBe("polite");
		await seek(14);
		await card().getByText("Refuted").waitFor();
		const above = async () => {
			const box = await page.locator("#bs-detector-card").boundingBox();
			const captions = await page.locator(".caption-window").boundingBox();
			return (captions?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
		};
		await expect.poll(above).toBeGreaterThan(0);
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
		await card().getByRole("button", { name: "Never Show These" }).click();
		await expect.poll(() => card().textContent()).toBe("");
		await seek(79);
		await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 81);
		expect(await card().textContent()).toBe("");
		await page.reload();
		await expect.poll(() => marks().count()).toBe(4);
		await seek(14);
		await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 16);
		expect(await card().textContent()).toBe("");
		const options = await world.context.newPage();
		await options.goto(world.page("options.html"));
		const choice = options.getByLabel("Show a card when a statement is made");
		expect(await choice.isChecked()).toBe(false);
		await choice.check();
		// The choice is stored a moment after the press.
		await expect
			.poll(() => options.evaluate(async () => (await chrome.storage.local.get()).cards))
			.toBe(true);
		await options.close();
	});

	it("marks stay away while advertisements play, and are not drawn again for it", async () => {
		page = await world.watch(checked);
		await expect.poll(() => marks().count()).toBe(4);
		const mark = await marks().first().elementHandle();
		const advertise = (on: boolean) =>
			page.evaluate(
				(showing) =>
					document.querySelector("#movie_player")?.classList.toggle("ad-showing", showing),
				on,
			);
		await advertise(true);
		await expect.poll(() => marks().first().isVisible()).toBe(false);
		await advertise(false);
		await expect.poll(() => marks().first().isVisible()).toBe(true);
		expect(await mark?.evaluate((it) => it.isConnected)).toBe(true);
	});

	it("the panel follows playback, plays from a statement and leads to its place in the report", async () => {
		page = await world.watch(checked);
		await chip().click();
		const rows = panel().getByRole("listitem");
		await expect.poll(() => rows.count()).toBe(4);
		expect(await chip().getAttribute("aria-expanded")).toBe("true");
		await panel().getByRole("button", { name: "Play from 1:20" }).click();
		const current = panel().locator("li[aria-current=true]");
		await seek(80.2);
		await current.getByText("Supported").waitFor();
		const link = await current.getByRole("link", { name: "In the report" }).getAttribute("href");
		expect(link).toMatch(`${world.front.url}/results/${checked}/statements/statement-`);
		await panel().getByRole("button", { name: "Close" }).click();
		await expect.poll(() => page.locator("#bs-detector-panel").count()).toBe(0);
		await expect.poll(() => chip().evaluate((it) => it.matches(":focus"))).toBe(true);
	});

	it("the page's shortcuts and presses are its own, and so are ours", async () => {
		page = await world.watch(checked);
		await chip().focus();
		await page.keyboard.press("k");
		expect((await noticed()).keys).toEqual([]);
		await page.locator("#search").focus();
		await page.keyboard.press("k");
		await page.locator("#movie_player").click({ position: { x: 40, y: 200 } });
		const { keys, clicks } = await noticed();
		expect([keys, clicks]).toEqual([["k"], 1]);
		await seek(14);
		await card().getByRole("button", { name: "Close" }).click();
		expect((await noticed()).clicks).toBe(1);
	});

	it("markup in a statement stays text, on the page and in the panel", async () => {
		page = await world.watch(checked);
		const faults = watchFaults(page);
		await seek(199);
		await card().getByText("<img src=x").waitFor();
		await chip().click();
		await panel().getByText(MARKUP, { exact: false }).first().waitFor();
		expect(await panel().locator("img, script[src='x']").count()).toBe(0);
		expect(await page.title()).toBe(`Video ${checked}`);
		expect(faults).toEqual([]);
	});
});

describe("In-page navigation", () => {
	it("takes the overlay along thirty times, and leaves nothing behind", async () => {
		page = await world.watch(checked);
		await chip().filter({ hasText: "1 refuted, 1 holds" }).waitFor();
		const session = await world.context.newCDPSession(page);
		const count = async () => {
			await session.send("HeapProfiler.collectGarbage");
			const { nodes, jsEventListeners, documents } = await session.send("Memory.getDOMCounters");
			return { nodes, jsEventListeners, documents };
		};
		const visit = async (video_id: string, words: string) => {
			await navigate(`/watch?v=${video_id}`);
			await chip().filter({ hasText: words }).waitFor();
		};
		await visit("NeverSeen01", "Not checked yet");
		await visit(checked, "1 refuted, 1 holds");
		await expect.poll(() => marks().count()).toBe(4);
		const before = await count();
		for (let turn = 0; turn < 15; turn += 1) {
			await visit("NeverSeen01", "Not checked yet");
			await visit(checked, "1 refuted, 1 holds");
			await expect.poll(() => marks().count()).toBe(4);
		}
		expect(await page.locator("[id^=bs-detector-chip]").count()).toBe(1);
		// One more overlay of any turn would be thirty times as many listeners.
		const left = async () => {
			const after = await count();
			return {
				few_listeners: after.jsEventListeners - before.jsEventListeners < 15,
				few_nodes: after.nodes - before.nodes < 120,
				// The first count may include a document that is collected later.
				no_more_documents: after.documents <= before.documents,
			};
		};
		// One collection may not find all that the last navigation left.
		await expect
			.poll(left)
			.toEqual({ few_listeners: true, few_nodes: true, no_more_documents: true });
	});

	it("to a page without a video takes everything away, the open panel too", async () => {
		page = await world.watch(checked);
		await chip().click();
		await panel().getByRole("listitem").first().waitFor();
		await navigate("/feed/subscriptions");
		await expect.poll(() => page.locator("[id^=bs-detector]").count()).toBe(0);
		await navigate(`/watch?v=${checked}`);
		await chip().waitFor();
	});
});

describe("If something is wrong", () => {
	it.each([
		["is down", "down" as const],
		["does not answer", "silent" as const],
		["answers no JSON", { lookup: "<html>" }],
		["answers nonsense", { lookup: '{"results":[{"id":5}],"truncated":"no"}' }],
	])("and the server %s, only the chip's words change", async (_, mood) => {
		world.front.mood.now = mood;
		const video_id = `Broken${String(world.front.asked.length).padStart(5, "0")}`;
		page = await world.watch(video_id);
		const faults = watchFaults(page);
		await chip().filter({ hasText: "BS Detector cannot be reached" }).waitFor();
		expect(await marks().count()).toBe(0);
		expect(faults).toEqual([]);
		await chip().click();
		if (mood === "down") await panel().getByText("The server could not be reached").waitFor();
	});

	it("and the browser is offline, only the chip's words change", async () => {
		page = await world.watch(checked);
		await chip().filter({ hasText: "1 refuted, 1 holds" }).waitFor();
		const faults = watchFaults(page);
		await world.context.setOffline(true);
		await navigate("/watch?v=Offline0000");
		await chip().filter({ hasText: "BS Detector cannot be reached" }).waitFor();
		expect(await marks().count()).toBe(0);
		expect(faults.filter((it) => !it.includes("ERR_INTERNET"))).toEqual([]);
		await world.context.setOffline(false);
		await navigate("/watch?v=NeverSeen03");
		await chip().filter({ hasText: "Not checked yet" }).waitFor();
	});

	it("with the page's structure, the page is left as it is", async () => {
		const known = world.site.page.html;
		world.site.page.html = known
			.replaceAll("ytd-watch-metadata", "new-metadata")
			.replaceAll("above-the-fold", "new-fold")
			.replaceAll("ytp-progress-bar", "new-bar");
		page = await world.watch(checked);
		const faults = watchFaults(page);
		await seek(14);
		await card().getByText("Refuted").waitFor();
		expect(await page.locator("#bs-detector-chip").count()).toBe(0);
		expect(await marks().count()).toBe(0);
		expect(faults).toEqual([]);
		world.site.page.html = known;
	});

	it("and the page is the site for phones, chip and panel are below its title", async () => {
		const known = world.site.page.html;
		world.site.page.html = known
			.replace("<h1>", '<h2 class="slim-video-information-title">')
			.replace("</h1>", "</h2>")
			.replace(/<div id="secondary">.*<\/div>/, "")
			.replaceAll("ytd-watch-metadata", "ytm-slim-video-metadata-section-renderer")
			.replaceAll("above-the-fold", "of-phones")
			.replaceAll('id="title"', 'id="of-phones-title"')
			.replaceAll("yt-navigate-finish", "state-navigateend")
			.replaceAll("document.dispatchEvent", "window.dispatchEvent");
		page = await world.watch(checked, "m.youtube.com");
		await page.setViewportSize({ width: 412, height: 800 });
		const faults = watchFaults(page);
		await chip().click();
		await panel().getByRole("listitem").first().waitFor();
		await navigate("/feed");
		await expect.poll(() => page.locator("[id^=bs-detector]").count()).toBe(0);
		await navigate(`/watch?v=${checked}`);
		await chip().filter({ hasText: "1 refuted, 1 holds" }).waitFor();
		expect(faults).toEqual([]);
		world.site.page.html = known;
	});

	it("and the title is hidden for longer than a page is tried, the chip comes back with it", async () => {
		page = await world.watch(checked);
		await chip().waitFor();
		const hide = (hidden: boolean) =>
			page.locator("#above-the-fold").evaluate((it, none) => {
				it.style.display = none ? "none" : "";
			}, hidden);
		await hide(true);
		await expect.poll(() => page.locator("#bs-detector-chip").count()).toBe(0);
		await page.waitForTimeout(21_000);
		await hide(false);
		await chip().filter({ hasText: "1 refuted, 1 holds" }).waitFor();
	});
});

it("never sent a watched video's id without a press", () => {
	const without_press = requestsFor("NeverSeen");
	expect(without_press).toEqual([]);
});
