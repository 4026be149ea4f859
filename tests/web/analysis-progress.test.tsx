import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnalysisStep } from "#contract/analysis.ts";
import { AnalysisProgress } from "#web/features/analyze/analysis-progress.tsx";
import { stageLabel } from "#web/features/analyze/stage-label.ts";
import {
	sampleAnalysis,
	sampleStatement,
	sampleVideo,
} from "./sample-report.ts";

afterEach(cleanup);

function show(
	change: Partial<Parameters<typeof AnalysisProgress>[0]> = {},
): void {
	render(
		<AnalysisProgress
			video={sampleVideo({ version: 0, analysis_status: "analyzing" })}
			watchUrl="https://www.youtube.com/watch?v=abcdefghijk"
			analysis={sampleAnalysis()}
			latest={null}
			ended={null}
			lost={false}
			onClose={vi.fn()}
			onResults={vi.fn()}
			{...change}
		/>,
	);
}

describe("the stage of a run", () => {
	it.each<[AnalysisStep | null, string]>([
		["extracting", "Extracting video content"],
		["processing", "Processing statements"],
		["analyzing", "Starting analysis"],
		["openai", "OpenAI analyzing"],
		["claude", "Claude analyzing"],
		["gemini", "Gemini analyzing"],
		["finalizing", "Finalizing"],
		[null, "Starting analysis"],
	])("%s reads %s", (step, label) => {
		expect(stageLabel(step, false)).toBe(label);
	});

	it("reads Analysis Complete at the end", () => {
		expect(stageLabel(null, true)).toBe("Analysis Complete");
	});
});

describe("a run in the dialog", () => {
	it("shows its percent with one decimal, announced by stage", () => {
		show({
			analysis: sampleAnalysis({
				analysis_step: "claude",
				progress: 73.333,
				bs_score: 41,
				claims_found: 9,
			}),
		});
		expect(screen.getByRole("status").textContent).toBe("Claude analyzing");
		expect(screen.getByText("73.3%")).toBeTruthy();
		expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(
			"73.333",
		);
		expect(screen.getByText("BS Score").nextSibling?.textContent).toBe("41");
		expect(screen.getByText("Claims Found").nextSibling?.textContent).toBe("9");
	});

	it("caps the bar at 100", () => {
		show({ analysis: sampleAnalysis({ progress: 130 }) });
		expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(
			"100",
		);
	});

	it("can be left while it runs, and says how long it takes", () => {
		const onClose = vi.fn();
		show({ onClose });
		expect(screen.getByText(/typically takes 30-60 seconds/)).toBeTruthy();
		screen.getByRole("button", { name: "Continue in Background" }).click();
		expect(onClose).toHaveBeenCalledOnce();
	});

	it("shows the latest rated statement", () => {
		show({ latest: sampleStatement() });
		expect(screen.getByText(/the first iron bridge/)).toBeTruthy();
	});

	it("tells a lost connection instead of standing still", () => {
		show({ lost: true });
		expect(screen.getByText(/connection was lost/)).toBeTruthy();
	});

	it("leads to the results when it is complete", () => {
		const onResults = vi.fn();
		show({ ended: "completed", video: sampleVideo(), onResults });
		expect(screen.getByText("100.0%")).toBeTruthy();
		screen.getByRole("button", { name: "View Detailed Results" }).click();
		expect(onResults).toHaveBeenCalledOnce();
		expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
	});

	it("shows neither score nor percent of a run that failed", () => {
		show({ ended: "failed" });
		expect(screen.queryByRole("progressbar")).toBeNull();
		expect(screen.queryByText("BS Score")).toBeNull();
	});

	it("offers no way to a video that exists here alone", () => {
		show({ watchUrl: null });
		expect(screen.queryByRole("link")).toBeNull();
	});
});
