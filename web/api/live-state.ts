import type { StreamEventName, StreamEvents } from "#contract/events.ts";
import type { RunError } from "#contract/problem.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import type { Connection } from "./event-stream.ts";

export type Ending =
	| { outcome: "completed"; video: Video }
	| { outcome: "failed"; error: RunError }
	/** The video no longer exists. */
	| { outcome: "not_found" };

/** A video as its stream describes it. */
export type LiveState = {
	connection: Connection;
	report: Report | null;
	/**
	 * What this run has rated, the newest last. Only the stream has it while a new run leaves an
	 * earlier result in place: a page that joins such a run late sees what is rated from then on.
	 */
	rated: readonly Statement[];
	ending: Ending | null;
};

export const INITIAL_STATE: LiveState = {
	connection: "connecting",
	report: null,
	rated: [],
	ending: null,
};

/** The state after one event. A snapshot replaces everything; any other event adds to it. */
export function applyStreamEvent(
	state: LiveState,
	name: StreamEventName,
	data: unknown,
): LiveState {
	switch (name) {
		case "snapshot": {
			const report = data as StreamEvents["snapshot"];
			return { ...state, report, rated: ratedBy(report, state) };
		}
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
	const others = state.rated.filter(({ id }) => id !== statement.id);
	const next = { ...state, rated: [...others, statement] };
	// An earlier result stays until the new one is published.
	if (state.report !== null && hasResult(state.report.video)) return next;
	return withReport(next, (report) => ({
		...report,
		statements: [
			...report.statements.filter(({ id }) => id !== statement.id),
			statement,
		].sort((a, b) => a.timestamp - b.timestamp),
	}));
}

/** A snapshot contains what its run has rated, unless there is an earlier result. */
function ratedBy(report: Report, state: LiveState): readonly Statement[] {
	const run = report.analysis?.run;
	const same_run = run !== undefined && run === state.report?.analysis?.run;
	const known = same_run || run === undefined ? state.rated : [];
	if (hasResult(report.video)) return known;
	const received = new Map(report.statements.map((one) => [one.id, one]));
	const known_ones = known.flatMap(({ id }) => received.get(id) ?? []);
	const new_ones = report.statements.filter((one) => !known_ones.includes(one));
	return [...known_ones, ...new_ones];
}

function withReport(
	state: LiveState,
	change: (report: Report) => Report,
): LiveState {
	return state.report === null
		? state
		: { ...state, report: change(state.report) };
}

/** A run goes on of which it was not known what the video is called. */
export function isUntitled({ report, ending }: LiveState): boolean {
	return ending === null && report?.video.title === "";
}

/** The state once it is known what the video is called. */
export function applyVideo(state: LiveState, video: Video): LiveState {
	return withReport(state, (report) => ({ ...report, video }));
}

/** The state after the report was read while there is no stream; null if there is no such video. */
export function applyReport(
	state: LiveState,
	report: Report | null,
): LiveState {
	if (report === null) return { ...state, ending: { outcome: "not_found" } };
	return {
		...applyStreamEvent(state, "snapshot", report),
		ending: outcomeFrom(report, state.report),
	};
}

/** How the run ended, as far as a report shows it. */
function outcomeFrom(report: Report, before: Report | null): Ending | null {
	const { video, analysis } = report;
	if (analysis?.status === "analyzing") return null;
	const error = analysis?.error ?? video.error;
	if (error !== null) return { outcome: "failed", error };
	// A new run that failed leaves the earlier result unchanged: only the stream has the reason, so
	// it is opened again.
	const renewed = before === null || video.version > before.video.version;
	return renewed && video.analysis_status === "completed"
		? { outcome: "completed", video }
		: null;
}

/** Whether there is a result to read: a failed first run raises the version too, but leaves no result. */
export function hasResult(
	video: Pick<Video, "version" | "analysis_status">,
): boolean {
	return video.version > 0 && video.analysis_status === "completed";
}
