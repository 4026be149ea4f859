import { type ChildProcess, spawn } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createBrotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";
import puppeteer, { type Browser, type ElementHandle, type Frame } from "puppeteer-core";
import { layout } from "#scripts/layout.ts";
import { PATIENCE_MS, PHONE } from "./browser.ts";

/** A page in any browser. Elements are given by a selector and a part of their text. */
export type OtherPage = {
	open: (address: string) => Promise<void>;
	/** The value of an expression in the page. */
	read: <T>(expression: string) => Promise<T>;
	press: (selector: string, text?: string) => Promise<void>;
	type: (selector: string, text: string) => Promise<void>;
	close: () => Promise<void>;
};

/** A browser that is not the tests' usual one; `missing` says what its machine lacks. */
export type OtherBrowser = { name: string; missing: string | null; open: () => Promise<OtherPage> };

const FIREFOX = "/usr/bin/firefox-esr";
const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const SCREEN = "/usr/bin/Xvfb";
const CHROMIUM_112 = join(layout.root, "node_modules/chromium-112/bin/chromium.br");
const is_linux = process.platform === "linux" && process.arch === "x64";

/** The first visible element, as an expression. */
const found = (selector: string, text = "") =>
	`[...document.querySelectorAll(${JSON.stringify(selector)})].find((it) => it.getClientRects().length > 0 && it.textContent.includes(${JSON.stringify(text)}))`;

/** Waits until the expression is neither false nor missing in the page. */
export async function comes<T>(page: Pick<OtherPage, "read">, expression: string): Promise<T> {
	const until = Date.now() + PATIENCE_MS;
	for (;;) {
		const value = await page.read<T | null>(`(${expression}) ?? null`).catch(() => null);
		if (value !== null && value !== false) return value;
		if (Date.now() > until) {
			const shown = await page.read<string>("document.body.innerText").catch(String);
			throw new Error(`Never came: ${expression}\n${shown.slice(0, 2_000)}`);
		}
		await sleep(100);
	}
}

/** Waits until the page shows the text. */
export const shows = (page: Pick<OtherPage, "read">, text: string) =>
	comes(page, `document.body.innerText.includes(${JSON.stringify(text)})`);

/** Waits until the element stands still: a press on what moves meets what is beside it. */
async function standsStill(
	page: Pick<OtherPage, "read">,
	selector: string,
	text?: string,
): Promise<void> {
	const place = `(({ x, y, width }) => [x, y, width].join())(${found(selector, text)}.getBoundingClientRect())`;
	let before = "";
	for (;;) {
		const now = await comes<string>(page, place);
		if (now === before) return;
		before = now;
		await sleep(100);
	}
}

// --- Firefox, over WebDriver BiDi ---

export const firefox_is_missing = existsSync(FIREFOX) ? null : "firefox-esr is not installed";

export function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
	return puppeteer.launch({
		browser: "firefox",
		executablePath: FIREFOX,
		headless: true,
		acceptInsecureCerts: true,
		// What scrolls smoothly is still moving when it is pressed.
		extraPrefsFirefox: { "ui.prefersReducedMotion": 1, ...preferences },
		defaultViewport: { width: 1280, height: 900 },
	});
}

/** A page or a frame of Firefox. */
export function inFirefox(frame: Frame): Omit<OtherPage, "open" | "close"> {
	const read = (expression: string) => frame.evaluate(`(${expression})`) as Promise<never>;
	async function element(selector: string, text?: string) {
		await comes({ read }, `Boolean(${found(selector, text)})`);
		await standsStill({ read }, selector, text);
		const handle = await frame.evaluateHandle(`(${found(selector, text)})`);
		const it = handle.asElement();
		if (!it) throw new Error(`${selector} is gone`);
		return it as ElementHandle<Element>;
	}
	return {
		read,
		press: async (selector, text) => (await element(selector, text)).click(),
		type: async (selector, text) => {
			const field = await element(selector);
			await field.click();
			await field.type(text);
		},
	};
}

async function openFirefox(): Promise<OtherPage> {
	const browser = await launchFirefox();
	const page = await browser.newPage();
	return {
		...inFirefox(page.mainFrame()),
		open: async (address) => void (await page.goto(address)),
		close: () => browser.close(),
	};
}

// --- WebKitGTK, over WebDriver ---

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	return typeof address === "object" && address !== null ? address.port : 0;
}

function webkitMissing(): string | null {
	const needed = [WEBKIT_DRIVER, MINI_BROWSER, SCREEN].filter((path) => !existsSync(path));
	return needed.length > 0 ? `${needed.join(", ")} not installed` : null;
}

async function openWebKit(): Promise<OtherPage> {
	const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), "webkit-"))];
	const display = `:${20_000 + (port % 10_000)}`;
	const children: ChildProcess[] = [
		spawn(SCREEN, [display, "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
			stdio: "ignore",
		}),
		spawn(WEBKIT_DRIVER, [`--port=${port}`], {
			stdio: "ignore",
			env: {
				...process.env,
				DISPLAY: display,
				HOME: folder,
				XDG_RUNTIME_DIR: folder,
				// A container has neither namespaces for its sandbox nor a graphics processor.
				WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
				WEBKIT_DISABLE_DMABUF_RENDERER: "1",
				LIBGL_ALWAYS_SOFTWARE: "1",
			},
		}),
	];
	const base = `http://127.0.0.1:${port}`;
	async function command<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(base + path, {
			method,
			...(body !== undefined && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
		const { value } = (await response.json()) as {
			value: T & { error?: string; message?: string };
		};
		if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
		return value;
	}
	async function started(): Promise<string> {
		for (let tries = 0; ; tries += 1)
			try {
				const options = { binary: MINI_BROWSER, args: ["--automation"] };
				const { sessionId } = await command<{ sessionId: string }>("POST", "/session", {
					capabilities: {
						alwaysMatch: { acceptInsecureCerts: true, "webkitgtk:browserOptions": options },
					},
				});
				return `/session/${sessionId}`;
			} catch (thrown) {
				if (tries === 50) throw thrown;
				await sleep(200);
			}
	}
	const session = await started();
	const read = <T>(expression: string) =>
		command<T>("POST", `${session}/execute/sync`, { script: `return (${expression})`, args: [] });
	async function element(selector: string, text?: string): Promise<string> {
		await standsStill({ read }, selector, text);
		const [id] = Object.values(
			await comes<Record<string, string>>({ read }, found(selector, text)),
		);
		return `${session}/element/${id}`;
	}
	return {
		read,
		open: (url) => command("POST", `${session}/url`, { url }),
		press: async (selector, text) =>
			void (await command("POST", `${await element(selector, text)}/click`, {})),
		type: async (selector, text) =>
			void (await command("POST", `${await element(selector)}/value`, { text })),
		async close() {
			await command("DELETE", session).catch(() => {});
			for (const child of children) child.kill();
			await rm(folder, { recursive: true, force: true, maxRetries: 10 });
		},
	};
}

// --- Chromium 112, of the oldest that the site is built for ---

/** npm's package unpacks into the folder of the newer one that the other tests use. */
async function unpackChromium112(): Promise<string> {
	const program = join(tmpdir(), "chromium-112");
	if (existsSync(program)) return program;
	const part = `${program}.${process.pid}`;
	await pipeline(
		createReadStream(CHROMIUM_112),
		createBrotliDecompress(),
		createWriteStream(part, { mode: 0o700 }),
	);
	await rename(part, program);
	return program;
}

async function openChromium112(): Promise<OtherPage> {
	const browser = await chromium.launch({
		executablePath: await unpackChromium112(),
		args: ["--no-sandbox", "--headless", "--disable-gpu"],
	});
	const page = await browser.newPage({ viewport: PHONE });
	page.setDefaultTimeout(PATIENCE_MS);
	const element = (selector: string, text = "") =>
		page.locator(selector).filter({ hasText: text, visible: true }).first();
	return {
		read: (expression) => page.evaluate(`(${expression})`),
		open: async (address) => void (await page.goto(address)),
		press: (selector, text) => element(selector, text).click(),
		type: (selector, text) => element(selector).fill(text),
		close: () => browser.close(),
	};
}

export const OTHER_BROWSERS: OtherBrowser[] = [
	{ name: "Firefox", missing: firefox_is_missing, open: openFirefox },
	{ name: "WebKitGTK", missing: webkitMissing(), open: openWebKit },
	{
		name: "Chromium 112 on a phone",
		missing: is_linux && existsSync(CHROMIUM_112) ? null : "only for Linux on x64",
		open: openChromium112,
	},
];
