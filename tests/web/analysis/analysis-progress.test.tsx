import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Analysis, AnalysisStep } from "#contract/analysis.ts";
import type { StatementId } from "#contract/ids.ts";
import { sampleAnalysis, sampleStatement, sampleVideo } from "#tests/web/support/sample-report.ts";
import { AnalysisProgress, longRunWords } from "#web/features/analysis/analysis-progress.tsx";
import { stageLabel } from "#web/features/analysis/stage-label.ts";

afterEach(cleanup);

function show(change: Partial<Parameters<typeof AnalysisProgress>[0]> = {}): void {
	render(
		<MemoryRouter>
			<AnalysisProgress
				video={sampleVideo({ version: 0, analysis_status: "analyzing" })}
				watchUrl="https://www.youtube.com/watch?v=abcdefghijk"
				analysis={sampleAnalysis()}
				rated={[]}
				ended={null}
				lost={false}
				videoId="abcdefghijk"
				onClose={vi.fn()}
				{...change}
			/>
		</MemoryRouter>,
	);
}

function gauge(): string | null {
	return screen.getByRole("meter", { name: "BS Score" }).getAttribute("aria-valuetext");
}

describe("stageLabel", () => {
	it.each<[AnalysisStep | null, string]>([
		["extracting", "Extracting video content"],
		["processing", "Processing statements"],
		["analyzing", "Starting analysis"],
		["openai", "OpenAI analyzing"],
		["claude", "Claude analyzing"],
		["gemini", "Gemini analyzing"],
		["finalizing", "Finalizing"],
		[null, "Starting analysis"],
	])("for the step %s is %s", (step, label) => {
		expect(stageLabel(step, false)).toBe(label);
	});

	it("names the simulated rater whose answers are missing by its number, because all work at once", () => {
		const raters = (["openai", "claude", "gemini"] as const).map((provider) => ({ provider }));
		expect(stageLabel("openai", false, raters)).toBe("Waiting for simulated rater 1 of 3");
		expect(stageLabel("gemini", false, raters)).toBe("Waiting for simulated rater 3 of 3");
		expect(stageLabel("processing", false, raters)).toBe("Processing statements");
	});

	it("is Analysis Complete at the end", () => {
		expect(stageLabel(null, true)).toBe("Analysis Complete");
	});
});

describe("progress dialog of a run", () => {
	it.each([
		{ ended: "failed" as const, marks: 0 },
		{ ended: null, marks: 1 },
	])("is marked as simulated unless the run failed: $ended", ({ ended, marks }) => {
		show({ video: sampleVideo({ simulated: true, title: "" }), ended });
		expect(screen.queryAllByText("Simulated")).toHaveLength(marks);
	});

	it("shows the stage, the percentage with one decimal, and both counters", () => {
		show({
			analysis: sampleAnalysis({
				analysis_step: "claude",
				progress: 73.333,
				bs_score: 41,
				claims_found: 60,
				claims_chosen: 24,
			}),
		});
		expect(screen.getByText("Claude analyzing")).toBeTruthy();
		expect(screen.getByText("73.3%")).toBeTruthy();
		expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("73.333");
		expect(gauge()).toBe("41 of 100, Moderate BS, so far");
		expect(screen.getByText("BS Score").nextSibling?.textContent).toBe("41Moderate BS");
		expect(screen.getByText("Claims Found").nextSibling?.textContent).toBe("6024 to rate");
	});

	it("says how many of the found claims were rated, and that a title is not known", () => {
		const extraction = { by: "claude" as const, found: 60, chosen: 24 };
		show({ ended: "completed", video: sampleVideo({ title: "", claims_count: 24, extraction }) });
		expect(screen.getByText("Claims Found").nextSibling?.textContent).toBe("6024 rated");
		expect(screen.getByText("Untitled video")).toBeTruthy();
	});

	it("caps the bar at 100", () => {
		show({ analysis: sampleAnalysis({ progress: 130 }) });
		expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("100");
	});

	it("can be closed while the run continues, and says how long a run takes", () => {
		const onClose = vi.fn();
		show({ onClose });
		expect(screen.getByText(/typically takes 30-60 seconds/)).toBeTruthy();
		screen.getByRole("button", { name: "Continue in Background" }).click();
		expect(onClose).toHaveBeenCalledOnce();
	});

	it("lists what was found, each until it is rated", () => {
		const found = [
			{ quote: "said twice", timestamp: 12 },
			{ quote: "said twice", timestamp: 60 },
			{ quote: "of no known time", timestamp: null },
		];
		const list = () => screen.getByRole("region", { name: "Statements found and rated so far" });
		const words = () =>
			within(list())
				.getAllByRole("listitem")
				.map((it) => it.textContent);
		show({ analysis: sampleAnalysis({ found }) });
		expect(words()).toEqual(["“said twice”0:12", "“said twice”1:00", "“of no known time”"]);

		cleanup();
		const rated = [sampleStatement({ quote: "said twice", timestamp: 12, ai_score: 12 })];
		show({ analysis: sampleAnalysis({ found }), rated });
		expect(words()).toEqual([
			expect.stringMatching(/Factual.*said twice/),
			"“said twice”1:00",
			"“of no known time”",
		]);
	});

	it("lists rated statements, the newest first, each with its score", () => {
		const first = sampleStatement({ quote: "rated first", ai_score: 12 });
		const second = sampleStatement({
			id: "two" as StatementId,
			quote: "rated second",
			ai_score: 88,
		});
		show({ rated: [first, second] });
		const list = screen.getByRole("region", { name: "Statements found and rated so far" });
		const entries = within(list).getAllByRole("listitem");
		expect(entries.map(({ textContent }) => textContent)).toEqual([
			expect.stringMatching(/88Misleading.*rated second/),
			expect.stringMatching(/12Factual.*rated first/),
		]);
	});

	it("shows no score before the first rating", () => {
		show({ analysis: sampleAnalysis({ claims_found: 4 }) });
		expect(gauge()).toBe("No score");
		expect(screen.getByText("BS Score").nextSibling?.textContent).toBe("–");
		expect(screen.getByText("Statements appear here as they are found and rated.")).toBeTruthy();
	});

	it("counts each provider's answers and failures", () => {
		const providers: Analysis["providers"] = [
			{ provider: "openai", done: 3, failed: 1, total: 8 },
			{ provider: "claude", done: 0, failed: 0, total: 0 },
		];
		show({ analysis: sampleAnalysis({ providers }) });
		expect(screen.getByText("3 of 8, 1 failed")).toBeTruthy();
		const bar = screen.getByRole("progressbar", { name: "OpenAI: answers" });
		expect(bar.getAttribute("aria-valuenow")).toBe("50");
		expect(screen.getByText("waiting")).toBeTruthy();
	});

	it.each([
		[30, 50, ""],
		[90, 5, ""],
		[90, 50, " At its pace so far, this one takes about 2 minutes more."],
		[600, 75, " At its pace so far, this one takes about 4 minutes more."],
		[600, 100, ""],
		[-60, 50, ""],
	])(
		"after %i s and %i percent estimates a run that takes longer than most",
		(spent_s, progress, words) => {
			const started_at = "2026-01-31T10:00:00.000Z";
			const now_ms = Date.parse(started_at) + spent_s * 1_000;
			expect(longRunWords({ started_at, progress }, now_ms)).toBe(words);
		},
	);

	it("reports a lost connection", () => {
		show({ lost: true });
		expect(screen.getByText(/Connection lost. The analysis may continue/)).toBeTruthy();
	});

	it("links to the results when complete", () => {
		const onClose = vi.fn();
		show({ ended: "completed", video: sampleVideo(), onClose });
		expect(screen.getByText("100.0%")).toBeTruthy();
		const link = screen.getByRole("link", { name: "View Detailed Results" });
		expect(link.getAttribute("href")).toBe("/results/abcdefghijk");
		link.click();
		expect(onClose).toHaveBeenCalledOnce();
		expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
	});

	it("shows neither score nor percentage of a failed run", () => {
		show({ ended: "failed" });
		expect(screen.queryByRole("progressbar")).toBeNull();
		expect(screen.queryByText("BS Score")).toBeNull();
	});

	it("shows no link for a video that exists only on this site", () => {
		show({ watchUrl: null });
		expect(screen.queryByRole("link")).toBeNull();
	});
});
