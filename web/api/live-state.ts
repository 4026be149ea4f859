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

/** A video's state according to its stream. */
export type LiveState = {
	connection: Connection;
	report: Report | null;
	/**
	 * The statements rated in this run, newest last. While a new run leaves an earlier result in
	 * place, only the stream reports them. A page that joins such a run late sees the statements
	 * rated from then on.
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

/** Applies one event. A snapshot replaces the state; any other event extends it. */
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
			return { ...state, ending: { outcome: "failed", error: data as StreamEvents["failed"] } };
	}
}

function addStatement(state: LiveState, statement: Statement): LiveState {
	const others = state.rated.filter(({ id }) => id !== statement.id);
	const next = { ...state, rated: [...others, statement] };
	// An earlier result stays until the new one is published.
	if (state.report !== null && hasResult(state.report.video)) return next;
	return withReport(next, (report) => ({
		...report,
		statements: [...report.statements.filter(({ id }) => id !== statement.id), statement].sort(
			(a, b) => a.timestamp - b.timestamp,
		),
	}));
}

/**
 * A snapshot contains the run's rated statements, unless there is an earlier result. Once the run
 * has ended, the result that contains all that were received is its own.
 */
function ratedBy(report: Report, state: LiveState): readonly Statement[] {
	const run = report.analysis?.run;
	const same_run = run !== undefined && run === state.report?.analysis?.run;
	const known = same_run || run === undefined ? state.rated : [];
	const received = new Map(report.statements.map((one) => [one.id, one]));
	const known_ones = known.flatMap(({ id }) => received.get(id) ?? []);
	const is_its_result = run === undefined && known.length > 0 && known_ones.length === known.length;
	if (hasResult(report.video) && !is_its_result) return known;
	const new_ones = report.statements.filter((one) => !known_ones.includes(one));
	return [...known_ones, ...new_ones];
}

function withReport(state: LiveState, change: (report: Report) => Report): LiveState {
	return state.report === null ? state : { ...state, report: change(state.report) };
}

/** Whether a run is in progress and the video's title is still unknown. */
export function isUntitled({ report, ending }: LiveState): boolean {
	return ending === null && report?.video.title === "";
}

/** Sets the video's data once its title is known. */
export function applyVideo(state: LiveState, video: Video): LiveState {
	return withReport(state, (report) => ({ ...report, video }));
}

/**
 * Applies a report that was requested because there is no stream. Returns null if the video does
 * not exist.
 */
export function applyReport(state: LiveState, report: Report | null): LiveState {
	if (report === null) return { ...state, ending: { outcome: "not_found" } };
	return {
		...applyStreamEvent(state, "snapshot", report),
		ending: outcomeFrom(report, state.report),
	};
}

/** The run's outcome, as far as it can be derived from a report. */
function outcomeFrom(report: Report, before: Report | null): Ending | null {
	const { video, analysis } = report;
	if (analysis?.status === "analyzing") return null;
	const error = analysis?.error ?? video.error;
	if (error !== null) return { outcome: "failed", error };
	// A failed new run leaves the earlier result unchanged. Only the stream has the reason, so the
	// stream is opened again.
	const renewed = before === null || video.version > before.video.version;
	return renewed && video.analysis_status === "completed" ? { outcome: "completed", video } : null;
}

/**
 * Whether there is a result. A failed first run also increases the version, but leaves no result.
 */
export function hasResult(video: Pick<Video, "version" | "analysis_status">): boolean {
	return video.version > 0 && video.analysis_status === "completed";
}
