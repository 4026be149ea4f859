import type { BrowserContext, Frame, Page } from "playwright-core";

const HOST = "https://www.youtube-nocookie.com";

/** Speaks the platform's player's messages, and moves only when it is told to. */
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
	/** The addresses that were asked for, in order. */
	loads: URL[];
	/** What it was commanded so far: the function and its arguments. */
	heard: (page: Page) => Promise<unknown[][]>;
	/** Lets it play on, to a second or another state. */
	tell: (page: Page, change: Told) => Promise<void>;
	refuse: (page: Page, code: number) => Promise<void>;
};

/** Stands in for the platform's player; `blocked` is a network that lets nothing through. */
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
		heard: (page) =>
			playerFrame(page).evaluate(() => window.fakePlayer?.heard ?? []),
		tell: (page, change) =>
			playerFrame(page).evaluate(
				(told) => window.fakePlayer?.tell(told),
				change,
			),
		refuse: (page, code) =>
			playerFrame(page).evaluate(
				(number) => window.fakePlayer?.refuse(number),
				code,
			),
	};
}

function playerFrame(page: Page): Frame {
	const frame = page.frames().find((one) => one.url().startsWith(HOST));
	if (frame === undefined) throw new Error("There is no player in the page.");
	return frame;
}
