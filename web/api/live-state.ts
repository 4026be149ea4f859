import type { StreamEventName, StreamEvents } from "#contract/events.ts";
import type { RunError } from "#contract/problem.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import type { Connection } from "./event-stream.ts";

export type Ending =
	| { outcome: "completed"; video: Video }
	| { outcome: "failed"; error: RunError };

/** A video as its stream tells it. */
export type LiveState = {
	connection: Connection;
	report: Report | null;
	/** The last statement that was rated, of whichever run. */
	latest: Statement | null;
	ending: Ending | null;
};

export const NOTHING_YET: LiveState = {
	connection: "connecting",
	report: null,
	latest: null,
	ending: null,
};

/** The state after one event. A snapshot replaces; everything else adds. */
export function applyStreamEvent(
	state: LiveState,
	name: StreamEventName,
	data: unknown,
): LiveState {
	switch (name) {
		case "snapshot":
			return { ...state, report: data as StreamEvents["snapshot"] };
		case "progress":
			return withReport(state, (report) => ({
				...report,
				analysis: (data as StreamEvents["progress"]).analysis,
			}));
		case "statement":
			return addStatement(state, data as StreamEvents["statement"]);
		case "completed": {
			const { video } = data as StreamEvents["completed"];
			return {
				...withReport(state, (report) => ({ ...report, video })),
				ending: { outcome: "completed", video },
			};
		}
		case "failed":
			return {
				...state,
				ending: { outcome: "failed", error: data as StreamEvents["failed"] },
			};
	}
}

function addStatement(state: LiveState, statement: Statement): LiveState {
	const next = { ...state, latest: statement };
	// An earlier result stays as it is until the new one is published.
	if (state.report !== null && state.report.video.version > 0) return next;
	return withReport(next, (report) => ({
		...report,
		statements: [
			...report.statements.filter(({ id }) => id !== statement.id),
			statement,
		].sort((a, b) => a.timestamp - b.timestamp),
	}));
}

function withReport(
	state: LiveState,
	change: (report: Report) => Report,
): LiveState {
	return state.report === null
		? state
		: { ...state, report: change(state.report) };
}
