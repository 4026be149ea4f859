import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { standInForThumbnails } from "./browser.ts";

export type Vitals = {
	/** The first contentful paint. */
	fcp_ms: number;
	/** The largest contentful paint. */
	lcp_ms: number;
	/** Its element. */
	lcp_of: string;
	/** The cumulative layout shift. */
	cls: number;
	/** The elements that shifted most. */
	cls_of: string;
	/** The total blocking time: long tasks beyond 50 ms each, from the first contentful paint. */
	tbt_ms: number;
	/** The same from the start of the load. */
	blocked_ms: number;
	/** The longest task; 0 if none took longer than 50 ms. */
	longest_task_ms: number;
	/**
	 * The compressed size of all scripts loaded without interaction; those loaded ahead count
	 * unless `saveData` is set.
	 */
	script_bytes: number;
};

/** A mid-range phone on a slow mobile network. */
const PHONE = { width: 412, height: 823 };
const NETWORK = {
	offline: false,
	latency: 150,
	downloadThroughput: (1.6 * 1024 * 1024) / 8,
	uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

/** A longer task delays input. */
const LONG_TASK_MS = 50;

/** A busy machine may need this long to load a page with throttling. */
const LOADED_WITHIN_MS = 90_000;

/** How long to wait after the load for late changes. */
const SETTLED_MS = 2_500;

/** Longer than the rest of the page takes. */
const FONTS_LATE_MS = 2_000;

type Circumstances = {
	/** Whether to emulate the phone's processor and network. */
	throttled?: boolean;
	/** Whether to delay the fonts until everything else has loaded. */
	lateFonts?: boolean;
	/** Whether the visitor asked to save data, so that nothing is loaded ahead of a press. */
	saveData?: boolean;
	viewport?: { width: number; height: number };
};

/** Opens the address with an empty cache, as on a phone. */
export async function measureVitals(
	browser: Browser,
	address: string,
	{ throttled = true, lateFonts = false, saveData = false, viewport = PHONE }: Circumstances = {},
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
		if (saveData)
			await page.addInitScript(() => {
				Object.defineProperty(navigator, "connection", { value: { saveData: true } });
			});
		if (throttled) {
			const session = await context.newCDPSession(page);
			await session.send("Network.enable");
			await session.send("Network.emulateNetworkConditions", NETWORK);
			await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
		}
		await page.goto(address, { waitUntil: "networkidle", timeout: LOADED_WITHIN_MS });
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
		if (response.request().resourceType() !== "script") return;
		const body = response.body().then((bytes) => gzipSync(bytes, { level: 9 }).byteLength);
		// A page that could not be opened is closed before its scripts are here.
		body.catch(() => {});
		bodies.push(body);
	});
	return async () => (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Runs in the page before its scripts, without access to this module. */
function observe(long_task_ms: number): void {
	const vitals = {
		fcp_ms: 0,
		lcp_ms: 0,
		lcp_of: "",
		cls: 0,
		cls_of: "",
		tbt_ms: 0,
		blocked_ms: 0,
		longest_task_ms: 0,
	};
	Reflect.set(window, "vitals", vitals);
	let largest_shift = 0;
	// Before the first contentful paint there is nothing to block.
	let painted_ms = Number.POSITIVE_INFINITY;
	const tasks: { from: number; to: number }[] = [];
	// Methods, since a compiler may wrap named functions in a helper that the page lacks.
	const { addUp } = {
		addUp() {
			vitals.tbt_ms = 0;
			for (const { from, to } of tasks)
				vitals.tbt_ms += Math.max(0, to - Math.max(from, painted_ms) - long_task_ms);
		},
	};
	const takers = {
		"largest-contentful-paint"(entry: PerformanceEntry) {
			const element: unknown = Reflect.get(entry, "element");
			vitals.lcp_ms = entry.startTime;
			vitals.lcp_of = element instanceof Element ? element.outerHTML.slice(0, 100) : "";
		},
		"layout-shift"(entry: PerformanceEntry) {
			const value = Number(Reflect.get(entry, "value"));
			vitals.cls += value;
			if (value <= largest_shift) return;
			largest_shift = value;
			const sources = Reflect.get(entry, "sources") as { node: unknown }[];
			vitals.cls_of = sources
				.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 100) : ""))
				.join(" | ");
		},
		paint(entry: PerformanceEntry) {
			if (entry.name === "first-contentful-paint") {
				painted_ms = entry.startTime;
				vitals.fcp_ms = entry.startTime;
			}
			addUp();
		},
		longtask({ startTime, duration }: PerformanceEntry) {
			tasks.push({ from: startTime, to: startTime + duration });
			vitals.blocked_ms += Math.max(0, duration - long_task_ms);
			vitals.longest_task_ms = Math.max(vitals.longest_task_ms, duration);
			addUp();
		},
	};
	for (const [type, take] of Object.entries(takers))
		new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
			type,
			buffered: true,
		});
}
