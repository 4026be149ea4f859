import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notification, Notifications } from "#contract/notifications.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { sampleNote, sampleUser } from "#tests/web/support/sample-account.ts";
import {
	applyNotificationEvent,
	useNotifications,
} from "#web/features/notifications/use-notifications.ts";

const listOf = (...notifications: Notification[]): Notifications => ({
	notifications,
	unread: notifications.filter(({ read }) => !read).length,
});

/** The notifications as stored on the server. */
let stored: Notifications;
let refuse: boolean;
let answer: () => void;

function open(user: ReturnType<typeof sampleUser> | null = sampleUser()) {
	const asked = fakeApi({
		"/api/notifications": () => ({ body: stored }),
		"/api/auth/session": () => ({ body: { user: null } }),
		"/api/notifications/read": () =>
			refuse ? { status: 503, body: problem(503, "busy", "Busy") } : { body: stored },
	});
	const fetched = globalThis.fetch;
	vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
		if (init?.method === "POST")
			await new Promise<void>((resolve) => {
				answer = resolve;
			});
		return fetched(path, init);
	});
	const wrapper = ({ children }: { children: ReactNode }) => (
		<SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
	);
	const hook = renderHook((props) => useNotifications(props.user), {
		wrapper,
		initialProps: { user },
	});
	return { ...hook, asked, current: () => hook.result.current };
}

beforeEach(() => {
	refuse = false;
	stored = listOf(sampleNote("b"), sampleNote("a"));
	FakeEventSource.opened = [];
	vi.stubGlobal("EventSource", FakeEventSource);
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("useNotifications", () => {
	it("requests the list and then follows the stream", async () => {
		const { current } = open();
		await waitFor(() => expect(current().list).toEqual(stored));
		const news = { ...sampleNote("c", { timestamp: "2026-02-03T11:00:00.000Z" }) };
		act(() => FakeEventSource.latest().send("notification", "c", { ...news, unread: 3 }));
		await waitFor(() => expect(current().list?.unread).toBe(3));
		expect(current().list?.notifications[0]).toEqual(news);
		act(() => FakeEventSource.latest().send("snapshot", "c", listOf()));
		await waitFor(() => expect(current().list).toEqual(listOf()));
	});

	it("shows a notification as read at once, then the server's list", async () => {
		const { current, asked } = open();
		await waitFor(() => expect(current().list).toEqual(stored));
		let done: Promise<void> | undefined;
		act(() => {
			done = current().read(["b"]);
		});
		await waitFor(() => expect(current().list?.unread).toBe(1));
		expect(current().list?.notifications.map(({ read }) => read)).toEqual([true, false]);
		stored = listOf(sampleNote("c"), sampleNote("b", { read: true }), sampleNote("a"));
		answer();
		await act(() => done);
		expect(current().list).toEqual(stored);
		expect(asked.at(-1)).toMatchObject({ path: "/api/notifications/read", body: { ids: ["b"] } });
	});

	it("marks all as read with one request", async () => {
		const { current, asked } = open();
		await waitFor(() => expect(current().list).toEqual(stored));
		let done: Promise<void> | undefined;
		act(() => {
			done = current().read(null);
		});
		await waitFor(() => expect(current().list?.unread).toBe(0));
		stored = listOf(sampleNote("b", { read: true }), sampleNote("a", { read: true }));
		answer();
		await act(() => done);
		expect(asked.at(-1)?.body).toEqual({ all: true });
	});

	it("restores the list and throws if the server refuses", async () => {
		const { current } = open();
		await waitFor(() => expect(current().list).toEqual(stored));
		refuse = true;
		let done: Promise<unknown> | undefined;
		act(() => {
			done = current()
				.read(null)
				.catch((thrown: unknown) => thrown);
		});
		await waitFor(() => expect(current().list?.unread).toBe(0));
		answer();
		const thrown = await act(async () => done);
		expect(thrown).toMatchObject({ status: 503, message: "Busy" });
		await waitFor(() => expect(current().list).toEqual(stored));
	});

	it("restores the list if news arrives while the server refuses", async () => {
		const { current } = open();
		await waitFor(() => expect(current().list).toEqual(stored));
		refuse = true;
		let done: Promise<unknown> | undefined;
		act(() => {
			done = current()
				.read(null)
				.catch(() => undefined);
		});
		await waitFor(() => expect(current().list?.unread).toBe(0));
		stored = listOf(sampleNote("c"), sampleNote("b"), sampleNote("a"));
		act(() =>
			FakeEventSource.latest().send("notification", "c", { ...sampleNote("c"), unread: 3 }),
		);
		answer();
		await act(async () => done);
		await waitFor(() => expect(current().list).toEqual(stored));
	});

	it("requests nothing without a member and stops when the session ends", async () => {
		const { current, asked, rerender } = open(null);
		expect(current().list).toBeUndefined();
		expect([asked, FakeEventSource.opened]).toEqual([[], []]);
		rerender({ user: sampleUser() });
		await waitFor(() => expect(current().list).toEqual(stored));
		rerender({ user: null });
		expect(FakeEventSource.latest().readyState).toBe(2);
		expect(current().list).toBeUndefined();
	});
});

describe("applyNotificationEvent", () => {
	const news = (notification: Notification, unread: number) =>
		({ name: "notification", data: { ...notification, unread } }) as const;

	it("keeps the ten newest", () => {
		const ten = Array.from({ length: 10 }, (_, place) => sampleNote(`n${place}`));
		const after = applyNotificationEvent(listOf(...ten), news(sampleNote("x"), 10));
		expect(after?.notifications.map(({ id }) => id)).toEqual([
			"x",
			...ten.slice(0, 9).map(({ id }) => id),
		]);
	});

	it("replaces a changed notification and moves it to its new time", () => {
		const [old, later] = [sampleNote("a"), sampleNote("b")];
		const changed = { ...old, message: "2 new votes", timestamp: "2026-02-03T12:00:00.000Z" };
		expect(applyNotificationEvent(listOf(later, old), news(changed, 2))).toEqual({
			notifications: [changed, later],
			unread: 2,
		});
	});

	it("inserts a late notification by its time", () => {
		const late = sampleNote("late", { timestamp: "2026-02-03T09:00:00.000Z" });
		const after = applyNotificationEvent(listOf(sampleNote("a")), news(late, 2));
		expect(after?.notifications.map(({ id }) => id)).toEqual(["a", "late"]);
	});

	it("returns undefined before the list is known", () => {
		expect(applyNotificationEvent(undefined, news(sampleNote("a"), 1))).toBeUndefined();
	});
});
