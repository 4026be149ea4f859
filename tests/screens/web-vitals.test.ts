import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTalk } from "#tests/support/fixtures/checked-talks.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { measureVitals } from "#tests/support/world/measure-vitals.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";
import { paths } from "#web/paths.ts";

/** Times are measured by `npm run bench -- vitals` instead, as a busy machine would fail them. */
const CLS_AIM = 0.02;
/** The script bytes that results may load beyond the first route's. */
const RESULTS_MORE_BYTES = 40_000;

let browser: Browser;
let product: SharedProduct;
let results: string;

beforeAll(async () => {
	[browser, product] = await Promise.all([startBrowser(), shareProduct()]);
	const { video_id } = await published(product, aTalk());
	results = product.url + paths.results(video_id);
});
afterAll(() => browser?.close());

const addressOf = (name: string) => (name === "home" ? product.url + paths.home() : results);

describe("loading on a slow phone", () => {
	it.each(["home", "results"])("does not shift the layout of %s", async (name) => {
		const { cls, cls_of, lcp_ms } = await measureVitals(browser, addressOf(name));
		expect(lcp_ms, "nothing was painted").toBeGreaterThan(0);
		expect(cls, cls_of).toBeLessThanOrEqual(CLS_AIM);
	});

	it("adds little code to the first route for results", async () => {
		// What only a press shows is loaded later, while the browser is idle.
		const quick = { throttled: false, saveData: true };
		const first = await measureVitals(browser, addressOf("home"), quick);
		const more = await measureVitals(browser, results, quick);
		expect(first.script_bytes).toBeGreaterThan(0);
		expect(more.script_bytes - first.script_bytes).toBeLessThanOrEqual(RESULTS_MORE_BYTES);
	});
});

describe("the page's fonts", () => {
	it.each(["home", "results"])("are used after a moment: %s", async (name) => {
		const page = await browser.newPage();
		const shown = async (selector: string) => {
			const { root } = await session.send("DOM.getDocument");
			const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
			const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
			return fonts.map(({ familyName }) => familyName).join();
		};
		await page.goto(addressOf(name));
		const session = await page.context().newCDPSession(page);
		await session.send("DOM.enable");
		await session.send("CSS.enable");
		await expect.poll(() => shown("h1")).toMatch(/^Source Serif 4/);
		await expect.poll(() => shown("footer a")).toMatch(/^Source Sans 3/);
		await page.close();
	});
});

describe("late fonts", () => {
	let named: string[];
	let faces: { family: string; here: boolean }[];
	beforeAll(async () => {
		({ named, faces } = await standIns());
	});

	it("have fallback faces that are in the page", () => {
		expect(named.length).toBeGreaterThan(4);
		expect(faces.map(({ family }) => family)).toEqual(expect.arrayContaining(named));
	});

	it.for(
		[360, 412, 1280].flatMap((width) => [["home", width] as const, ["results", width] as const]),
	)("do not shift the layout of %s at a width of %d px", async ([name, width], { skip }) => {
		for (const kind of ["Sans", "Serif"])
			if (!faces.some(({ family, here }) => here && family.includes(kind)))
				skip(`This machine has none of the fonts that stand in for ${kind}`);
		const { cls, cls_of } = await measureVitals(browser, addressOf(name), {
			throttled: false,
			lateFonts: true,
			viewport: { width, height: 823 },
		});
		expect(cls, cls_of).toBeLessThanOrEqual(CLS_AIM);
	});
});

/**
 * The fallback fonts named by the styles, and the page's fallback faces with whether this machine
 * has them.
 */
async function standIns() {
	const page = await browser.newPage();
	try {
		await page.goto(addressOf("home"));
		return await page.evaluate(async () => {
			const styles = getComputedStyle(document.documentElement);
			const named = ["--font-sans", "--font-serif"]
				.flatMap((name) => styles.getPropertyValue(name).split(","))
				.map((family) => family.trim().replaceAll('"', ""))
				.filter((family) => family.startsWith("Stand-in"));
			const faces = await Promise.all(
				[...document.fonts].map(async (face) => ({
					family: face.family.replaceAll('"', ""),
					here: await face.load().then(
						() => true,
						() => false,
					),
				})),
			);
			return { named, faces: faces.filter(({ family }) => family.startsWith("Stand-in")) };
		});
	} finally {
		await page.close();
	}
}
