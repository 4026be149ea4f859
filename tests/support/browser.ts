import {
	type Browser,
	type BrowserContext,
	chromium,
	type Page,
} from "playwright-core";
import { findChromium } from "./chromium.ts";
import type { Client } from "./client.ts";
import { DRAWN_PICTURE } from "./drawn-picture.ts";

/** Background services of the browser's maker: tests talk to this machine only. */
const QUIET = [
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--disable-quic",
	"--disable-gpu",
	"--no-first-run",
];

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

let shared: Promise<Browser> | undefined;

/**
 * Within a test run, one browser for all the files of a process: to close it closes the contexts
 * that a file has left open, and it ends with the process. Elsewhere, a browser of one's own.
 */
export async function startBrowser(): Promise<Browser> {
	if (process.env.VITEST === undefined) return launch();
	shared ??= launch().then(share);
	return shared;
}

async function launch(): Promise<Browser> {
	const { executablePath, args } = await findChromium();
	return chromium.launch({ executablePath, args: [...args, ...QUIET] });
}

function share(browser: Browser): Browser {
	browser.close = async () => {
		await Promise.all(browser.contexts().map((context) => context.close()));
	};
	// One that has died is no use to the next file.
	browser.once("disconnected", () => {
		shared = undefined;
	});
	return browser;
}

/** The browser's own note of an answer that the page expects: a visitor is asked to sign in. */
const ASKED_TO_SIGN_IN = /status of 401/;

/** What went wrong in a page: uncaught errors, console errors, policy violations. */
export function watchFaults(page: Page): string[] {
	const faults: string[] = [];
	page.on("pageerror", (error) => faults.push(error.message));
	page.on("console", (message) => {
		const text = message.text();
		if (message.type() === "error" && !ASKED_TO_SIGN_IN.test(text))
			faults.push(text);
	});
	return faults;
}

/** The platform's pictures lie outside this machine. */
export function standInForThumbnails(page: Page): Promise<unknown> {
	return page.route("https://i.ytimg.com/**", (route) =>
		route.fulfill({ contentType: "image/svg+xml", body: DRAWN_PICTURE }),
	);
}

/** Gives the browser the session that a client has. */
export function signInAs(
	context: BrowserContext,
	url: string,
	client: Client,
): Promise<void> {
	const [name = "", ...value] = client.cookie().split("=");
	return context.addCookies([{ name, value: value.join("="), url }]);
}
