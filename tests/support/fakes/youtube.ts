import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Frame, Page } from "playwright-core";
import {
	channelsBody,
	dataApiError,
	type FakeChannel,
	type FakeUpload,
	type FakeVideo,
	type FakeYoutubeFault,
	type FakeYoutubeKind,
	feedBody,
	oembedBody,
	PLAIN_CHANNEL,
	PLAIN_VIDEO,
	timedtextBody,
	videosBody,
} from "./youtube-answers.ts";
import { playerBody } from "./youtube-player-answers.ts";

export type FakeYoutubeCall = {
	kind: FakeYoutubeKind;
	/** The video's or the channel's id. */
	id: string;
	/** The app that requests the player, or for which a track's URL was issued. */
	client: string | null;
	/** Path and query. */
	path: string;
	headers: IncomingMessage["headers"];
	body: unknown;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null until the response has ended. */
	ended_at: number | null;
};

type Asked = Omit<FakeYoutubeCall, "started_at" | "ended_at">;

/** The platform and its data API as one HTTP server on the loopback address. */
export type FakeYoutube = {
	/** For YOUTUBE_BASE_URL. */
	origin: string;
	/** For YOUTUBE_API_BASE_URL. */
	data_api_url: string;
	/** In order of arrival. */
	calls: FakeYoutubeCall[];
	count: (kind: FakeYoutubeKind, id?: string) => number;
	/** Defines a video as changes to a plain talk with captions. Other ids do not exist. */
	set: (id: string, video?: Partial<FakeVideo>) => void;
	/** Defines a channel; null removes it. */
	describeChannel: (
		channel_id: string,
		description: string | null,
		more?: Partial<FakeChannel>,
	) => void;
	/** Defines the public feed of a channel; other channels have none. */
	setFeed: (channel_id: string, feed: FakeFeed) => void;
	/** Clears videos, channels, feeds and calls. */
	reset: () => void;
	close: () => Promise<void>;
};

export type FakeFeed = {
	/** Newest first. */
	uploads: readonly FakeUpload[];
	etag?: string;
	fault?: FakeYoutubeFault;
};

export async function startFakeYoutube(): Promise<FakeYoutube> {
	const videos = new Map<string, FakeVideo>();
	const channels = new Map<string, FakeChannel>();
	const feeds = new Map<string, FakeFeed>();
	const calls: FakeYoutubeCall[] = [];
	const server = createServer((request, response) => {
		void handle(request, response).catch(() => response.destroy());
	});

	function record(call: FakeYoutubeCall, response: ServerResponse) {
		calls.push(call);
		const end = () => {
			call.ended_at ??= instant();
		};
		// Sent completely, or cut off by client or server.
		response.once("finish", end).once("close", end);
	}

	async function handle(request: IncomingMessage, response: ServerResponse) {
		const started_at = instant();
		const asked = callOf(request, await bodyOf(request));
		if (asked === null) return send(response, 404, "Not Found");
		const call: FakeYoutubeCall = { ...asked, started_at, ended_at: null };
		record(call, response);
		if (call.kind === "feed") return sendFeed(response, call, feeds.get(call.id));
		const ids = call.id.split(",");
		const known = videos.get(ids[0] ?? "") ?? null;
		const own = known?.as_client[call.client ?? ""];
		const video = known && { ...known, ...own };
		await delay(video, call.kind);
		const channel = channelAsked(call, channels);
		const fault = video?.fault[call.kind] ?? channel?.channel.fault ?? undefined;
		if (fault !== undefined) return failAs(response, fault);
		const { status = 200, body } =
			call.kind === "videos"
				? { body: videosBody(ids.map((id) => [id, videos.get(id) ?? null])) }
				: answerTo({ ...call, kind: call.kind }, video, channel);
		return send(response, status, body);
	}

	server.listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${port}`;
	return {
		origin,
		data_api_url: `${origin}/youtube/v3`,
		calls,
		count: (kind, id) =>
			calls.filter((call) => call.kind === kind && call.id === (id ?? call.id)).length,
		set: (id, video = {}) => {
			videos.set(id, { ...PLAIN_VIDEO, ...video });
		},
		describeChannel: (channel_id, description, more = {}) => {
			if (description === null) channels.delete(channel_id);
			else channels.set(channel_id, { ...PLAIN_CHANNEL, ...more, description });
		},
		setFeed: (channel_id, feed) => void feeds.set(channel_id, feed),
		reset: () => {
			videos.clear();
			feeds.clear();
			channels.clear();
			calls.length = 0;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function callOf(request: IncomingMessage, body: unknown): Asked | null {
	const path = request.url ?? "";
	const url = new URL(path, "http://fake");
	const at = (kind: FakeYoutubeKind, id: string | null, client?: string) => ({
		kind,
		id: id ?? "",
		client: client ?? null,
		path,
		headers: request.headers,
		body,
	});
	const query = url.searchParams;
	switch (`${request.method} ${url.pathname}`) {
		case "POST /youtubei/v1/player": {
			const asked = body as { videoId?: string; context?: { client?: { clientName?: string } } };
			const client = asked.context?.client?.clientName;
			return at("player", asked.videoId ?? null, client);
		}
		case "GET /api/timedtext":
			return at("timedtext", query.get("v"), query.get("c") ?? undefined);
		case "GET /oembed": {
			const page = query.get("url") ?? "";
			const watched = URL.canParse(page) ? new URL(page).searchParams : null;
			return at("oembed", watched?.get("v") ?? null);
		}
		case "GET /feeds/videos.xml":
			return at("feed", query.get("channel_id"));
		case "GET /youtube/v3/videos":
			return at("videos", query.get("id"));
		case "GET /youtube/v3/channels":
			return at("channels", query.get("id") ?? query.get("forHandle") ?? query.get("forUsername"));
		default:
			return null;
	}
}

async function delay(video: FakeVideo | null, kind: FakeYoutubeKind): Promise<void> {
	const delay_ms = video?.delay_ms[kind] ?? 0;
	if (delay_ms > 0) await sleep(delay_ms);
}

function sendFeed(response: ServerResponse, call: Asked, feed: FakeFeed | undefined): void {
	if (feed?.etag) response.setHeader("etag", feed.etag);
	if (!feed) send(response, 404, "Not Found");
	else if (feed.fault) failAs(response, feed.fault);
	else if (feed.etag && call.headers["if-none-match"] === feed.etag) response.writeHead(304).end();
	else
		response
			.writeHead(200, { "content-type": "text/xml; charset=UTF-8" })
			.end(feedBody(call.id, "Harbour Talks", feed.uploads));
}

type FoundChannel = { id: string; channel: FakeChannel };

/** Finds the channel by the kind of parameter, as the service does. */
function channelAsked(call: Asked, channels: Map<string, FakeChannel>): FoundChannel | null {
	if (call.kind !== "channels") return null;
	const query = new URL(call.path, "http://fake").searchParams;
	const handle = query.get("forHandle")?.replace(/^@/, "").toLowerCase();
	const found = [...channels].find(
		([id, channel]) =>
			id === query.get("id") ||
			(handle && channel.handle?.toLowerCase() === handle) ||
			(channel.username && channel.username === query.get("forUsername")),
	);
	return found ? { id: found[0], channel: found[1] } : null;
}

function answerTo(
	call: Asked & { kind: Exclude<FakeYoutubeKind, "videos" | "feed"> },
	video: FakeVideo | null,
	channel: FoundChannel | null,
): { status?: number; body: unknown } {
	switch (call.kind) {
		case "player":
			return { body: playerBody(call.id, video, call.client) };
		case "timedtext": {
			const n = new URL(call.path, "http://fake").searchParams.get("n");
			return { body: timedtextBody(video?.tracks?.[Number(n)]) };
		}
		case "oembed":
			if (video === null) return { status: 400, body: "Bad Request" };
			if (video.playability === "gone") return { status: 404, body: "Not Found" };
			if (video.playability === "private") return { status: 403, body: "Forbidden" };
			if (!video.embeddable) return { status: 401, body: "Unauthorized" };
			return { body: oembedBody(call.id, video) };
		case "channels":
			return { body: channelsBody(channel) };
	}
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	let text = "";
	for await (const chunk of request) text += String(chunk);
	return text === "" ? null : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	response.writeHead(status, {
		"content-type": typeof body === "string" ? "text/plain" : "application/json; charset=UTF-8",
	});
	response.end(text);
}

function instant(): number {
	return performance.timeOrigin + performance.now();
}

const CONSENT =
	'<!DOCTYPE html><html><head><title>Before you continue</title></head><body><form action="https://consent.youtube.com/s" method="POST"></form></body></html>';
const CAPTCHA =
	'<html><head><title>Sorry</title></head><body><form action="/das_captcha" method="POST"><div class="g-recaptcha"></div></form></body></html>';
const HUGE_BYTES = 10_000_000;
const DRIP_MS = 20;

/** Ends the call with the fault. */
export function failAs(response: ServerResponse, fault: FakeYoutubeFault): void {
	if (typeof fault === "object") {
		const { status, reason, form = "old", location } = fault;
		const named = reason === undefined ? "" : dataApiError(status, reason, form);
		const body = fault.body ?? (named && JSON.stringify(named));
		if (location) response.setHeader("location", location);
		response.writeHead(status, { "content-type": "application/json" });
		response.end(body);
		return;
	}
	FAULTS[fault](response);
}

const FAULTS: Record<Extract<FakeYoutubeFault, string>, (response: ServerResponse) => void> = {
	empty: (response) => {
		response.writeHead(200, { "content-type": "text/html; charset=UTF-8" });
		response.end();
	},
	html: (response) => {
		response.writeHead(200, { "content-type": "text/html" });
		response.end(CONSENT);
	},
	captcha: (response) => {
		response.writeHead(429, { "content-type": "text/html" });
		response.end(CAPTCHA);
	},
	not_json: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end('{"playabilityStatus": {"status"');
	},
	huge: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(`{"padding":"${"x".repeat(HUGE_BYTES)}"}`);
	},
	slow_drip: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		const drip = setInterval(() => response.write(" "), DRIP_MS);
		response.on("close", () => clearInterval(drip));
	},
	never_answers: () => {},
	reset: (response) => {
		response.socket?.destroy();
	},
	reset_within: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.write('{"playabilityStatus": {"status"', () => response.destroy());
	},
	redirect: (response) => {
		response.writeHead(302, { location: "http://127.0.0.1:1/metadata" });
		response.end();
	},
};

const HOST = "https://www.youtube-nocookie.com";

/** Implements the platform player's messages; its time advances only on command. */
const FAKE_PLAYER = `<!doctype html><title>Player</title><body style="margin:0;background:#222;color:#eee;font:16px sans-serif"><p id="at">0</p><script>
	const query = new URLSearchParams(location.search);
	const state = { currentTime: Number(query.get("start") || 0), playerState: 1 };
	const heard = [];
	let listening = false;
	const say = (event, info) =>
		parent.postMessage(JSON.stringify({ event, info, id: 1, channel: "widget" }), query.get("origin"));
	const tell = (change) => {
		Object.assign(state, change);
		document.getElementById("at").textContent = String(state.currentTime);
		if (listening) say("infoDelivery", { ...state });
	};
	const refuse = (code) => say("onError", code);
	window.fakePlayer = { heard, tell, refuse };
	addEventListener("message", ({ data, origin }) => {
		if (origin !== query.get("origin")) return;
		const { event, func, args } = JSON.parse(data);
		if (event === "listening" && !listening) {
			listening = true;
			say("initialDelivery", { ...state });
			say("onReady", null);
		}
		if (event !== "command" || func === "addEventListener") return;
		heard.push([func, ...args]);
		if (func === "seekTo") tell({ currentTime: args[0] });
		if (func === "playVideo") tell({ playerState: 1 });
		if (func === "pauseVideo") tell({ playerState: 2 });
	});
</script>`;

type Told = { currentTime?: number; playerState?: number };

declare global {
	interface Window {
		fakePlayer?: {
			heard: unknown[][];
			tell: (change: Told) => void;
			refuse: (code: number) => void;
		};
	}
}

export type FakePlayer = {
	/** The requested URLs, in order. */
	loads: URL[];
	/** The commands received so far, each with its function and arguments. */
	heard: (page: Page) => Promise<unknown[][]>;
	/** Changes the player's time or state. */
	tell: (page: Page, change: Told) => Promise<void>;
	refuse: (page: Page, code: number) => Promise<void>;
};

/** Replaces the platform's player; `blocked` aborts its requests instead. */
export async function standInForPlayer(
	context: BrowserContext,
	{ blocked = false } = {},
): Promise<FakePlayer> {
	const loads: URL[] = [];
	await context.route(`${HOST}/**`, (route) => {
		loads.push(new URL(route.request().url()));
		return blocked
			? route.abort("blockedbyclient")
			: route.fulfill({ contentType: "text/html", body: FAKE_PLAYER });
	});
	return {
		loads,
		heard: (page) => playerFrame(page).evaluate(() => window.fakePlayer?.heard ?? []),
		tell: (page, change) =>
			playerFrame(page).evaluate((told) => window.fakePlayer?.tell(told), change),
		refuse: (page, code) =>
			playerFrame(page).evaluate((number) => window.fakePlayer?.refuse(number), code),
	};
}

function playerFrame(page: Page): Frame {
	const frame = page.frames().find((one) => one.url().startsWith(HOST));
	if (frame === undefined) throw new Error("There is no player in the page.");
	return frame;
}
