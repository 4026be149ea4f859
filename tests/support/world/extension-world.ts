import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { EXTENSION_IDS } from "#contract/extension.ts";
import type { VideoId } from "#contract/ids.ts";
import { buildExtension } from "#scripts/extension.ts";
import { aStatement } from "../fixtures/publications.ts";
import { findChromium, PATIENCE_MS } from "./browser.ts";
import { type SharedProduct, shareProduct } from "./product.ts";
import { published } from "./signed-in.ts";

/** For this name alone, signed by itself: only a browser that was told to accepts it. */
const CERT = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU2gAwIBAgIUW1G0+Y+W3Bt/HwkjR5juFQF8rv0wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPd3d3LnlvdXR1YmUuY29tMCAXDTI2MTEyMjIyMzYxNVoYDzIx
MjYxMDI5MjIzNjE1WjAaMRgwFgYDVQQDDA93d3cueW91dHViZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQhmB9DZYjFibgMclKhIS0u8OIX8y2xUHQkuwns
0SvBkd+RMQPfmeZFVdOKzPYXf5H9ZrJkwl8kpCMX94eKkamTo28wbTAdBgNVHQ4E
FgQUDo0v3eplkvDOmmUc44oIrKTkd6EwHwYDVR0jBBgwFoAUDo0v3eplkvDOmmUc
44oIrKTkd6EwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg93d3cueW91dHVi
ZS5jb20wCgYIKoZIzj0EAwIDSQAwRgIhAKMl7XCuC9qSftL5anAawgVehFCzRaZc
A//LtTPNFCKnAiEAhu7XwVK8Hk4L9poinMlhAHWE7yrNSAEgVAZEQqBkuP8=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg39BpW2tYU8x3HTLm
YNuE9dtUvynl+sxwaji9AjI3xnahRANCAAQhmB9DZYjFibgMclKhIS0u8OIX8y2x
UHQkuwns0SvBkd+RMQPfmeZFVdOKzPYXf5H9ZrJkwl8kpCMX94eKkamT
-----END PRIVATE KEY-----`;

const PAGE = new URL("../fakes/watch-page.html", import.meta.url);

const RATE = 3_000;
const SECONDS = 400;

/** Silence that a video element plays, as long as a video. */
function silence(): Buffer {
	const samples = RATE * SECONDS;
	const head = Buffer.alloc(44);
	head.write("RIFF", 0);
	head.writeUInt32LE(36 + samples, 4);
	head.write("WAVEfmt ", 8);
	head.writeUInt32LE(16, 16);
	head.writeUInt16LE(1, 20);
	head.writeUInt16LE(1, 22);
	head.writeUInt32LE(RATE, 24);
	head.writeUInt32LE(RATE, 28);
	head.writeUInt16LE(1, 32);
	head.writeUInt16LE(8, 34);
	head.write("data", 36);
	head.writeUInt32LE(samples, 40);
	return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

type WatchedPlayer = {
	/** Ids of audio tracks, as "en.4" of the original; empty for one sound alone. */
	sounds: string[];
	/** Caption tracks: "a.en" is automatic, ".en" manual. */
	tracks: string[];
	/** The language of the captions that the player shows. */
	shown: string;
};

/** One sound in English. */
export const ONE_SOUND: WatchedPlayer = { sounds: [], tracks: ["a.en"], shown: "en" };

/** English, dubbed by a machine, and a player that begins with the dub and its captions. */
export const DUBBED: WatchedPlayer = {
	sounds: ["es-US.10", "en.4"],
	tracks: ["a.es", "a.en"],
	shown: "es",
};

type FakeWatchSite = {
	/** Where the site listens. */
	port: number;
	/** For a browser's `--host-resolver-rules`: the site answers under its own name. */
	resolver_rules: string;
	/** The same pages under an address that no extension knows. */
	bare_url: string;
	/** Method and path of every request. */
	requests: string[];
	/** The captions of every video by their language, as json3. */
	captions: Record<string, string>;
	/** What the player says of every video from the next page on. */
	player: WatchedPlayer;
	/** Replaces the page, e.g. by one of another structure. */
	page: { html: string };
	stop: () => Promise<void>;
};

/** YouTube's watch page as a browser sees it, over TLS and under YouTube's own name. */
export async function startWatchSite(): Promise<FakeWatchSite> {
	const media = silence();
	const requests: string[] = [];
	const captions: Record<string, string> = {};
	const player = { ...ONE_SOUND };
	const page = { html: readFileSync(PAGE, "utf8") };
	const server = createTlsServer({ key: KEY, cert: CERT }, (request, response) => {
		const url = new URL(request.url ?? "/", "https://www.youtube.com");
		requests.push(`${request.method} ${url.pathname}${url.search}`);
		const send = (type: string, body: string | Buffer) =>
			response.writeHead(200, { "content-type": type }).end(body);
		switch (url.pathname) {
			case "/api/timedtext":
				// Without the player's token the answer is empty, as the real one is.
				return send(
					"application/json",
					url.searchParams.has("pot") ? (captions[url.searchParams.get("lang") ?? ""] ?? "") : "",
				);
			case "/media.wav": {
				const [, from = "0", to = ""] =
					/^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
				const end = to === "" ? media.length - 1 : Number(to);
				const part = media.subarray(Number(from), end + 1);
				return response
					.writeHead(206, {
						"content-type": "audio/wav",
						"accept-ranges": "bytes",
						"content-range": `bytes ${from}-${end}/${media.length}`,
						"content-length": part.length,
					})
					.end(part);
			}
			case "/favicon.ico":
				return response.writeHead(204).end();
			default:
				return send(
					"text/html; charset=utf-8",
					page.html.replace("PLAYER_DATA", JSON.stringify(player)),
				);
		}
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		port,
		resolver_rules: `MAP www.youtube.com:443 127.0.0.1:${port}, MAP m.youtube.com:443 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
		bare_url: `https://127.0.0.1:${port}`,
		requests,
		captions,
		player,
		page,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

type Asked = {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** Whether the whole answer has been passed on. */
	is_answered: boolean;
};

/** What stands in front of the product: it notes each request, and can be down or answer nonsense. */
export type Front = {
	url: string;
	asked: Asked[];
	/** "down": connections break; "silent": nothing is answered; a text answers every lookup. */
	mood: { now: "up" | "down" | "silent" | { lookup: string } };
	stop: () => Promise<void>;
};

export async function startFront(product_url: string): Promise<Front> {
	const asked: Asked[] = [];
	const mood: Front["mood"] = { now: "up" };
	const target = new URL(product_url);
	const server = createServer((request, response) => {
		if (mood.now === "down") return void request.socket.destroy();
		const path = request.url ?? "/";
		if (mood.now === "silent") return;
		if (mood.now !== "up" && path.startsWith("/api/v1/lookup/"))
			return void response
				.writeHead(200, { "content-type": "application/json" })
				.end(mood.now.lookup);
		const { method = "", headers } = request;
		const note: Asked = { method, path, headers, body: "", is_answered: false };
		asked.push(note);
		const onward = httpRequest(
			{
				host: target.hostname,
				port: target.port,
				path,
				method: request.method,
				headers: request.headers,
			},
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
				answer.on("end", () => {
					note.is_answered = true;
				});
			},
		);
		onward.on("error", () => response.destroy());
		response.on("close", () => onward.destroy());
		request.on("data", (chunk) => {
			note.body += chunk;
		});
		request.pipe(onward);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		asked,
		mood,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

export type ExtensionWorld = {
	front: Front;
	site: FakeWatchSite;
	context: BrowserContext;
	/** Opens the watch page of a video, of the site for phones by its host. */
	watch: (video_id: string, host?: string) => Promise<Page>;
	/** The address of one of the extension's own pages. */
	page: (name: string) => string;
	stop: () => Promise<void>;
};

/**
 * A whole Chromium with the built extension in it, before a product and a stand-in for YouTube. Its
 * shadow roots are open, unlike those of a release, so that a test finds what is in them.
 */
export async function startExtensionWorld(
	product_url: string,
	shadow_roots: ShadowRootMode = "open",
): Promise<ExtensionWorld> {
	const { executablePath, args } = await findChromium({ whole: true });
	if (args.includes("--headless=shell"))
		throw new Error(
			"npm's small Chromium loads no extension. Install Chromium, or set CHROME_PATH to a whole one.",
		);
	const [front, site, folder] = await Promise.all([
		startFront(product_url),
		startWatchSite(),
		mkdtemp(join(tmpdir(), "extension-")),
	]);
	await buildExtension({ server: front.url, output: folder, shadow_roots });
	const unpacked = join(folder, "chrome");
	const context = await chromium.launchPersistentContext(join(folder, "profile"), {
		executablePath,
		headless: false,
		ignoreHTTPSErrors: true,
		viewport: { width: 1280, height: 900 },
		args: [
			...args,
			"--headless=new",
			"--disable-gpu",
			"--no-first-run",
			"--mute-audio",
			"--ignore-certificate-errors",
			"--disable-background-networking",
			"--disable-component-update",
			"--autoplay-policy=no-user-gesture-required",
			`--host-resolver-rules=${site.resolver_rules}`,
			`--disable-extensions-except=${unpacked}`,
			`--load-extension=${unpacked}`,
			"--disable-features=DisableLoadExtensionCommandLineSwitch",
		],
	});
	context.setDefaultTimeout(PATIENCE_MS);
	if (context.serviceWorkers().length === 0) await context.waitForEvent("serviceworker");
	return {
		front,
		site,
		context,
		async watch(video_id, host = "www.youtube.com") {
			const page = await context.newPage();
			await page.goto(`https://${host}/watch?v=${video_id}`);
			return page;
		},
		page: (name) => `chrome-extension://${EXTENSION_IDS.chrome}/${name}`,
		async stop() {
			await context.close();
			await Promise.all([front.stop(), site.stop()]);
			// The browser's last process may still write into it.
			await rm(folder, { recursive: true, force: true, maxRetries: 10 });
		},
	};
}

/** A result with a statement of each kind, of which one contains `markup`. */
export async function publishChecked(product: SharedProduct, markup = ""): Promise<VideoId> {
	const evidence = { basis: "evidence" as const };
	const { video_id } = await published(product, {
		bs_score: 64,
		...evidence,
		coverage: { checkable: 4, checked: 3 },
		interval: { low: 50, high: 75 },
		evidence_sources: ["wikipedia"],
		statements: [
			aStatement({ timestamp: 15, verdict: "refuted", ai_score: 91, ...evidence }),
			aStatement({ timestamp: 80, verdict: "supported", ai_score: 8, ...evidence }),
			aStatement({
				timestamp: 200,
				verdict: "missing_context",
				ai_score: 50,
				content: `A claim with ${markup} in it.`,
				...evidence,
			}),
			aStatement({ timestamp: 300, verdict: "unverified" }),
		],
	});
	return video_id;
}

/** A browser with the extension before a product, and a video in it that was checked. */
export async function openExtension({
	shadow_roots = "open",
	markup = "",
}: {
	shadow_roots?: ShadowRootMode;
	markup?: string;
} = {}): Promise<{ product: SharedProduct; world: ExtensionWorld; checked: VideoId }> {
	const product = await shareProduct();
	const world = await startExtensionWorld(product.url, shadow_roots);
	return { product, world, checked: await publishChecked(product, markup) };
}

/** What the extension adds to the watch page, and a seek in its video. */
export function overlayOn(page: () => Page) {
	return {
		chip: () => page().locator("#bs-detector-chip").getByRole("button"),
		marks: () => page().locator("#bs-detector-marks i"),
		card: () => page().locator("#bs-detector-card").getByRole("status"),
		/** The button that checks the last minute, and its card. */
		check: () => page().locator("#bs-detector-check").getByRole("button"),
		moment: () => page().locator("#bs-detector-moment"),
		panel: () => page().frameLocator("#bs-detector-panel iframe"),
		async seek(seconds: number): Promise<void> {
			// The overlay follows the video from then on.
			await page().locator("#bs-detector-card").waitFor({ state: "attached" });
			await page().evaluate(async (to) => {
				const video = document.querySelector("video");
				if (!video) throw new Error("no video");
				video.currentTime = to;
				await video.play();
			}, seconds);
		},
	};
}
