import { describe, expect, it } from "vitest";
import type { StreamEventName } from "#contract/events.ts";
import type { RunId, StatementId } from "#contract/ids.ts";
import {
	sampleAnalysis,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import {
	applyReport,
	applyStreamEvent,
	hasResult,
	INITIAL_STATE,
	type LiveState,
} from "#web/api/live-state.ts";

function stateAfter(...events: [StreamEventName, unknown][]): LiveState {
	return events.reduce((state, [name, data]) => applyStreamEvent(state, name, data), INITIAL_STATE);
}

const first_run = sampleReport({
	video: sampleVideo({ version: 0, analysis_status: "analyzing" }),
	statements: [],
	analysis: sampleAnalysis(),
});
const late = sampleStatement({ id: "late" as StatementId, timestamp: 90 });
const early = sampleStatement({ id: "early" as StatementId, timestamp: 10 });

describe("applyReport", () => {
	const lost: LiveState = { ...stateAfter(["snapshot", first_run]) };

	it("adds the statements of the report", () => {
		const grown = { ...first_run, statements: [early] };
		const state = applyReport(lost, grown);
		expect(state.rated.map(({ id }) => id)).toEqual(["early"]);
		expect(state.ending).toBeNull();
	});

	it("ends as completed if the report has a new result", () => {
		const state = applyReport(lost, sampleReport());
		expect(state.ending?.outcome).toBe("completed");
	});

	it("ends as failed if the report says so", () => {
		const error = {
			type: "/api/docs#problem-x",
			title: "x",
			status: 502,
			detail: "x",
			code: "x",
			transcript_wanted: false,
		};
		const failed = sampleVideo({ version: 0, analysis_status: "failed", error });
		const state = applyReport(lost, sampleReport({ video: failed }));
		expect(state.ending).toEqual({ outcome: "failed", error });
	});

	it("does not end for an unchanged earlier result", () => {
		const rerun = stateAfter(["snapshot", sampleReport({ analysis: sampleAnalysis() })]);
		expect(applyReport(rerun, sampleReport()).ending).toBeNull();
	});

	it("ends as not found if there is no report", () => {
		expect(applyReport(lost, null).ending?.outcome).toBe("not_found");
	});
});

describe("applyStreamEvent", () => {
	it("adds each statement in the order of the video", () => {
		const state = stateAfter(["snapshot", first_run], ["statement", late], ["statement", early]);
		expect(state.report?.statements.map(({ id }) => id)).toEqual(["early", "late"]);
		expect(state.rated.map(({ id }) => id)).toEqual(["late", "early"]);
	});

	it("keeps one copy of a statement that is sent twice", () => {
		const state = stateAfter(
			["snapshot", first_run],
			["statement", late],
			["statement", { ...late, ai_score: 77 }],
		);
		expect(state.report?.statements.map((s) => s.ai_score)).toEqual([77]);
	});

	it("keeps an earlier result during a new run", () => {
		const earlier = sampleReport({ analysis: sampleAnalysis() });
		const state = stateAfter(["snapshot", earlier], ["statement", late]);
		expect(state.report?.statements).toEqual(earlier.statements);
		expect(state.rated.map(({ id }) => id)).toEqual(["late"]);
	});

	it("updates the run's progress", () => {
		const state = stateAfter(
			["snapshot", first_run],
			["progress", { analysis: sampleAnalysis({ progress: 72.5 }) }],
		);
		expect(state.report?.analysis?.progress).toBe(72.5);
	});

	it("starts over at a snapshot", () => {
		const state = stateAfter(["snapshot", first_run], ["statement", late], ["snapshot", first_run]);
		expect(state.report?.statements).toEqual([]);
	});

	it("keeps the order of arrival when a snapshot of the same run follows", () => {
		const seen = sampleReport({
			video: sampleVideo({ version: 0, analysis_status: "analyzing" }),
			statements: [early, late],
			analysis: sampleAnalysis(),
		});
		const state = stateAfter(["snapshot", first_run], ["statement", late], ["snapshot", seen]);
		expect(state.rated.map(({ id }) => id)).toEqual(["late", "early"]);
	});

	it("adds what was missed if the result arrives with the next snapshot", () => {
		const result = sampleReport({ statements: [early, late] });
		const reconnected = (earlier: typeof result) =>
			stateAfter(["snapshot", earlier], ["statement", late], ["snapshot", result]).rated.map(
				({ id }) => id,
			);
		expect(reconnected(first_run)).toEqual(["late", "early"]);
		const again = sampleReport({ statements: [early], analysis: sampleAnalysis() });
		expect(reconnected(again)).toEqual(["late", "early"]);
	});

	it("keeps to the run's statements if it ends without a new result", () => {
		const earlier = { statements: [early] };
		const state = stateAfter(
			["snapshot", sampleReport({ ...earlier, analysis: sampleAnalysis() })],
			["statement", late],
			["snapshot", sampleReport(earlier)],
		);
		expect(state.rated).toEqual([late]);
	});

	it("drops the statements of another run", () => {
		const earlier = sampleReport({ analysis: sampleAnalysis() });
		const another = sampleReport({ analysis: sampleAnalysis({ run: "run2" as RunId }) });
		const state = stateAfter(["snapshot", earlier], ["statement", late], ["snapshot", another]);
		expect(state.rated).toEqual([]);
	});

	it("ends as completed with the video, or as failed with the error", () => {
		const video = sampleVideo({ bs_score: 12 });
		expect(stateAfter(["snapshot", first_run], ["completed", { video }])).toMatchObject({
			ending: { outcome: "completed" },
			report: { video: { bs_score: 12 } },
		});
		const error = { title: "No captions", transcript_wanted: true };
		expect(stateAfter(["snapshot", first_run], ["failed", error]).ending).toEqual({
			outcome: "failed",
			error,
		});
	});

	it("ignores events before a snapshot", () => {
		expect(stateAfter(["statement", late]).report).toBeNull();
	});
});

describe("hasResult", () => {
	it.each([
		[0, "analyzing", false],
		[1, "completed", true],
		[1, "failed", false],
		[1, "analyzing", false],
	] as const)("for version %i and status %s is %s", (version, analysis_status, there) => {
		expect(hasResult({ version, analysis_status })).toBe(there);
	});
});
