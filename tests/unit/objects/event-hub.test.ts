import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STREAM_MS } from "#contract/events.ts";
import { MAX_STREAMS_A_CALLER } from "#http/event-stream.ts";
import { EventHub } from "#objects/event-hub.ts";

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

describe("EventHub", () => {
	it("limits the streams of each caller separately", async () => {
		const open = (caller: string) => hub.open("a", null, caller);
		const streams = Array.from({ length: MAX_STREAMS_A_CALLER }, () => open("one"));
		expect(streams).not.toContain(null);
		expect(open("one")).toBeNull();
		expect(open("other")).not.toBeNull();
		await streams[0]?.cancel();
		expect(open("one")).not.toBeNull();
	});

	it("limits the streams of an IPv6 /48 to four times those of a /64", () => {
		const open = (n: number) => hub.open("a", null, `2001:db8:1:${n.toString(16)}00::/64`);
		const most = 4 * MAX_STREAMS_A_CALLER;
		const streams = Array.from({ length: most }, (_, n) => open(n % 250));
		expect(streams).not.toContain(null);
		expect(open(251)).toBeNull();
		expect(hub.open("a", null, "2001:db8:2:0::/64")).not.toBeNull();
	});

	it("ends each stream ten minutes after it opened", async () => {
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

	it("sends nobody an event that the viewer already has", async () => {
		const returning = hub.open("a", null, "returning", 17)?.getReader();
		const other = hub.open("a", null, "other")?.getReader();
		const next = async (reader: typeof other) => {
			const { value } = (await reader?.read()) ?? {};
			return new TextDecoder().decode(value);
		};
		for (const reader of [returning, other]) expect(await next(reader)).toBe("a");
		for (const seq of [16, 17, 18]) hub.broadcast(`${seq}`, seq);
		expect(await next(returning)).toBe("18");
		for (const seq of [16, 17, 18]) expect(await next(other)).toBe(`${seq}`);
		hub.broadcast("for all");
		for (const reader of [returning, other]) expect(await next(reader)).toBe("for all");
	});

	it("ends streams that are not read before their buffers exhaust the memory", async () => {
		const reader = hub.open("a", null, "reader")?.getReader();
		const text = "x".repeat(MIB);
		for (let place = 0; place < 100; place++) hub.open(text, null, `late joiner ${place}`);
		expect(hub.size).toBeLessThanOrEqual(33);
		await reader?.read();
		hub.broadcast("b");
		const { value } = (await reader?.read()) ?? {};
		expect(new TextDecoder().decode(value)).toBe("b");
	});
});
