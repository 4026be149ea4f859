import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Report } from "#contract/video.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import {
	sampleAnalysis,
	sampleReport,
	sampleVideo,
	VIDEO_ID,
} from "#tests/web/support/sample-report.ts";
import { VideoResults } from "#web/features/reports/results-page.tsx";

const REPORT = `/api/videos/${VIDEO_ID}`;
const STARTED = {
	video_id: VIDEO_ID,
	status: "analyzing",
	results: `/results/${VIDEO_ID}`,
	events: `${REPORT}/events`,
};

beforeEach(() => {
	vi.stubGlobal("scrollTo", vi.fn());
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

function open(report: Report | null, statementId: string | null = null, id = VIDEO_ID as string) {
	const asked = fakeApi({
		"/api/auth/session": () => ({ body: { user: null, providers: { google: false } } }),
		"/api/analyze": () => ({ status: 202, body: STARTED }),
		...(report !== null && { [REPORT]: () => ({ body: report }) }),
	});
	openPage(<VideoResults videoId={id} statementId={statementId} />, `/results/${id}`);
	return () => asked.find(({ path }) => path === "/api/analyze")?.body;
}

function isFollowed() {
	return waitFor(() => FakeEventSource.to(`${REPORT}/events`));
}

const unfinished = sampleVideo({ version: 0, analysis_status: "analyzing" });

describe("results page without a result", () => {
	it("does not show an interrupted run as an empty result", async () => {
		const started = open(sampleReport({ video: unfinished, statements: [] }));
		await screen.findByText("Analysis in Progress");
		expect(screen.queryByText("No Statements Found")).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: "Re-analyze Now" }));
		await waitFor(() => expect(started()).toMatchObject({ force: true }));
		await isFollowed();
	});

	it("follows a running analysis and starts no other", async () => {
		const started = open(
			sampleReport({
				video: unfinished,
				statements: [],
				analysis: sampleAnalysis({ progress: 42.25 }),
			}),
		);
		await screen.findByText("Analysis in Progress");
		expect(screen.getByText("42.3%")).toBeTruthy();
		expect(screen.getByRole("button", { name: "Re-analyze Now" })).toBeTruthy();
		expect(started()).toBeUndefined();
	});

	it("says that a video is unknown and offers to go home or to analyze it", async () => {
		const started = open(null);
		await screen.findByText("Video Not Found");
		expect(screen.getByText("The video doesn't exist or hasn't been analyzed yet.")).toBeTruthy();
		const home = screen.getByRole("link", { name: "Go Home" });
		expect(home.getAttribute("href")).toBe("/");
		fireEvent.click(screen.getByRole("button", { name: "Analyze This Video" }));
		await waitFor(() =>
			expect(started()).toEqual({ url: `https://www.youtube.com/watch?v=${VIDEO_ID}` }),
		);
		await isFollowed();
	});
});

describe("results page of an address that was copied with more", () => {
	it.each([")", ".", "],"])("offers the clean id behind %s", async (more) => {
		open(null, null, `${VIDEO_ID}${more}`);
		const link = await screen.findByRole("link", { name: `Open /results/${VIDEO_ID}` });
		expect(link.getAttribute("href")).toBe(`/results/${VIDEO_ID}`);
	});
});

describe("results page whose new run fails", () => {
	async function fail(code: FailureCode) {
		const error = runFailure(code);
		open(sampleReport({ analysis: sampleAnalysis({ status: "failed", error }) }));
		return screen.findByRole("alert");
	}

	it("says that the result is unchanged and offers another analysis", async () => {
		const notice = await fail("youtube_unreachable");
		expect(notice.textContent).toContain("The earlier result below is unchanged.");
		expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
	});

	it("says of a statement that was checked again only that, and offers nothing", async () => {
		const notice = await fail("recheck_failed");
		const { title, detail } = runFailure("recheck_failed");
		expect(notice.textContent).toBe(title + detail);
		expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
	});
});

describe("results page of a statement", () => {
	it("shows a message if the statement does not exist", async () => {
		open(sampleReport(), "of-an-earlier-analysis");
		await screen.findByText("This statement is not in the report");
		expect(screen.getByText("Statement Analysis")).toBeTruthy();
	});

	it("shows no message if the statement exists", async () => {
		const report = sampleReport();
		open(report, report.statements[0]?.id ?? null);
		await screen.findByText("Statement Analysis");
		expect(screen.queryByText("This statement is not in the report")).toBeNull();
	});
});
