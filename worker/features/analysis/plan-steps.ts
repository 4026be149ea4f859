import type { Provider } from "#contract/ids.ts";
import { allRated, type RunState } from "./run-state.ts";

/** One unit of work: done as a whole, stored before it is announced, never done twice. */
export type Task =
	| { kind: "metadata" }
	| { kind: "transcript" }
	| { kind: "transcribe"; window: number }
	| { kind: "join" }
	| { kind: "extract"; window: number }
	| { kind: "choose" }
	| { kind: "rate"; statement: number; provider: Provider }
	| { kind: "publish" }
	| { kind: "retire" };
export type TaskKind = Task["kind"];

export function taskKey(task: Task): string {
	switch (task.kind) {
		case "transcribe":
		case "extract":
			return `${task.kind}:${task.window}`;
		case "rate":
			return `rate:${task.statement}:${task.provider}`;
		default:
			return task.kind;
	}
}

const each = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/**
 * The tasks that should exist by now, including finished ones: planning again after a
 * crash adds nothing twice.
 */
export function planTasks(state: RunState): Task[] {
	if (state.published) return [{ kind: "retire" }];
	if (state.error) return [{ kind: "publish" }];
	if (!state.metadata) return [{ kind: "metadata" }];
	if (!state.transcript) return planTranscript(state);
	if (state.extract_windows === null) return [];
	if (!state.chosen) return planExtraction(state, state.extract_windows);
	if (!allRated(state)) return planRatings(state, state.chosen.length);
	return [{ kind: "publish" }];
}

function planTranscript(state: RunState): Task[] {
	const windows = state.transcribe_windows;
	if (windows === null) return [{ kind: "transcript" }];
	if (state.transcribed.size === windows) return [{ kind: "join" }];
	return each(windows, (window) => ({ kind: "transcribe", window }));
}

function planExtraction(state: RunState, windows: number): Task[] {
	if (state.extracted.size === windows) return [{ kind: "choose" }];
	return each(windows, (window) => ({ kind: "extract", window }));
}

function planRatings(state: RunState, statements: number): Task[] {
	return each(statements, (statement) =>
		state.input.panel.map(
			(provider): Task => ({ kind: "rate", statement, provider }),
		),
	).flat();
}
