import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { sampleNote, sampleUser } from "#tests/web/support/sample-account.ts";
import { NotificationButton } from "#web/features/notifications/notification-button.tsx";
import {
	badgeText,
	notificationPath,
	withRead,
} from "#web/features/notifications/use-notifications.ts";

const notes = (count: number) =>
	Array.from({ length: count }, (_, index) => sampleNote(`n${index}`));

function Place() {
	return <p data-testid="place">{useLocation().pathname}</p>;
}

function show(notifications: Notification[], read?: () => { status: number; body: unknown }) {
	const unread = notifications.filter((one) => !one.read).length;
	const asked = fakeApi({
		"/api/notifications": () => ({ body: { notifications, unread } }),
		"/api/notifications/read":
			read ??
			(({ body }) => ({
				body: withRead({ notifications, unread }, (body as { ids?: string[] }).ids ?? null),
			})),
	});
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MemoryRouter>
				<NotificationButton user={sampleUser()} />
				<Place />
			</MemoryRouter>
		</SWRConfig>,
	);
	return asked;
}

const bell = (name: string) => screen.findByRole("button", { name });

beforeEach(() => {
	FakeEventSource.opened = [];
	vi.stubGlobal("EventSource", FakeEventSource);
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("notification button", () => {
	it("shows the number of unread notifications, and 9+ above nine", async () => {
		show(notes(10));
		expect((await bell("Notifications, 9+ unread")).textContent).toBe("9+");
	});

	it("opens a list where a click marks a notification as read and opens its page", async () => {
		const asked = show([sampleNote("a"), sampleNote("b")]);
		fireEvent.click(await bell("Notifications, 2 unread"));
		fireEvent.click(await screen.findByRole("link", { name: /Note b/ }));
		await bell("Notifications, 1 unread");
		expect(screen.getByTestId("place").textContent).toBe("/results/b");
		expect(asked.at(-1)).toMatchObject({ path: "/api/notifications/read", body: { ids: ["b"] } });
	});

	it("marks all notifications as read", async () => {
		const asked = show([sampleNote("a"), sampleNote("b")]);
		fireEvent.click(await bell("Notifications, 2 unread"));
		fireEvent.click(await screen.findByRole("button", { name: "Mark all read" }));
		await bell("Notifications");
		expect(asked.at(-1)?.body).toEqual({ all: true });
	});

	it("restores the server's count if marking as read fails", async () => {
		show([sampleNote("a")], () => ({ status: 503, body: problem(503, "busy", "Busy") }));
		fireEvent.click(await bell("Notifications, 1 unread"));
		fireEvent.click(await screen.findByRole("button", { name: "Mark all read" }));
		await bell("Notifications, 1 unread");
	});

	it("announces only notifications that arrive after the page was opened", async () => {
		show([sampleNote("old")]);
		fireEvent.click(await bell("Notifications, 1 unread"));
		expect(screen.queryByText(/^New notification/)).toBeNull();
		act(() =>
			FakeEventSource.latest().send("notification", "1", { ...sampleNote("new"), unread: 2 }),
		);
		await screen.findByText("New notification: Note new");
		await bell("Notifications, 2 unread");
	});

	it("explains what will appear if there are no notifications", async () => {
		show([]);
		fireEvent.click(await bell("Notifications"));
		expect(await screen.findByText(/^Nothing yet/)).toBeTruthy();
		expect(screen.queryByRole("button", { name: "Mark all read" })).toBeNull();
	});

	it("closes on Escape and returns the focus", async () => {
		show([sampleNote("a")]);
		const button = await bell("Notifications, 1 unread");
		button.focus();
		fireEvent.click(button);
		await screen.findByRole("dialog", { name: "Notifications" });
		fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
		await waitFor(() => expect(button.getAttribute("aria-expanded")).toBe("false"));
		await waitFor(() => expect(document.activeElement).toBe(button));
	});
});

describe("notification badge and link", () => {
	it.each([
		[0, ""],
		[9, "9"],
		[10, "9+"],
	])("for %i unread shows %j", (unread, text) => {
		expect(badgeText(unread)).toBe(text);
	});

	it.each([
		["/results/abc", "/results/abc"],
		[null, null],
		["https://elsewhere.example", null],
		["//elsewhere.example", null],
		["/\\elsewhere.example", null],
		["javascript:alert(1)", null],
	])("for the path %j leads to %j", (path, target) => {
		expect(notificationPath(sampleNote("a", { data: { path } }))).toBe(target);
	});
});
