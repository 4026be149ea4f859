import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import {
	appRuns,
	signInAs,
	standInForThumbnails,
	watchFaults,
	watchRequests,
} from "./browser.ts";
import type { Place, ScreenWorld, Visitor } from "./screen-world.ts";

/** One thing that a person can have in front of them. */
export type Screen = {
	/** Unique; a file name. */
	name: string;
	in: Place;
	as: Visitor;
	path: string | ((world: ScreenWorld) => string | Promise<string>);
	/** The page's name in the tab. */
	title: string;
	/** Its h1. */
	heading: string;
	/** On screen before anything is judged; the heading alone where left out. */
	shows?: string | RegExp;
	/** What was pressed. */
	press?: (page: Page, world: ScreenWorld) => Promise<void>;
	/** What the press opened over the page: a dialog that keeps the focus, or a panel that does not. */
	layer?: "modal" | "panel";
	network?: Network;
	/** It shows a run that goes on: what has not come yet keeps its place by right. */
	underWay?: boolean;
	/** The browser's own notes of answers that the screen is about. */
	expected?: RegExp;
};

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
const PATIENCE_MS = 60_000;

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
	if (screen.network === "held") await liftRequestTimeouts(page);
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

/**
 * What becomes of the calls that bring a page's content: no answer yet, an answer that tells of a
 * failure, one that is no report at all; offline once the page has come.
 */
type Network = "held" | "failing" | "garbled" | "offline";

const CONTENT = /\/api\/(videos|stats|community)/;

const ANSWERS: Record<Network, (route: Route) => Promise<void>> = {
	held: () => new Promise(() => {}),
	failing: (route) =>
		route.fulfill({
			status: 500,
			contentType: "application/problem+json",
			body: JSON.stringify({
				type: "/problems/internal",
				title: "Internal error",
				status: 500,
				detail: "Something went wrong on our side.",
				code: "internal",
			}),
		}),
	garbled: (route) => route.fulfill({ json: { video: {}, statements: 3 } }),
	offline: (route) => route.continue(),
};

/** Keeps a loading screen until the test is over: the app gives a request up after some seconds. */
async function liftRequestTimeouts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		AbortSignal.timeout = () => new AbortController().signal;
	});
}

async function standInForContent(page: Page, network: Network): Promise<void> {
	await page.route(CONTENT, ANSWERS[network]);
}

const HEADER = "content-security-policy";

/** The answers that the page brings along. */
const PAGE_DATA = /<script[^>]*id="page-data".*?<\/script>/s;

/**
 * Holds the page to the policy that it comes with, and answers with what broke it, as it breaks. A bare page brings no
 * answers along: it has to ask for them.
 */
async function holdToPolicy(
	page: Page,
	{ bare }: { bare: boolean },
): Promise<string[]> {
	const broken: string[] = [];
	await page.exposeFunction("reportViolation", (text: string) =>
		broken.push(text),
	);
	await page.addInitScript(() => {
		document.addEventListener("securitypolicyviolation", (event) => {
			const { effectiveDirective, blockedURI, sample } = event;
			const report: unknown = Reflect.get(window, "reportViolation");
			if (typeof report === "function")
				report(`${effectiveDirective}: ${blockedURI} ${sample}`);
		});
	});
	await page.route(
		(url) => !/^\/(api|assets)\//.test(url.pathname),
		async (route) => {
			if (route.request().resourceType() !== "document")
				return route.fallback();
			// A connection that is kept open may be closed by the server just as it is used again.
			const response = await route.fetch({ maxRetries: 3 });
			if (!/trusted-types 'none'/.test(response.headers()[HEADER] ?? ""))
				broken.push(`${response.url()} comes without its policy`);
			const html = await response.text();
			return route.fulfill({
				response,
				body: bare ? html.replace(PAGE_DATA, "") : html,
			});
		},
	);
	return broken;
}

/** A bar that stays along the bottom half covers whatever is scrolled there; laid into the page, nothing. */
const DRAWN = `* { content-visibility: visible !important; }
	[data-bottom-bar] { position: static !important; }`;

/**
 * Until the page looks as its styles want it: however short, a colour's way to
 * the next one has to be over before it is read. It never is where nothing is
 * drawn, so all is drawn that scrolling would show. What moves without end is
 * left to move.
 */
export function settleStyles(page: Page): Promise<unknown> {
	return page.evaluate(async (drawn) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(drawn);
		document.adoptedStyleSheets = [sheet];
		// A change of the media is told with the next frame.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		const ending = () => {
			// Asking for a style begins what has to begin.
			getComputedStyle(document.body).color;
			return document
				.getAnimations()
				.filter(
					({ effect, playState }) =>
						playState === "running" &&
						effect?.getComputedTiming().endTime !== Infinity,
				);
		};
		// What inherits a colour sets out anew when its parent has arrived.
		for (let way = ending(), rounds = 0; way.length > 0 && rounds < 100; ) {
			await Promise.allSettled(way.map(({ finished }) => finished));
			await new Promise(requestAnimationFrame);
			rounds += 1;
			way = ending();
		}
	}, DRAWN);
}
