import type { Provider } from "#contract/ids.ts";

/** Every statement is searched for once, and again if the first round settled nothing. */
export type Round = 1 | 2;

/**
 * One unit of work. It is completed as a whole, stored before it is announced, and never repeated
 * once stored.
 */
export type Task =
	| { kind: "metadata" }
	| { kind: "transcript" }
	| { kind: "transcribe"; window: number }
	| { kind: "join" }
	| { kind: "extract"; window: number }
	| { kind: "choose" }
	| { kind: "plan" }
	| { kind: "check_wording"; batch: number }
	| { kind: "search"; statement: number; round: Round }
	| { kind: "read"; page: string }
	| { kind: "rate"; statement: number; provider: Provider; round?: 2 }
	| { kind: "check_support"; statement: number }
	| { kind: "publish" }
	| { kind: "retire" };
export type TaskKind = Task["kind"];

export function taskKey(task: Task): string {
	switch (task.kind) {
		case "transcribe":
		case "extract":
			return `${task.kind}:${task.window}`;
		case "check_wording":
			return `check_wording:${task.batch}`;
		case "rate":
			return `rate:${ratingKey(task.statement, task.provider, task.round)}`;
		case "search":
			return `search:${roundKey(task.statement, task.round)}`;
		case "check_support":
			return `check_support:${task.statement}`;
		case "read":
			return `read:${task.page}`;
		default:
			return task.kind;
	}
}

export function roundKey(statement: number, round: Round): string {
	return round === 1 ? String(statement) : `${statement}:2`;
}

/** `<statement index>:<provider>`, and `:2` for the second round. */
export function ratingKey(index: number, provider: Provider, round: Round = 1): string {
	return round === 1 ? `${index}:${provider}` : `${index}:${provider}:2`;
}
