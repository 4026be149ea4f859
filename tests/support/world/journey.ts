import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import {
	DESKTOP,
	PHONE,
	signInAs,
	standInForThumbnails,
	startBrowser,
	watchFaults,
} from "./browser.ts";
import type { Client } from "./client.ts";

/** For `describe.each`: a window's name and size. */
export const DEVICES = [
	["desktop", DESKTOP],
	["phone", PHONE],
] as const;

/** A reader who has not asked for less motion; tests of what moves or shifts are about them. */
export const WITH_MOTION = { reducedMotion: "no-preference" } as const;

/** A new browser context: a signed-in member, playwright's options, and the faults it may show. */
export type Visitor = BrowserContextOptions & { as?: Client | undefined; allowed?: RegExp };

export type Journeys = {
	/** A page in a new context, with nothing opened yet. */
	newPage: (visitor?: Visitor) => Promise<Page>;
	/** The same, opened at the path. */
	visit: (path: string, visitor?: Visitor) => Promise<Page>;
};

/**
 * Pages of the product for the tests of a file. After each test its contexts are closed, and the
 * test fails if one of their pages had a fault (`watchFaults`) that is not `allowed`.
 */
export function journeys(product: { readonly url: string }, choice = { whole: false }): Journeys {
	let newContext: (options: BrowserContextOptions) => Promise<BrowserContext>;
	let stop = async () => {};
	let contexts: BrowserContext[] = [];
	let faults: (() => string[])[] = [];

	beforeAll(async () => {
		const browser = await startBrowser(choice);
		newContext = (options) => browser.newContext(options);
		stop = () => browser.close();
	});
	afterAll(() => stop());
	afterEach(async () => {
		const found = faults.flatMap((unexpected) => unexpected());
		const left = contexts;
		[contexts, faults] = [[], []];
		await Promise.all(left.map((context) => context.close()));
		expect(found, "faults").toEqual([]);
	});

	async function newPage({ as, allowed, ...options }: Visitor = {}): Promise<Page> {
		const context = await newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
		contexts.push(context);
		context.on("page", (page) => {
			const seen = watchFaults(page);
			faults.push(() => seen.filter((fault) => !allowed?.test(fault)));
		});
		if (as !== undefined) await signInAs(context, product.url, as);
		await standInForThumbnails(context);
		return context.newPage();
	}

	return {
		newPage,
		async visit(path, visitor) {
			const page = await newPage(visitor);
			await page.goto(product.url + path);
			return page;
		},
	};
}

/** Asks the open sign-in dialog for a new account and submits it. */
export async function createAccount(page: Page, email: string): Promise<void> {
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Email").waitFor();
	// It opens on it where nobody has signed in before, unless it was opened to sign in.
	if ((await dialog.getByLabel("Full name").count()) === 0)
		await dialog.getByRole("button", { name: "Create Account" }).first().click();
	await dialog.getByLabel("Full name").fill("A Newcomer");
	await dialog.getByLabel("Email").fill(email);
	await dialog.getByLabel("Password", { exact: true }).fill("correct horse battery");
	await dialog.getByRole("button", { name: "Create Account" }).last().click();
}

/** As on a slow network: the app's code loads once the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
	let letCome = () => {};
	const called = new Promise<void>((resolve) => {
		letCome = resolve;
	});
	await page.route(/\/assets\/index-.*\.js$/, async (route) => {
		await called;
		await route.continue();
	});
	return letCome;
}
