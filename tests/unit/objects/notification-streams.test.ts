import { createParser } from "eventsource-parser";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STREAM_MS } from "#contract/events.ts";
import type { Notification, Notifications } from "#contract/notifications.ts";
import { NotificationStreams, RECHECK_MS } from "#objects/notification-streams.ts";

type Heard = { event: string; id: string; data: unknown };

/** The member's notifications as stored in the database. */
let stored: Notification[];
let broken: boolean;
/** The sessions and API keys that are still valid. */
let credentials: Set<string>;
let read: () => Promise<{ list: Notifications; credentials: ReadonlySet<string> }>;
let streams: NotificationStreams;

beforeEach(() => {
	vi.useFakeTimers();
	stored = [];
	broken = false;
	credentials = new Set(["a session"]);
	read = async () => {
		if (broken) throw new Error("The database is away");
		const unread = stored.filter((it) => !it.read).length;
		const list = { notifications: [...stored], unread };
		return { list, credentials: new Set(credentials) };
	};
	streams = new NotificationStreams(() => read());
});
afterEach(() => {
	vi.useRealTimers();
});

function store(id: string): Notification {
	const notification: Notification = {
		id,
		type: "new_analysis",
		title: id,
		message: id,
		timestamp: "2026-02-03T10:00:00.000Z",
		read: false,
		data: { path: null },
	};
	stored.unshift(notification);
	return notification;
}

/** Opens a stream and records its events. */
async function listen(credential = "a session") {
	const heard: Heard[] = [];
	const body = await streams.open(credential, null);
	if (typeof body === "string") throw new Error(body);
	const parser = createParser({
		onEvent: ({ event = "", id = "", data }) => heard.push({ event, id, data: JSON.parse(data) }),
	});
	const decoder = new TextDecoder();
	let ended = false;
	const reader = body.getReader();
	void (async () => {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			parser.feed(decoder.decode(value));
		}
		ended = true;
	})();
	await settle();
	return { heard, ended: () => ended, leave: () => reader.cancel() };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A database that answers only when the test lets it. */
function slowDatabase() {
	const fast = read;
	const waiting: (() => void)[] = [];
	read = async () => {
		const answer = await fast();
		await new Promise<void>((resolve) => waiting.push(resolve));
		return answer;
	};
	return { answer: () => waiting.shift()?.() };
}

describe("notification streams", () => {
	it("begin with a snapshot and then send each new notification with the unread count", async () => {
		store("a");
		const { heard } = await listen();
		const b = store("b");
		await streams.publish(["b"]);
		await settle();
		expect(heard).toEqual([
			{ event: "snapshot", id: "a", data: { notifications: [stored[1]], unread: 1 } },
			{ event: "notification", id: "b", data: { ...b, unread: 2 } },
		]);
	});

	it("end when their session or key ends, without affecting others", async () => {
		credentials.add("a key");
		const [one, two] = [await listen(), await listen("a key")];
		credentials.delete("a session");
		await streams.recheck();
		await settle();
		expect([one.ended(), two.ended()]).toEqual([true, false]);
		await expect(listen()).rejects.toThrow("ended");
	});

	it("send nothing after their session has ended, even before a recheck", async () => {
		const { heard, ended } = await listen();
		credentials.clear();
		store("a");
		await streams.publish(["a"]);
		await settle();
		expect(heard).toHaveLength(1);
		expect(ended()).toBe(true);
	});

	it("end within a minute after their session or key expires", async () => {
		const early = await listen();
		await vi.advanceTimersByTimeAsync(RECHECK_MS);
		expect(early.ended()).toBe(false);
		credentials.clear();
		await vi.advanceTimersByTimeAsync(RECHECK_MS);
		expect(early.ended()).toBe(true);
		expect(RECHECK_MS).toBeLessThanOrEqual(60_000);
	});

	it("end when the session cannot be checked", async () => {
		const { ended } = await listen();
		broken = true;
		await vi.advanceTimersByTimeAsync(RECHECK_MS);
		expect(ended()).toBe(true);
	});

	it("send the same events, the oldest first, and only stored notifications", async () => {
		const [one, two] = [await listen(), await listen()];
		store("a");
		store("b");
		await streams.publish(["b", "gone", "a"]);
		await settle();
		expect(one.heard.slice(1).map(({ data }) => data)).toEqual([
			{ ...stored[1], unread: 2 },
			{ ...stored[0], unread: 2 },
		]);
		expect(two.heard).toEqual(one.heard);
	});

	it("send a new snapshot when notifications were read", async () => {
		store("a");
		const { heard } = await listen();
		stored = stored.map((it) => ({ ...it, read: true }));
		await streams.publish([]);
		await settle();
		expect(heard.at(-1)).toEqual({
			event: "snapshot",
			id: "a",
			data: { notifications: stored, unread: 0 },
		});
	});

	it("do not query the database when no stream is open", async () => {
		const asked = vi.fn(read);
		streams = new NotificationStreams(asked);
		await streams.publish(["a"]);
		expect(asked).not.toHaveBeenCalled();
		const { leave } = await listen();
		await leave();
		asked.mockClear();
		await streams.publish(["a"]);
		expect(asked).not.toHaveBeenCalled();
	});

	it("miss no notification that is stored while they open", async () => {
		const database = slowDatabase();
		const opening = listen();
		await settle();
		store("a");
		const publishing = streams.publish(["a"]);
		database.answer();
		const { heard } = await opening;
		database.answer();
		await publishing;
		await settle();
		expect(heard.map(({ event, id }) => [event, id])).toEqual([
			["snapshot", "0"],
			["notification", "a"],
		]);
	});

	it("never send an older list after a newer one", async () => {
		const { heard } = await listen();
		const database = slowDatabase();
		store("a");
		const first = streams.publish(["a"]);
		await settle();
		store("b");
		const second = streams.publish(["b"]);
		database.answer();
		await first;
		await settle();
		database.answer();
		await second;
		await settle();
		const unread = heard.map(({ data }) => (data as Notifications).unread);
		expect(unread).toEqual([0, 1, 2]);
	});

	it("end when the list cannot be read, and can be opened again later", async () => {
		const { ended } = await listen();
		broken = true;
		await expect(streams.publish(["a"])).rejects.toThrow("away");
		await settle();
		expect(ended()).toBe(true);
		await expect(streams.open("a session", null)).rejects.toThrow("away");
		broken = false;
		store("a");
		expect((await listen()).heard[0]?.id).toBe("a");
	});

	it("end after STREAM_MS", async () => {
		const early = await listen();
		await vi.advanceTimersByTimeAsync(STREAM_MS - 1);
		expect(early.ended()).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(early.ended()).toBe(true);
		const late = await listen();
		await vi.advanceTimersByTimeAsync(STREAM_MS - 1);
		expect(late.ended()).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(late.ended()).toBe(true);
	});

	it("are limited to twenty, and closing one frees its place", async () => {
		const open = [];
		for (let n = 0; n < 20; n += 1) open.push(await listen());
		await expect(listen()).rejects.toThrow("too_many");
		await open[7]?.leave();
		expect((await listen()).ended()).toBe(false);
	});

	it("leave no timer running when all are closed", async () => {
		const open = [await listen(), await listen()];
		expect(vi.getTimerCount()).toBeGreaterThan(0);
		for (const { leave } of open) await leave();
		expect(vi.getTimerCount()).toBe(0);
	});

	it("send a heartbeat every fifteen seconds", async () => {
		const body = await streams.open("a session", null);
		if (typeof body === "string") throw new Error(body);
		const reader = body.getReader();
		await reader.read();
		const beat = reader.read();
		await vi.advanceTimersByTimeAsync(15_000);
		const { value } = await beat;
		expect(new TextDecoder().decode(value)).toMatch(/^:.*\n\n$/);
	});
});
