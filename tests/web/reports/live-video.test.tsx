import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { sampleAnalysis, sampleReport, sampleVideo } from "#tests/web/support/sample-report.ts";
import { useLiveVideo } from "#web/api/live-video.ts";

/** Not the sample's: its stream may still be open, for a second after another file's test. */
const ID = "livevideo01" as VideoId;
const REPORT = `/api/videos/${ID}`;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

function running(title: string) {
	return sampleReport({
		video: sampleVideo({ id: ID, version: 0, title, analysis_status: "analyzing" }),
		statements: [],
		analysis: sampleAnalysis(),
	});
}

it("useLiveVideo reads a missing title again with the next progress, exactly once", async () => {
	vi.stubGlobal("EventSource", FakeEventSource);
	const asked = fakeApi({ [REPORT]: () => ({ body: running("A talk") }) });
	const { result } = renderHook(() => useLiveVideo(ID));
	const stream = FakeEventSource.to(`${REPORT}/events`);
	const progress = { analysis: sampleAnalysis({ progress: 30 }) };
	act(() => {
		stream.accept();
		stream.send("snapshot", "run-0", running(""));
	});
	expect(result.current.report?.video.title).toBe("");
	act(() => stream.send("progress", "run-1", progress));
	await waitFor(() => expect(result.current.report?.video.title).toBe("A talk"));
	expect(result.current.report?.analysis?.progress).toBe(30);
	act(() => stream.send("progress", "run-2", progress));
	expect(asked.map(({ path }) => path)).toEqual([REPORT]);
});
