import { describe, expect, it } from "vitest";
import type { StreamEventName } from "#contract/events.ts";
import type { StatementId } from "#contract/ids.ts";
import {
	applyStreamEvent,
	type LiveState,
	NOTHING_YET,
} from "#web/api/live-state.ts";
import {
	sampleAnalysis,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "./sample-report.ts";

function stateAfter(...events: [StreamEventName, unknown][]): LiveState {
	return events.reduce(
		(state, [name, data]) => applyStreamEvent(state, name, data),
		NOTHING_YET,
	);
}

const first_run = sampleReport({
	video: sampleVideo({ version: 0, analysis_status: "analyzing" }),
	statements: [],
	analysis: sampleAnalysis(),
});
const late = sampleStatement({ id: "late" as StatementId, timestamp: 90 });
const early = sampleStatement({ id: "early" as StatementId, timestamp: 10 });

describe("a video as its stream tells it", () => {
	it("grows by each statement, in the order of the video", () => {
		const state = stateAfter(
			["snapshot", first_run],
			["statement", late],
			["statement", early],
		);
		expect(state.report?.statements.map(({ id }) => id)).toEqual([
			"early",
			"late",
		]);
		expect(state.latest?.id).toBe("early");
	});

	it("holds a statement once, however often it is told", () => {
		const state = stateAfter(
			["snapshot", first_run],
			["statement", late],
			["statement", { ...late, ai_score: 77 }],
		);
		expect(state.report?.statements.map((s) => s.ai_score)).toEqual([77]);
	});

	it("leaves an earlier result alone while a new run is on", () => {
		const earlier = sampleReport({ analysis: sampleAnalysis() });
		const state = stateAfter(["snapshot", earlier], ["statement", late]);
		expect(state.report?.statements).toEqual(earlier.statements);
		expect(state.latest?.id).toBe("late");
	});

	it("follows the run's progress", () => {
		const state = stateAfter(
			["snapshot", first_run],
			["progress", { analysis: sampleAnalysis({ progress: 72.5 }) }],
		);
		expect(state.report?.analysis?.progress).toBe(72.5);
	});

	it("starts over at a snapshot", () => {
		const state = stateAfter(
			["snapshot", first_run],
			["statement", late],
			["snapshot", first_run],
		);
		expect(state.report?.statements).toEqual([]);
	});

	it("ends as completed with the video, or as failed with the reason", () => {
		const video = sampleVideo({ bs_score: 12 });
		expect(
			stateAfter(["snapshot", first_run], ["completed", { video }]),
		).toMatchObject({
			ending: { outcome: "completed" },
			report: { video: { bs_score: 12 } },
		});
		const error = { title: "No captions", transcript_wanted: true };
		expect(
			stateAfter(["snapshot", first_run], ["failed", error]).ending,
		).toEqual({
			outcome: "failed",
			error,
		});
	});

	it("keeps nothing of events that come before a snapshot", () => {
		expect(stateAfter(["statement", late]).report).toBeNull();
	});
});
