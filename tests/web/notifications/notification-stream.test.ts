import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeBrowser } from "#tests/web/support/fake-tabs.ts";
import { type NotificationEvent, subscribeToNotifications } from "#web/api/notification-stream.ts";

type Tab = ReturnType<ReturnType<typeof fakeBrowser>>;

const EMPTY = { notifications: [], unread: 0 };

function follow(tab: Tab, member_id = "m1") {
	const events: NotificationEvent[] = [];
	let refused = 0;
	const stop = subscribeToNotifications(
		member_id,
		{
			onEvent: (event) => events.push(event),
			onRefused: () => {
				refused += 1;
			},
		},
		tab.environment,
	);
	return { events, stop, refusals: () => refused };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const streams = (...tabs: Tab[]) => tabs.map((tab) => (tab.stream() ? 1 : 0)) as number[];

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe("subscribeToNotifications in several tabs", () => {
	it("opens one stream, whose tab forwards events to the others", async () => {
		const openTab = fakeBrowser();
		const [one, two, hidden] = [openTab(), openTab(), openTab({ visible: false })];
		const heard = [follow(one), follow(two), follow(hidden)];
		await settle();
		expect(streams(one, two, hidden)).toEqual([1, 0, 0]);
		expect(one.stream()?.url).toBe("/api/notifications/events");

		one.stream()?.send("snapshot", "n1", EMPTY);
		one.stream()?.send("notification", "n2", { id: "n2", unread: 1 });
		const told = [
			{ name: "snapshot", data: EMPTY },
			{ name: "notification", data: { id: "n2", unread: 1 } },
		];
		for (const { events } of heard) expect(events).toEqual(told);
	});

	it("moves the stream to another tab when its tab is hidden or closed", async () => {
		const openTab = fakeBrowser();
		const [one, two, three] = [openTab(), openTab(), openTab()];
		const [first] = [follow(one), follow(two), follow(three)];
		await settle();
		one.show(false);
		await settle();
		expect(streams(one, two, three)).toEqual([0, 1, 0]);
		one.show(true);
		await settle();
		expect(streams(one, two, three)).toEqual([0, 1, 0]);
		two.show(false);
		await settle();
		expect(streams(one, two, three)).toEqual([0, 0, 1]);
		first.stop();
		three.show(false);
		await settle();
		expect(streams(one, two, three)).toEqual([0, 0, 0]);
	});

	it("closes the stream while no tab is visible and reopens it afterwards", async () => {
		const openTab = fakeBrowser();
		const tab = openTab({ visible: false });
		const { events } = follow(tab);
		await settle();
		expect(tab.opened).toEqual([]);
		tab.show(true);
		await settle();
		tab.show(false);
		expect(tab.stream()).toBeUndefined();
		tab.show(true);
		await settle();
		expect(tab.opened).toHaveLength(2);
		tab.stream()?.send("snapshot", "n1", EMPTY);
		expect(events).toHaveLength(1);
	});

	it("opens no stream if a tab is hidden or stops before its turn", async () => {
		const openTab = fakeBrowser();
		const tab = openTab();
		const { stop } = follow(tab);
		tab.show(false);
		await settle();
		expect(tab.opened).toEqual([]);
		tab.show(true);
		stop();
		await settle();
		expect(tab.opened).toEqual([]);
	});

	it("opens a stream per visible tab if the browser has no locks", async () => {
		const openTab = fakeBrowser({ locks: false });
		const [one, two] = [openTab(), openTab({ visible: false })];
		follow(one);
		follow(two);
		expect(streams(one, two)).toEqual([1, 0]);
		two.show(true);
		expect(streams(one, two)).toEqual([1, 1]);
		one.show(false);
		expect(streams(one, two)).toEqual([0, 1]);
	});

	it("does not forward events of another member", async () => {
		const openTab = fakeBrowser();
		const [one, two] = [openTab(), openTab()];
		follow(one);
		const { events } = follow(two, "m2");
		await settle();
		one.stream()?.send("snapshot", "n1", EMPTY);
		expect(events).toEqual([]);
		expect(streams(one, two)).toEqual([1, 1]);
	});

	it("ignores messages that are not events", async () => {
		const openTab = fakeBrowser();
		const tab = openTab();
		const { events } = follow(tab);
		const stranger = tab.environment.openChannel("notifications:m1");
		for (const message of [null, "snapshot", { name: "gossip", data: {} }, {}])
			stranger?.postMessage(message);
		expect(events).toEqual([]);
	});

	it("stops when nobody is signed in", async () => {
		const openTab = fakeBrowser();
		const [one, two] = [openTab(), openTab()];
		const [first, second] = [follow(one), follow(two)];
		await settle();
		first.stop();
		second.stop();
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(streams(one, two)).toEqual([0, 0]);
		expect(one.opened.length + two.opened.length).toBe(1);
		one.goOnline();
		expect(streams(one)).toEqual([0]);
	});
});

describe("notification stream", () => {
	async function aStream() {
		const tab = fakeBrowser()();
		const followed = follow(tab);
		await settle();
		const latest = () => {
			const source = tab.opened.at(-1);
			if (!source) throw new Error("no stream was opened");
			return source;
		};
		return { ...followed, tab, latest };
	}

	it("is reopened after a refusal with growing pauses, and the refusal is reported", async () => {
		const { tab, latest, refusals } = await aStream();
		for (const pause of [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000]) {
			const before = tab.opened.length;
			latest().refuse();
			await vi.advanceTimersByTimeAsync(pause - 1);
			expect(tab.opened).toHaveLength(before);
			await vi.advanceTimersByTimeAsync(1);
			expect(tab.opened).toHaveLength(before + 1);
		}
		expect(refusals()).toBe(7);
	});

	it("leaves reconnecting to the browser but is replaced after six interruptions", async () => {
		const { tab, latest, refusals } = await aStream();
		for (let round = 0; round < 5; round += 1) latest().interrupt();
		expect(tab.opened).toHaveLength(1);
		latest().send("snapshot", "n1", EMPTY);
		for (let round = 0; round < 5; round += 1) latest().interrupt();
		expect(latest().readyState).not.toBe(2);
		latest().interrupt();
		expect(latest().readyState).toBe(2);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(tab.opened).toHaveLength(2);
		expect(refusals()).toBe(0);
	});

	it("is replaced after twelve minutes without events", async () => {
		const { tab, latest } = await aStream();
		latest().send("snapshot", "n1", EMPTY);
		await vi.advanceTimersByTimeAsync(11 * 60_000);
		expect(tab.opened).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(60_000 + 1_000);
		expect(tab.opened).toHaveLength(2);
	});

	it("is reopened at once when the device is online again", async () => {
		const { tab, latest } = await aStream();
		latest().refuse();
		tab.goOnline();
		expect(tab.opened).toHaveLength(2);
		tab.goOnline();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(tab.opened).toHaveLength(2);
	});
});
