import type { Browser, BrowserContext, Page } from "playwright-core";
import { DRAWN_PICTURE, signInAs } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { appElements, builtScripts } from "./app-elements.ts";
import type { HostileWorld } from "./hostile-world.ts";
import { knownAddresses } from "./known-addresses.ts";
import { type Element, wrongInMarkup } from "./markup-findings.ts";
import type { Looker, Served } from "./served-screens.ts";

/** The buttons that reveal hidden content, with the number of times to press each. */
const PRESSES: [name: RegExp, times: number][] = [
	[/^More/, 4],
	[/^Transcript/, 1],
];
/** A string, since code sent to a page must not depend on our modules. */
/** The same as `elementsOf`, in the page. */
const elementsWithout = (built: ReadonlySet<string>) =>
	`((built) => [...document.querySelectorAll("*")].filter((e) => !(e.matches("script:not([src])") && built.includes(e.textContent))).map((e) => [e.localName, [...e.attributes].map((a) => [a.name, a.value])]))(${JSON.stringify([...built])})`;
const VIOLATIONS = `document.addEventListener("securitypolicyviolation", (e) => { (window.broken ??= []).push(e.effectiveDirective + " " + e.blockedURI); });`;

/** Checks pages in a real browser under their own policy, signed in as a member. */
export async function shownReader(
	hostile: HostileWorld,
	browser: Browser,
	client: Client,
): Promise<Looker & { close: () => Promise<void> }> {
	const { url } = hostile.product;
	const plain = appElements();
	const elements_in_page = elementsWithout(builtScripts());
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
			// The footer is rendered by the app, not by the server.
			if (!path.startsWith("/embed/")) await page.getByRole("contentinfo").waitFor();
			await press(page);
			const elements = await page.evaluate<Element[]>(elements_in_page);
			const broken = await page.evaluate<string[]>("window.broken ?? []");
			wrong.push(...broken.map((one) => `the policy was broken: ${one}`));
			return elements;
		} finally {
			await page.close();
		}
	}

	return {
		async look(served, videos) {
			const found = hostile.findings.looked(videos, `browser's ${served.screen}`);
			wrong.length = 0;
			const elements = await open(served).catch((thrown: unknown) => {
				found(`cannot be opened: ${String(thrown)}`);
				return [];
			});
			const addresses = knownAddresses(videos, served.sources ?? [], hostile.source.origin);
			for (const one of wrongInMarkup(elements, plain, url, addresses)) found(one);
			for (const one of new Set(wrong)) found(one);
		},
		close: () => context.close(),
	};
}

/** A browser context that reaches only the product and records all other requests. */
async function watched(browser: Browser, origin: string, wrong: string[]): Promise<BrowserContext> {
	const context = await browser.newContext({ reducedMotion: "reduce" });
	await context.addInitScript(VIOLATIONS);
	await context.route(
		(address) => address.origin !== new URL(origin).origin,
		(route) => {
			const { hostname, href } = new URL(route.request().url());
			if (hostname === "i.ytimg.com")
				return route.fulfill({ contentType: "image/svg+xml", body: DRAWN_PICTURE });
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
