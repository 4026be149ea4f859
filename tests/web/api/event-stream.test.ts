import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { openReportStream } from "#web/api/event-stream.ts";

const back: { callback?: (why: "online" | "seen") => void } = {};

function watch() {
	const events: [string, unknown][] = [];
	const connections: string[] = [];
	const stop = openReportStream(
		"/api/videos/abcdefghijk/events",
		{
			onEvent: (name, data) => events.push([name, data]),
			onConnection: (connection) => connections.push(connection),
		},
		{
			create: (url) => new FakeEventSource(url) as unknown as EventSource,
			random: () => 0.5,
			now: Date.now,
			onReturn: (callback) => {
				back.callback = callback;
				return () => {
					delete back.callback;
				};
			},
		},
	);
	return { events, connections, stop };
}

beforeEach(() => {
	vi.useFakeTimers();
	FakeEventSource.opened = [];
});
afterEach(() => {
	vi.useRealTimers();
});

describe("openReportStream", () => {
	it("passes on every event in order, parsed", () => {
		const { events } = watch();
		FakeEventSource.latest().send("snapshot", "r1-0", { a: 1 });
		FakeEventSource.latest().send("progress", "r1-1", { b: 2 });
		expect(events).toEqual([
			["snapshot", { a: 1 }],
			["progress", { b: 2 }],
		]);
	});

	it.each(["completed", "failed"])("closes the stream after %s and does not reopen it", (name) => {
		const { events } = watch();
		FakeEventSource.latest().send(name, "r1-9", {});
		expect(FakeEventSource.latest().readyState).toBe(2);
		vi.advanceTimersByTime(300_000);
		expect(FakeEventSource.opened).toHaveLength(1);
		expect(events).toEqual([[name, {}]]);
	});

	it("leaves an interrupted connection to the browser's own reconnect", () => {
		const { connections } = watch();
		FakeEventSource.latest().accept();
		FakeEventSource.latest().interrupt();
		vi.advanceTimersByTime(5_000);
		expect(FakeEventSource.opened).toHaveLength(1);
		expect(connections).toEqual(["connecting", "open", "connecting"]);
	});

	it("opens a new stream after a refusal, with growing pauses of up to ten seconds", () => {
		const { connections } = watch();
		for (const pause of [1_000, 2_000, 5_000, 10_000, 10_000]) {
			const before = FakeEventSource.opened.length;
			FakeEventSource.latest().refuse();
			expect(connections.at(-1)).toBe("lost");
			vi.advanceTimersByTime(pause - 1);
			expect(FakeEventSource.opened).toHaveLength(before);
			vi.advanceTimersByTime(1);
			expect(FakeEventSource.opened).toHaveLength(before + 1);
		}
	});

	it("resets the pause after events have arrived", () => {
		watch();
		FakeEventSource.latest().refuse();
		vi.advanceTimersByTime(1_000);
		FakeEventSource.latest().refuse();
		vi.advanceTimersByTime(2_000);
		FakeEventSource.latest().send("snapshot", "r1-3", {});
		FakeEventSource.latest().refuse();
		vi.advanceTimersByTime(1_000);
		expect(FakeEventSource.opened).toHaveLength(4);
	});

	it("replaces a stream that keeps ending", () => {
		watch();
		for (let round = 0; round < 6; round++) {
			FakeEventSource.latest().interrupt();
		}
		expect(FakeEventSource.opened[0]?.readyState).toBe(2);
		vi.advanceTimersByTime(1_000);
		expect(FakeEventSource.opened).toHaveLength(2);
	});

	it("replaces a stream that sends nothing for a minute", () => {
		watch();
		FakeEventSource.latest().accept();
		vi.advanceTimersByTime(60_000 + 1_000);
		expect(FakeEventSource.opened[0]?.readyState).toBe(2);
		expect(FakeEventSource.opened).toHaveLength(2);
	});

	it("drops an event received before", () => {
		const { events } = watch();
		const source = FakeEventSource.latest();
		source.send("snapshot", "r1-4", { at: 4 });
		source.send("progress", "r1-5", { at: 5 });
		source.send("progress", "r1-4", { at: 4 });
		source.send("progress", "r1-6", { at: 6 });
		expect(events.map(([, data]) => data)).toEqual([{ at: 4 }, { at: 5 }, { at: 6 }]);
	});

	it("accepts the events of a new run although their numbers start again", () => {
		const { events } = watch();
		FakeEventSource.latest().send("progress", "r1-9", {});
		FakeEventSource.latest().send("progress", "r2-1", {});
		expect(events).toHaveLength(2);
	});

	it("reconnects for a snapshot after a malformed event", () => {
		const { events, connections } = watch();
		FakeEventSource.latest().send("progress", "r1-1", "{broken");
		expect(connections.at(-1)).toBe("lost");
		vi.advanceTimersByTime(1_000);
		FakeEventSource.latest().send("snapshot", "r1-1", { whole: true });
		expect(events).toEqual([["snapshot", { whole: true }]]);
	});

	it("reconnects at once when the device is online again", () => {
		watch();
		FakeEventSource.latest().refuse();
		back.callback?.("online");
		expect(FakeEventSource.opened).toHaveLength(2);
	});

	it("replaces an open connection when the device comes back online", () => {
		watch();
		FakeEventSource.latest().accept();
		back.callback?.("online");
		expect(FakeEventSource.opened).toHaveLength(2);
		expect(FakeEventSource.opened[0]?.readyState).toBe(2);
	});

	it("reconnects when the page becomes visible only after twenty seconds of silence", () => {
		watch();
		FakeEventSource.latest().accept();
		vi.setSystemTime(Date.now() + 19_999);
		back.callback?.("seen");
		expect(FakeEventSource.opened).toHaveLength(1);
		vi.setSystemTime(Date.now() + 1);
		back.callback?.("seen");
		expect(FakeEventSource.opened).toHaveLength(2);
	});

	it("reports a lost connection once the browser's first reconnect has failed", () => {
		const { connections } = watch();
		FakeEventSource.latest().accept();
		FakeEventSource.latest().interrupt();
		expect(connections.at(-1)).toBe("connecting");
		FakeEventSource.latest().interrupt();
		expect(connections.at(-1)).toBe("lost");
		FakeEventSource.latest().accept();
		expect(connections.at(-1)).toBe("open");
	});

	it("closes the stream and stops reconnecting when stopped", () => {
		const { stop } = watch();
		stop();
		expect(FakeEventSource.latest().readyState).toBe(2);
		expect(back.callback).toBeUndefined();
		vi.advanceTimersByTime(300_000);
		expect(FakeEventSource.opened).toHaveLength(1);
	});
});
