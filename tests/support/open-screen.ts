import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { appRuns } from "./app-runs.ts";
import { standInForThumbnails, watchFaults } from "./browser.ts";
import type { Screen } from "./screen.ts";
import { standInForContent } from "./screen-network.ts";
import type { ScreenWorld } from "./screen-world.ts";
import { signInAs } from "./sign-in-as.ts";
import { holdToPolicy } from "./strict-policy.ts";

export type Look = {
	width: number;
	height: number;
	theme: "light" | "dark";
};

export type OpenScreen = {
	context: BrowserContext;
	page: Page;
	/** Uncaught and console errors that the screen is not about. */
	faults: () => string[];
	/** What broke the content security policy. */
	violations: string[];
};

/** Longer than any part of a page takes on a busy machine. */
const PATIENCE_MS = 15_000;

/** The screen as it stands when everything on it has come, under the strict policy. */
export async function openScreen(
	browser: Browser,
	world: ScreenWorld,
	screen: Screen,
	{ width, height, theme }: Look,
): Promise<OpenScreen> {
	const { url } = world.products[screen.in];
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: theme,
		reducedMotion: "reduce",
	});
	context.setDefaultTimeout(PATIENCE_MS);
	const client = world.people[screen.in][screen.as];
	if (client !== undefined) await signInAs(context, url, client);
	const page = await context.newPage();
	const faults = watchFaults(page);
	const violations = await holdToPolicy(page, {
		bare: screen.network !== undefined,
	});
	await standInForThumbnails(page);
	if (screen.network) await standInForContent(page, screen.network);
	const path =
		typeof screen.path === "string" ? screen.path : await screen.path(world);
	const quiet = watchRequests(page);
	await page.goto(url + path);
	await appRuns(page);
	await page.getByRole("heading", { level: 1, name: screen.heading }).waitFor();
	if (screen.network === "offline") await context.setOffline(true);
	if (screen.shows !== undefined)
		await page.getByText(screen.shows).first().waitFor();
	await screen.press?.(page, world);
	if (screen.network === undefined) {
		await quiet();
		if (!screen.underWay) await everythingCame(page);
	}
	await page.evaluate(() => document.fonts.ready);
	const { expected } = screen;
	return {
		context,
		page,
		violations,
		faults: () => faults.filter((fault) => !expected?.test(fault)),
	};
}

/** What was fetched is drawn: React may take a while longer to put it where something else keeps its place. */
function everythingCame(page: Page): Promise<unknown> {
	return page.waitForFunction(
		() => document.querySelector("[aria-busy=true], .waiting") === null,
	);
}

/** No request under way for so long: what comes with the page has come. */
const QUIET_MS = 150;

/** Answers with a wait for the page's own requests; streams stay open and do not count. */
function watchRequests(page: Page): () => Promise<void> {
	const open = new Set<Request>();
	let changed_at = Date.now();
	const change = (on: boolean) => (request: Request) => {
		if (request.url().endsWith("/events")) return;
		if (on) open.add(request);
		else open.delete(request);
		changed_at = Date.now();
	};
	page.on("request", change(true));
	page.on("requestfinished", change(false));
	page.on("requestfailed", change(false));
	return async () => {
		const until = Date.now() + PATIENCE_MS;
		while (open.size > 0 || Date.now() - changed_at < QUIET_MS) {
			if (Date.now() > until)
				throw new Error(`No end: ${[...open].map((it) => it.url())}`);
			await sleep(QUIET_MS / 3);
		}
	};
}
