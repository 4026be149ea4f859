import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STREAM_MS } from "#contract/events.ts";
import { EventHub, MAX_STREAMS_A_CALLER } from "#objects/event-hub.ts";

const MIB = 1024 * 1024;

let hub: EventHub;
beforeEach(() => {
	vi.useFakeTimers();
	hub = new EventHub();
});
afterEach(() => {
	hub.closeAll();
	vi.useRealTimers();
});

describe("The streams of one object", () => {
	it("are so many for one caller, and no fewer for another", async () => {
		const open = (caller: string) => hub.open("a", null, caller);
		const streams = Array.from({ length: MAX_STREAMS_A_CALLER }, () =>
			open("one"),
		);
		expect(streams).not.toContain(null);
		expect(open("one")).toBeNull();
		expect(open("other")).not.toBeNull();
		await streams[0]?.cancel();
		expect(open("one")).not.toBeNull();
	});

	it("end when they are ten minutes old, each by itself", async () => {
		const read = async (stream: ReadableStream<Uint8Array> | null) => {
			if (!stream) throw new Error("refused");
			for await (const _ of stream);
			return "ended";
		};
		const early = read(hub.open("a", null, "early"));
		await vi.advanceTimersByTimeAsync(60_000);
		const late = hub.open("a", null, "late");
		await vi.advanceTimersByTimeAsync(STREAM_MS - 60_000);
		expect(await early).toBe("ended");
		expect(hub.size).toBe(1);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(hub.size).toBe(0);
		expect(await read(late)).toBe("ended");
	});

	it("end where they are not read, before all together exhaust the memory", async () => {
		const reader = hub.open("a", null, "reader")?.getReader();
		const text = "x".repeat(MIB);
		for (let place = 0; place < 100; place++)
			hub.open(text, null, `late joiner ${place}`);
		expect(hub.size).toBeLessThanOrEqual(33);
		await reader?.read();
		hub.broadcast("b");
		const { value } = (await reader?.read()) ?? {};
		expect(new TextDecoder().decode(value)).toBe("b");
	});
});
