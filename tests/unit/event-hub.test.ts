import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
