import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Locator,
	type Page,
	type Request,
} from "playwright-core";
import { type Client, watchUrl } from "./client.ts";

/** Disables the browser's background services, as tests must not use the network. */
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

/** Longer than any part of a page takes on a busy machine. */
export const PATIENCE_MS = 60_000;

type Choice = {
	/** A full browser instead of npm's headless shell, which is several versions older. */
	whole?: boolean;
};

const shared = new Map<boolean, Promise<Browser>>();

/**
 * In a test run, one browser for all files of a process: closing it closes only the contexts that a
 * file left open, and it ends with the process. Elsewhere, a new browser.
 */
export async function startBrowser({ whole = false }: Choice = {}): Promise<Browser> {
	if (process.env.VITEST === undefined) return launch({ whole });
	const running = shared.get(whole) ?? launch({ whole }).then(share);
	shared.set(whole, running);
	return running;
}

function share(browser: Browser): Browser {
	browser.close = async () => {
		await Promise.all(browser.contexts().map((context) => context.close()));
	};
	// A crashed browser must not be reused by the next file.
	browser.once("disconnected", () => shared.clear());
	return browser;
}

async function launch(choice: Choice): Promise<Browser> {
	const { executablePath, args } = await findChromium(choice);
	const browser = await chromium.launch({ executablePath, args: [...args, ...QUIET] });
	const { newContext } = browser;
	browser.newContext = async (options) => {
		const context = await newContext.call(browser, options);
		context.setDefaultTimeout(PATIENCE_MS);
		return context;
	};
	return browser;
}

/** The browser's console message for an expected response: the visitor has to sign in. */
const ASKED_TO_SIGN_IN = /status of 401/;

/** Records a page's faults: uncaught errors, console errors and policy violations. */
export function watchFaults(page: Page): string[] {
	const faults: string[] = [];
	page.on("pageerror", (error) => faults.push(error.message));
	page.on("console", (message) => {
		const text = message.text();
		if (message.type() === "error" && !ASKED_TO_SIGN_IN.test(text)) faults.push(text);
	});
	return faults;
}

/** How long no request may be pending for the page to count as loaded. */
const QUIET_MS = 150;

/** Returns a function that waits until the page's requests have ended, ignoring streams. */
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
		const until = Date.now() + PATIENCE_MS;
		while (open.size > 0 || Date.now() - changed_at < QUIET_MS) {
			if (Date.now() > until) throw new Error(`No end: ${[...open].map((it) => it.url())}`);
			await sleep(QUIET_MS / 3);
		}
	};
}

/** Replaces the platform's thumbnails, which are not on this machine. */
export function standInForThumbnails(shown: Page | BrowserContext): Promise<unknown> {
	return shown.route("https://i.ytimg.com/**", (route) =>
		route.fulfill({ contentType: "image/svg+xml", body: DRAWN_PICTURE }),
	);
}

/** Options for playwright's `chromium.launch`. */
type ChromiumLaunch = { executablePath: string; args: string[] };

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const on_macos = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** A container's root cannot create the sandbox's namespaces, and the pages are our own. */
const no_sandbox = "--no-sandbox";

function systemChromium(): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	return [...paths, ...on_macos].find((path) => existsSync(path));
}

/** Whether the system has NSS, which Chromium needs and a minimal system often lacks. */
function hasNss(): boolean {
	const folders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"].filter(existsSync);
	const nested = folders.flatMap((folder) =>
		readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && entry.name.includes("linux"))
			.map((entry) => join(folder, entry.name)),
	);
	return [...folders, ...nested].some((folder) => existsSync(join(folder, "libnss3.so")));
}

/**
 * The browser from npm, unpacked into the system's temporary folder. It unpacks its own NSS only on
 * a minimal system, and not if it was unpacked before.
 */
async function packagedChromium(): Promise<string> {
	const unpacked = join(tmpdir(), "chromium");
	if (!hasNss()) {
		process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
		const own_nss = join(tmpdir(), "al2023", "lib", "libnss3.so");
		if (!existsSync(own_nss)) rmSync(unpacked, { force: true });
	}
	// Outside /tmp its font configuration is not found, and text is invisible.
	if (tmpdir() !== "/tmp" && existsSync("/etc/fonts")) process.env.FONTCONFIG_PATH ??= "/etc/fonts";
	const { default: chromium } = await import("@sparticuz/chromium");
	return chromium.executablePath();
}

/**
 * A Chromium for the browser tests: CHROME_PATH, else the one from npm, else the system's. The one
 * from npm is a headless shell, which needs a quarter of the work per page and has the same version
 * everywhere. With `whole`, the system's is preferred. Throws with a list of what was tried, so
 * that browser tests are never skipped silently.
 */
export async function findChromium({ whole = false }: Choice = {}): Promise<ChromiumLaunch> {
	const given = process.env.CHROME_PATH;
	if (given && !existsSync(given))
		throw new Error(`CHROME_PATH is ${given}, and there is no such file.`);
	const npm_has_one = process.platform === "linux" && process.arch === "x64";
	const other = given || !npm_has_one || whole;
	const own = other ? (given ?? systemChromium()) : undefined;
	if (own) return { executablePath: own, args: [no_sandbox] };
	if (!npm_has_one)
		throw new Error("No Chromium found. Install one, or set CHROME_PATH to its program.");
	return { executablePath: await packagedChromium(), args: [no_sandbox, "--headless=shell"] };
}

/** A neutral replacement for a video's thumbnail at 4:3: a wall in the sea with a light. */
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

/** Waits until the app has hydrated the page or shows an error. */
export async function appRuns(page: Page): Promise<void> {
	await page
		.locator("html[data-ready], main [role=alert] h1")
		.first()
		.waitFor({ state: "attached" });
}

/** Waits until the page shows its own fonts, which it loads after the app's code. */
export async function fontsCame(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
		return ["Source Sans Variable", "Source Serif Variable"].every((name) =>
			// Some browsers quote it.
			loaded.some(({ family }) => family.includes(name)),
		);
	});
}

/** Waits until all content is rendered; React may replace placeholders after the data arrived. */
export async function everythingCame(page: Page): Promise<void> {
	await page.waitForFunction(() => document.querySelector("[aria-busy=true], .waiting") === null);
}

/**
 * Waits for a text that the page removes after a while. Call it before the action that shows the
 * text: it looks at each frame, whereas a locator looks twice a second and can miss the text.
 */
export async function briefText(page: Page, text: string): Promise<void> {
	await page.waitForFunction((wanted) => document.body.textContent.includes(wanted), text);
}

/** Signs the browser in with the client's session. */
export async function signInAs(
	context: BrowserContext,
	origin: string,
	client: Client,
): Promise<void> {
	const [name = "", ...value] = client.cookie().split("=");
	await context.addCookies([{ name, value: value.join("="), url: origin }]);
}

/** Opens the menu that contains the header's controls on a narrow screen. */
export async function unfoldHeader(page: Page): Promise<void> {
	const header = page.getByRole("banner");
	const menu = header.getByRole("button", { name: "Open menu" });
	const dashboard = header.getByRole("link", { name: "Dashboard" });
	// The server-rendered header has neither; the app's header has one of these.
	await menu.or(dashboard).filter({ visible: true }).first().waitFor();
	if (await menu.isVisible()) await menu.click();
}

export async function openTab(context: BrowserContext, address: string): Promise<Page> {
	const page = await context.newPage();
	await standInForThumbnails(page);
	await page.goto(address);
	return page;
}

/** Submits the video's link on the home page. */
export async function send(page: Page, id: string): Promise<void> {
	await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
	await page.getByRole("button", { name: "Analyze Video" }).click();
}

export function dialogOf(page: Page): Locator {
	return page.getByRole("dialog");
}

export function ratedIn(page: Page): Locator {
	return dialogOf(page).getByRole("region", { name: /rated/i }).locator("ol > li");
}

export function chipOf(page: Page): Locator {
	return page.getByRole("button", { name: /^Analysis of/ });
}

export function toastsOf(page: Page): Locator {
	return page.getByRole("link", { name: "View Detailed Results" });
}

export async function percentOf(page: Page): Promise<number> {
	const text = await dialogOf(page)
		.getByText(/^\d+\.\d%$/)
		.first()
		.textContent();
	return Number.parseFloat(text ?? "");
}
