import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import {
	appRuns,
	everythingCame,
	fontsCame,
	signInAs,
	standInForThumbnails,
	watchFaults,
	watchRequests,
} from "./browser.ts";
import type { Place, ScreenWorld, Visitor } from "./screen-world.ts";

/** One state of one page. */
export type Screen = {
	/** Unique; used as a file name. */
	name: string;
	in: Place;
	as: Visitor;
	path: string | ((world: ScreenWorld) => string | Promise<string>);
	/** The document title. */
	title: string;
	/** The text of its h1. */
	heading: string;
	/** Must be visible before the checks begin; by default only the heading. */
	shows?: string | RegExp;
	/** What to press on the page. */
	press?: (page: Page, world: ScreenWorld) => Promise<void>;
	/** What the press opens: a modal dialog, or a panel that does not trap the focus. */
	layer?: "modal" | "panel";
	network?: Network;
	/** Whether it shows a run in progress, whose placeholders are expected. */
	underWay?: boolean;
	/** The browser's console messages that the screen expects. */
	expected?: RegExp;
};

export type Look = { width: number; height: number; theme: "light" | "dark" };

export type OpenScreen = {
	context: BrowserContext;
	page: Page;
	/** Unexpected uncaught errors and console errors. */
	faults: () => string[];
	/** The violations of the content security policy. */
	violations: string[];
};

/** Opens the screen under its strict policy and waits until it is complete. */
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
	const client = world.people[screen.in][screen.as];
	if (client !== undefined) await signInAs(context, url, client);
	const page = await context.newPage();
	const faults = watchFaults(page);
	const violations = await holdToPolicy(page, { bare: screen.network !== undefined });
	await standInForThumbnails(page);
	if (screen.network) await standInForContent(page, screen.network);
	if (screen.network === "held") await liftRequestTimeouts(page);
	const path = typeof screen.path === "string" ? screen.path : await screen.path(world);
	const quiet = watchRequests(page);
	await page.goto(url + path);
	await appRuns(page);
	// A dialog that opens by itself hides the page below it from the accessibility tree.
	await page
		.getByRole("heading", { level: 1, name: screen.heading, includeHidden: true })
		.waitFor();
	if (screen.network === "offline") {
		// The heading precedes the parts of the page that are loaded separately.
		await everythingCame(page);
		await fontsCame(page);
		await quiet();
		await context.setOffline(true);
	}
	if (screen.shows !== undefined) await page.getByText(screen.shows).first().waitFor();
	await screen.press?.(page, world);
	if (screen.network === undefined) {
		// A member's part of the header comes after the session's answer.
		if (client !== undefined)
			await page
				.locator("header [aria-label^=Notifications]")
				.first()
				.waitFor({ state: "attached" });
		await quiet();
		if (!screen.underWay) await everythingCame(page);
		await fontsCame(page);
	}
	const { expected } = screen;
	return {
		context,
		page,
		violations,
		faults: () => faults.filter((fault) => !expected?.test(fault)),
	};
}

/**
 * How the requests for a page's content fail: no response, an error response, an invalid body, or
 * offline after the page has loaded.
 */
type Network = "held" | "failing" | "garbled" | "offline";

const CONTENT = /\/api\/(videos|stats|community|search)/;

const ANSWERS: Record<Network, (route: Route) => Promise<void>> = {
	held: () => new Promise(() => {}),
	failing: (route) =>
		route.fulfill({
			status: 500,
			contentType: "application/problem+json",
			body: JSON.stringify({
				type: "https://checks.example/api/docs#problem-internal",
				title: "Internal error",
				status: 500,
				detail: "Something went wrong on our side.",
				code: "internal",
			}),
		}),
	garbled: (route) => route.fulfill({ json: { video: {}, statements: 3 } }),
	offline: (route) => route.continue(),
};

/**
 * Keeps a loading screen until the end of the test; the app would cancel the request after some
 * seconds.
 */
async function liftRequestTimeouts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		AbortSignal.timeout = () => new AbortController().signal;
	});
}

async function standInForContent(page: Page, network: Network): Promise<void> {
	await page.route(CONTENT, ANSWERS[network]);
}

const HEADER = "content-security-policy";

/** The responses embedded in the page. */
const PAGE_DATA = /<script[^>]*id="page-data".*?<\/script>/s;

/**
 * Enforces the page's policy and returns a live list of its violations. A bare page has no embedded
 * responses and must request them.
 */
async function holdToPolicy(page: Page, { bare }: { bare: boolean }): Promise<string[]> {
	const broken: string[] = [];
	await page.exposeFunction("reportViolation", (text: string) => broken.push(text));
	await page.addInitScript(() => {
		document.addEventListener("securitypolicyviolation", (event) => {
			const { effectiveDirective, blockedURI, sample } = event;
			const report: unknown = Reflect.get(window, "reportViolation");
			if (typeof report === "function") report(`${effectiveDirective}: ${blockedURI} ${sample}`);
		});
	});
	await page.route(
		(url) => !/^\/(api|assets)\//.test(url.pathname),
		async (route) => {
			if (route.request().resourceType() !== "document") return route.fallback();
			// The server may close a kept-alive connection just as it is reused.
			const response = await route.fetch({ maxRetries: 3 });
			if (!/trusted-types 'none'/.test(response.headers()[HEADER] ?? ""))
				broken.push(`${response.url()} comes without its policy`);
			const html = await response.text();
			return route.fulfill({ response, body: bare ? html.replace(PAGE_DATA, "") : html });
		},
	);
	return broken;
}

/** A sticky bottom bar half covers content; in the page's flow it covers nothing. */
const DRAWN = `[class*="content-visibility"] { content-visibility: visible !important; }
	[data-bottom-bar] { position: static !important; }`;

/**
 * Waits until the page has its final styles: colour transitions must have ended before they are
 * read. Content that is not rendered would never finish, so the paragraphs of a transcript are
 * rendered as if scrolled to, and statements are waited for, which the page draws by itself.
 * Endless animations continue.
 */
export function settleStyles(page: Page): Promise<unknown> {
	return page.evaluate(async (drawn) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(drawn);
		document.adoptedStyleSheets = [sheet];
		while (document.querySelector("[data-statement]:not([data-drawn])"))
			await new Promise(requestAnimationFrame);
		// A media change takes effect with the next frame.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		const ending = () => {
			// Reading a style starts pending transitions.
			getComputedStyle(document.body).color;
			return document
				.getAnimations()
				.filter(
					({ effect, playState }) =>
						playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
				);
		};
		// Inherited colours start their transition when the parent's has ended.
		for (let way = ending(), rounds = 0; way.length > 0 && rounds < 100; ) {
			await Promise.allSettled(way.map(({ finished }) => finished));
			await new Promise(requestAnimationFrame);
			rounds += 1;
			way = ending();
		}
	}, DRAWN);
}
