import { describe, expect, it } from "vitest";
import { embedAddress, readPlayerMessage } from "#web/features/reports/player/player-messages.ts";

const told = (event: string, info: unknown) =>
	JSON.stringify({ event, info, id: 1, channel: "widget" });

describe("embedAddress", () => {
	it("uses the cookie-free host, whole seconds and the page's origin", () => {
		const url = new URL(embedAddress("abcdefghijk", 83.9, "https://example.org"));
		expect(url.origin + url.pathname).toBe("https://www.youtube-nocookie.com/embed/abcdefghijk");
		expect(Object.fromEntries(url.searchParams)).toMatchObject({
			enablejsapi: "1",
			start: "83",
			origin: "https://example.org",
		});
	});

	it("escapes an odd id within its path", () => {
		expect(embedAddress("../x?y", -3, "https://example.org")).toContain("/embed/..%2Fx%3Fy?");
	});
});

describe("readPlayerMessage", () => {
	it("returns the time and whether the video plays", () => {
		expect(readPlayerMessage(told("infoDelivery", { currentTime: 12.5, playerState: 1 }))).toEqual({
			kind: "update",
			time: 12.5,
			playing: true,
		});
		expect(readPlayerMessage(told("initialDelivery", { playerState: 2 }))).toEqual({
			kind: "update",
			time: null,
			playing: false,
		});
		expect(readPlayerMessage(told("onStateChange", 3))).toEqual({
			kind: "update",
			time: null,
			playing: true,
		});
		expect(readPlayerMessage({ event: "onReady", info: null })).toEqual({
			kind: "update",
			time: null,
			playing: null,
		});
	});

	it("distinguishes a video that can be watched only on YouTube from one that is gone", () => {
		expect(readPlayerMessage(told("onError", 150))).toEqual({
			kind: "error",
			only_on_youtube: true,
		});
		expect(readPlayerMessage(told("onError", 100))).toEqual({
			kind: "error",
			only_on_youtube: false,
		});
	});

	it.each([
		["invalid JSON", "{event:"],
		["a list", "[1]"],
		["a number", 7],
		["null", null],
		["an event of another program", told("resize", { height: 3 })],
		["far too long a text", `{"event":"onReady","info":"${"x".repeat(70_000)}"}`],
	])("ignores %s", (_, data) => {
		expect(readPlayerMessage(data)).toBeNull();
	});

	it.each(["12", Number.NaN, -1, Number.POSITIVE_INFINITY, {}])(
		"returns no time for %j",
		(currentTime) => {
			expect(readPlayerMessage({ event: "infoDelivery", info: { currentTime } })).toEqual({
				kind: "update",
				time: null,
				playing: null,
			});
		},
	);
});
