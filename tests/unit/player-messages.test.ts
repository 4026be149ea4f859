import { describe, expect, it } from "vitest";
import {
	embedAddress,
	readPlayerMessage,
} from "#web/features/reports/player/player-messages.ts";

const told = (event: string, info: unknown) =>
	JSON.stringify({ event, info, id: 1, channel: "widget" });

describe("the player's address", () => {
	it("lies on the host without cookies, at a whole second, for one page alone", () => {
		const url = new URL(
			embedAddress("abcdefghijk", 83.9, "https://example.org"),
		);
		expect(url.origin + url.pathname).toBe(
			"https://www.youtube-nocookie.com/embed/abcdefghijk",
		);
		expect(Object.fromEntries(url.searchParams)).toMatchObject({
			enablejsapi: "1",
			start: "83",
			origin: "https://example.org",
		});
	});

	it("holds an odd id as a part of its path", () => {
		expect(embedAddress("../x?y", -3, "https://example.org")).toContain(
			"/embed/..%2Fx%3Fy?",
		);
	});
});

describe("a message of the player", () => {
	it("tells the second and whether it plays", () => {
		expect(
			readPlayerMessage(
				told("infoDelivery", { currentTime: 12.5, playerState: 1 }),
			),
		).toEqual({ kind: "update", time: 12.5, playing: true });
		expect(
			readPlayerMessage(told("initialDelivery", { playerState: 2 })),
		).toEqual({ kind: "update", time: null, playing: false });
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

	it("tells a video that may be seen on the platform alone from one that is gone", () => {
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
		["no JSON", "{event:"],
		["a list", "[1]"],
		["a number", 7],
		["nothing", null],
		["another program's sentence", told("resize", { height: 3 })],
		["far too long", `{"event":"onReady","info":"${"x".repeat(70_000)}"}`],
	])("is ignored where it is %s", (_, data) => {
		expect(readPlayerMessage(data)).toBeNull();
	});

	it.each(["12", Number.NaN, -1, Number.POSITIVE_INFINITY, {}])(
		"tells no second by %j",
		(currentTime) => {
			expect(
				readPlayerMessage({ event: "infoDelivery", info: { currentTime } }),
			).toEqual({ kind: "update", time: null, playing: null });
		},
	);
});
