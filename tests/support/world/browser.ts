import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Page,
	type Request,
} from "playwright-core";
import type { Client } from "./client.ts";

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

type Choice = {
	/** A whole browser rather than npm's headless shell, which is some versions older. */
	whole?: boolean;
};

const shared = new Map<boolean, Promise<Browser>>();

/**
 * Within a test run, one browser for all the files of a process: to close it closes the contexts
 * that a file has left open, and it ends with the process. Elsewhere, a browser of one's own.
 */
export async function startBrowser({
	whole = false,
}: Choice = {}): Promise<Browser> {
	if (process.env.VITEST === undefined) return launch({ whole });
	const running = shared.get(whole) ?? launch({ whole }).then(share);
	shared.set(whole, running);
	return running;
}

function share(browser: Browser): Browser {
	browser.close = async () => {
		await Promise.all(browser.contexts().map((context) => context.close()));
	};
	// One that has died is no use to the next file.
	browser.once("disconnected", () => shared.clear());
	return browser;
}

async function launch(choice: Choice): Promise<Browser> {
	const { executablePath, args } = await findChromium(choice);
	return chromium.launch({ executablePath, args: [...args, ...QUIET] });
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

/** No request under way for so long: what comes with the page has come. */
const QUIET_MS = 150;
/** Longer than any part of a page takes on a busy machine. */
const QUIET_WITHIN_MS = 60_000;

/** Answers with a wait for the page's own requests; streams stay open and do not count. */
export function watchRequests(page: Page): () => Promise<void> {
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
		const until = Date.now() + QUIET_WITHIN_MS;
		while (open.size > 0 || Date.now() - changed_at < QUIET_MS) {
			if (Date.now() > until)
				throw new Error(`No end: ${[...open].map((it) => it.url())}`);
			await sleep(QUIET_MS / 3);
		}
	};
}

/** The platform's pictures lie outside this machine. */
export function standInForThumbnails(page: Page): Promise<unknown> {
	return page.route("https://i.ytimg.com/**", (route) =>
		route.fulfill({ contentType: "image/svg+xml", body: DRAWN_PICTURE }),
	);
}

/** To be given to playwright's `chromium.launch`. */
type ChromiumLaunch = { executablePath: string; args: string[] };

const names = [
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
];
const on_macos = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** A container's root may not make the sandbox's namespaces; the pages are our own. */
const no_sandbox = "--no-sandbox";

function systemChromium(): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const paths = folders.flatMap((folder) =>
		names.map((name) => join(folder, name)),
	);
	return [...paths, ...on_macos].find((path) => existsSync(path));
}

/** Whether the system has the library that Chromium needs and a bare system often lacks. */
function hasNss(): boolean {
	const folders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"].filter(
		existsSync,
	);
	const nested = folders.flatMap((folder) =>
		readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && entry.name.includes("linux"))
			.map((entry) => join(folder, entry.name)),
	);
	return [...folders, ...nested].some((folder) =>
		existsSync(join(folder, "libnss3.so")),
	);
}

/**
 * The browser that npm carries, unpacked into the system's temporary folder. It unpacks its own
 * NSS only when it takes the host for a bare one, and never beside an earlier unpacking.
 */
async function packagedChromium(): Promise<string> {
	const unpacked = join(tmpdir(), "chromium");
	if (!hasNss()) {
		process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
		const own_nss = join(tmpdir(), "al2023", "lib", "libnss3.so");
		if (!existsSync(own_nss)) rmSync(unpacked, { force: true });
	}
	// Outside /tmp its fonts' configuration is not found, and text is invisible.
	if (tmpdir() !== "/tmp" && existsSync("/etc/fonts"))
		process.env.FONTCONFIG_PATH ??= "/etc/fonts";
	const { default: chromium } = await import("@sparticuz/chromium");
	return chromium.executablePath();
}

/**
 * A Chromium for the browser tests: CHROME_PATH, else the one from npm, else the system's. The one
 * from npm is the headless shell, which opens a page with a quarter of the work that a whole
 * browser needs, and is the same version everywhere. Who asks for a whole one gets the system's if
 * there is one. Throws, naming what was tried: browser tests are never left out silently.
 */
export async function findChromium({
	whole = false,
}: Choice = {}): Promise<ChromiumLaunch> {
	const given = process.env.CHROME_PATH;
	if (given && !existsSync(given))
		throw new Error(`CHROME_PATH is ${given}, and there is no such file.`);
	const npm_has_one = process.platform === "linux" && process.arch === "x64";
	const other = given || !npm_has_one || whole;
	const own = other ? (given ?? systemChromium()) : undefined;
	if (own) return { executablePath: own, args: [no_sandbox] };
	if (!npm_has_one)
		throw new Error(
			"No Chromium found. Install one, or set CHROME_PATH to its program.",
		);
	return {
		executablePath: await packagedChromium(),
		args: [no_sandbox, "--headless=shell"],
	};
}

/** A quiet drawing in the place of a video's picture: a wall in the sea with its light, at 4:3 as the platform has them. */
export const DRAWN_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360">
<defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fa3ad"/><stop offset="1" stop-color="#e3ded2"/></linearGradient>
<linearGradient id="sea" x2="0" y2="1"><stop stop-color="#7d929b"/><stop offset="1" stop-color="#46575f"/></linearGradient>
</defs>
<path fill="url(#sky)" d="M0 0h480v216H0z"/>
<circle cx="118" cy="150" r="24" fill="#f3eee2"/>
<path fill="#a9b0ac" d="M0 216l70-34 54 18 66-40 74 38 60-22 156 40z"/>
<path fill="url(#sea)" d="M0 216h480v144H0z"/>
<path fill="none" stroke="#c8d0cf" stroke-width="2" stroke-linecap="round" d="M30 244h60m34 0h26M12 268h38m60 6h70M40 300h86m40-8h30"/>
<path fill="#5e5a52" d="M214 230h266v92H252z"/>
<path fill="#7a756b" d="M214 230h266v18H222z"/>
<path stroke="#4a463f" stroke-width="2" d="M232 274h248M242 298h238M280 248v26m54-26v26m54-26v26m54-26v26M306 274v24m54-24v24m54-24v24"/>
<path fill="#efeae0" d="M344 112h36l9 118h-54z"/>
<path fill="#9a9488" d="M342 142h40l3 28h-46zm-5 56h50l2 26h-55z"/>
<path fill="#3f3b35" d="M336 104h52v10h-52zm8-26h36v26h-36zm-3 0 21-20 21 20z"/>
<path fill="#f3e3b0" d="M352 84h20v16h-20z"/>
</svg>`;

/** The app has taken over the page's content, or says that it cannot show it. */
export async function appRuns(page: Page): Promise<void> {
	await page
		.locator("html[data-ready], main [role=alert] h1")
		.first()
		.waitFor({ state: "attached" });
}

/** Lets a browser go on as the member whom the client is signed in as. */
export async function signInAs(
	context: BrowserContext,
	origin: string,
	client: Client,
): Promise<void> {
	const [name = "", ...value] = client.cookie().split("=");
	await context.addCookies([{ name, value: value.join("="), url: origin }]);
}
