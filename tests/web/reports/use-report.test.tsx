import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { sampleNote, sampleUser } from "#tests/web/support/sample-account.ts";
import { sampleAnalysis, sampleReport, sampleVideo } from "#tests/web/support/sample-report.ts";
import { fetchJson } from "#web/api/request.ts";
import { useNotifications } from "#web/features/notifications/use-notifications.ts";
import { useReport } from "#web/features/reports/use-report.ts";

const ID = "watchedrun1" as VideoId;
const REPORT = `/api/videos/${ID}`;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

/** Opens the report while somebody else's run changes it, and waits for the run's end. */
async function watch(user: ReturnType<typeof sampleUser> | null) {
	vi.stubGlobal("EventSource", FakeEventSource);
	const video = sampleVideo({ id: ID });
	const report = sampleReport({ video, analysis: sampleAnalysis() });
	const moved = { ...sampleNote("moved"), type: "verdict_moved" as const, data: { video_id: ID } };
	const other = { ...moved, id: "other", data: { video_id: "another0001" } };
	const asked = fakeApi({
		[REPORT]: () => ({ body: report }),
		"/api/auth/session": () => ({ body: { user, providers: { google: false } } }),
		"/api/notifications": () => ({ body: { notifications: [moved, other], unread: 2 } }),
		"/api/notifications/read": () => ({ body: { notifications: [other], unread: 1 } }),
	});
	const wrapper = ({ children }: { children: ReactNode }) => (
		<SWRConfig value={{ provider: () => new Map(), fetcher: fetchJson }}>{children}</SWRConfig>
	);
	const { result } = renderHook(
		() => {
			useReport(ID, false);
			return useNotifications(user);
		},
		{ wrapper },
	);
	const stream = await waitFor(() => FakeEventSource.to(`${REPORT}/events`));
	act(() => {
		stream.accept();
		stream.send("snapshot", "run-0", report);
		stream.send("completed", "run-1", { video });
	});
	return { asked, bell: () => result.current.list };
}

describe("useReport of a run that a member watches to its end", () => {
	it("shows what the bell tells of it as read, and tells the server so", async () => {
		const { asked, bell } = await watch(sampleUser());
		await waitFor(() =>
			expect(asked.at(-1)).toEqual({
				method: "POST",
				path: "/api/notifications/read",
				body: { ids: ["moved"] },
			}),
		);
		await waitFor(() => expect(bell()?.unread).toBe(1));
	});

	it("asks for no notifications for a visitor", async () => {
		const { asked } = await watch(null);
		expect(asked.filter(({ path }) => path.startsWith("/api/notifications"))).toEqual([]);
	});
});
