import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisStep } from "#contract/analysis.ts";
import { sampleAnalysis, sampleVideo } from "#tests/web/support/sample-report.ts";
import type { Ending } from "#web/api/live-state.ts";
import { RunAnnouncement } from "#web/features/analysis/run-announcement.tsx";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	cleanup();
	vi.useRealTimers();
});

/** Collects the texts of the live region, each once when it changes. */
function listen() {
	const said: string[] = [];
	const view = render(<RunAnnouncement analysis={null} ending={null} />);
	function note() {
		const text = screen.getByRole("status").textContent ?? "";
		if (text !== "" && text !== said.at(-1)) said.push(text);
	}
	return {
		said,
		stage(analysis_step: AnalysisStep, ending: Ending | null = null) {
			view.rerender(
				<RunAnnouncement analysis={sampleAnalysis({ analysis_step })} ending={ending} />,
			);
			note();
		},
		pass(ms: number) {
			for (let at = 0; at < ms; at += 100) {
				act(() => vi.advanceTimersByTime(100));
				note();
			}
		},
	};
}

const COMPLETED: Ending = {
	outcome: "completed",
	video: sampleVideo({ bs_score: 42, claims_count: 9 }),
};

describe("RunAnnouncement", () => {
	it("announces the latest stage, at most once in five seconds", () => {
		const { said, stage, pass } = listen();
		stage("extracting");
		pass(100);
		expect(said).toEqual(["Extracting video content"]);
		stage("processing");
		pass(1_000);
		stage("openai");
		pass(3_800);
		expect(said).toHaveLength(1);
		pass(300);
		expect(said).toEqual(["Extracting video content", "OpenAI analyzing"]);
		stage("claude");
		stage("openai");
		pass(10_000);
		expect(said).toHaveLength(2);
	});

	it("announces the end at once, exactly once", () => {
		const { said, stage, pass } = listen();
		stage("gemini");
		pass(200);
		stage("finalizing", COMPLETED);
		pass(200);
		stage("finalizing", { ...COMPLETED });
		pass(20_000);
		expect(said).toEqual(["Gemini analyzing", "Analysis Complete: BS Score 42, 9 claims"]);
	});

	it("announces no score if there were no statements", () => {
		const { said, stage, pass } = listen();
		const video = sampleVideo({ bs_score: 0, claims_count: 0 });
		stage("finalizing", { outcome: "completed", video });
		pass(200);
		expect(said).toEqual(["Analysis Complete: nothing to check"]);
	});
});
