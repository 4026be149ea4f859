import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { standInForThumbnails } from "./browser.ts";

export type Vitals = {
	/** When the largest text or picture of the first window was painted. */
	lcp_ms: number;
	/** What it was. */
	lcp_of: string;
	/** How far the page moved under the reader's eyes: the layout shift score. */
	cls: number;
	/** What moved most. */
	cls_of: string;
	/** What long tasks took beyond 50 ms each, from the first paint of content on. */
	tbt_ms: number;
	/** All scripts that came without a press, compressed. */
	script_bytes: number;
};

/** A middling phone on a slow mobile network. */
const PHONE = { width: 412, height: 823 };
const NETWORK = {
	offline: false,
	latency: 150,
	downloadThroughput: (1.6 * 1024 * 1024) / 8,
	uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

/** A task longer than this keeps a press waiting. */
const LONG_TASK_MS = 50;

/** After the load nothing of the page comes any more for so long. */
const SETTLED_MS = 2_500;

/** Longer than anything else of a page takes. */
const FONTS_LATE_MS = 2_000;

type Circumstances = {
	/** The middling phone's processor and network; without them for a quick look. */
	throttled?: boolean;
	/** The fonts come when all else stands. */
	lateFonts?: boolean;
	viewport?: { width: number; height: number };
};

/** Opens the address with an empty cache, as on a phone. */
export async function measureVitals(
	browser: Browser,
	address: string,
	{ throttled = true, lateFonts = false, viewport = PHONE }: Circumstances = {},
): Promise<Vitals> {
	const context = await browser.newContext({ viewport });
	try {
		const page = await context.newPage();
		const scripts = weighScripts(page);
		await standInForThumbnails(page);
		if (lateFonts)
			await page.route(/\.woff2$/, async (route) => {
				await sleep(FONTS_LATE_MS);
				await route.continue();
			});
		await page.addInitScript(observe, LONG_TASK_MS);
		if (throttled) {
			const session = await context.newCDPSession(page);
			await session.send("Network.enable");
			await session.send("Network.emulateNetworkConditions", NETWORK);
			await session.send("Emulation.setCPUThrottlingRate", {
				rate: CPU_SLOWDOWN,
			});
		}
		await page.goto(address, { waitUntil: "networkidle" });
		await page.waitForTimeout(SETTLED_MS);
		const seen = await page.evaluate(
			() => Reflect.get(window, "vitals") as Omit<Vitals, "script_bytes">,
		);
		return { ...seen, script_bytes: await scripts() };
	} finally {
		await context.close();
	}
}

function weighScripts(page: Page): () => Promise<number> {
	const bodies: Promise<number>[] = [];
	page.on("response", (response) => {
		if (response.request().resourceType() === "script")
			bodies.push(
				response.body().then((body) => gzipSync(body, { level: 9 }).byteLength),
			);
	});
	return async () =>
		(await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Runs in the page, before anything of it, and so on its own. */
function observe(long_task_ms: number): void {
	const vitals = { lcp_ms: 0, lcp_of: "", cls: 0, cls_of: "", tbt_ms: 0 };
	Reflect.set(window, "vitals", vitals);
	let largest_shift = 0;
	// Before there is anything to press, nothing waits.
	let painted_ms = Number.POSITIVE_INFINITY;
	const tasks: { from: number; to: number }[] = [];
	// Methods, because a compiler may give functions under a name a helper that the page lacks.
	const { addUp } = {
		addUp() {
			vitals.tbt_ms = 0;
			for (const { from, to } of tasks)
				vitals.tbt_ms += Math.max(
					0,
					to - Math.max(from, painted_ms) - long_task_ms,
				);
		},
	};
	const takers = {
		"largest-contentful-paint"(entry: PerformanceEntry) {
			const element: unknown = Reflect.get(entry, "element");
			vitals.lcp_ms = entry.startTime;
			vitals.lcp_of =
				element instanceof Element ? element.outerHTML.slice(0, 100) : "";
		},
		"layout-shift"(entry: PerformanceEntry) {
			const value = Number(Reflect.get(entry, "value"));
			vitals.cls += value;
			if (value <= largest_shift) return;
			largest_shift = value;
			const sources = Reflect.get(entry, "sources") as { node: unknown }[];
			vitals.cls_of = sources
				.map(({ node }) =>
					node instanceof Element ? node.outerHTML.slice(0, 100) : "",
				)
				.join(" | ");
		},
		paint(entry: PerformanceEntry) {
			if (entry.name === "first-contentful-paint") painted_ms = entry.startTime;
			addUp();
		},
		longtask({ startTime, duration }: PerformanceEntry) {
			tasks.push({ from: startTime, to: startTime + duration });
			addUp();
		},
	};
	for (const [type, take] of Object.entries(takers))
		new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
			type,
			buffered: true,
		});
}
