import type { Browser, BrowserContext, Page } from "playwright-core";
import { DRAWN_PICTURE, signInAs } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { appElements } from "./app-elements.ts";
import type { HostileWorld } from "./hostile-world.ts";
import { knownAddresses } from "./known-addresses.ts";
import { type Element, wrongInMarkup } from "./markup-findings.ts";
import type { Looker, Served } from "./served-screens.ts";

/** Longer than any page takes on a busy machine. */
const PATIENCE_MS = 30_000;
/** What is behind a press on a page, pressed as often as shows it all once. */
const PRESSES: [name: RegExp, times: number][] = [
	[/^More/, 4],
	[/^Transcript/, 1],
];
/** As text, since what is sent to a page must need nothing of ours. */
const ELEMENTS = `[...document.querySelectorAll("*")].map((e) => [e.localName, [...e.attributes].map((a) => [a.name, a.value])])`;
const VIOLATIONS = `document.addEventListener("securitypolicyviolation", (e) => { (window.broken ??= []).push(e.effectiveDirective + " " + e.blockedURI); });`;

/** Looks at pages in a real browser under their own policy, signed in as a member. */
export async function shownReader(
	hostile: HostileWorld,
	browser: Browser,
	client: Client,
): Promise<Looker & { close: () => Promise<void> }> {
	const { url } = hostile.product;
	const plain = appElements();
	const wrong: string[] = [];
	const context = await watched(browser, url, wrong);
	await signInAs(context, url, client);

	async function open({ path }: Served): Promise<Element[]> {
		const page = await context.newPage();
		page.on("dialog", (dialog) => {
			wrong.push(`a script ran: ${dialog.message()}`);
			void dialog.dismiss();
		});
		page.on("pageerror", (error) => wrong.push(`an error: ${error.message}`));
		try {
			await page.goto(url + path, { waitUntil: "load" });
			await page.getByRole("heading", { level: 1 }).first().waitFor();
			// The app's own footer: what the server wrote has none.
			if (!path.startsWith("/embed/"))
				await page.getByRole("contentinfo").waitFor();
			await press(page);
			const elements = await page.evaluate<Element[]>(ELEMENTS);
			const broken = await page.evaluate<string[]>("window.broken ?? []");
			wrong.push(...broken.map((one) => `the policy was broken: ${one}`));
			return elements;
		} finally {
			await page.close();
		}
	}

	return {
		async look(served, videos) {
			const found = hostile.findings.looked(
				videos,
				`browser's ${served.screen}`,
			);
			wrong.length = 0;
			const elements = await open(served).catch((thrown: unknown) => {
				found(`cannot be opened: ${String(thrown)}`);
				return [];
			});
			const addresses = knownAddresses(
				videos,
				served.sources ?? [],
				hostile.source.origin,
			);
			for (const one of wrongInMarkup(elements, plain, url, addresses))
				found(one);
			for (const one of new Set(wrong)) found(one);
		},
		close: () => context.close(),
	};
}

/** A browser's window that goes nowhere but to the product, and tells where it wanted to. */
async function watched(
	browser: Browser,
	origin: string,
	wrong: string[],
): Promise<BrowserContext> {
	const context = await browser.newContext({ reducedMotion: "reduce" });
	context.setDefaultTimeout(PATIENCE_MS);
	await context.addInitScript(VIOLATIONS);
	await context.route(
		(address) => address.origin !== new URL(origin).origin,
		(route) => {
			const { hostname, href } = new URL(route.request().url());
			if (hostname === "i.ytimg.com")
				return route.fulfill({
					contentType: "image/svg+xml",
					body: DRAWN_PICTURE,
				});
			wrong.push(`the page asked for ${href}`);
			return route.abort();
		},
	);
	return context;
}

async function press(page: Page): Promise<void> {
	for (const [name, times] of PRESSES) {
		const buttons = page.getByRole("button", { name, expanded: false });
		for (let pressed = 0; pressed < times; pressed += 1) {
			if ((await buttons.count()) === 0) break;
			await buttons.first().click();
		}
	}
}
