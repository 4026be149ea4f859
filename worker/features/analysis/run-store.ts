import type { RunError } from "#contract/problem.ts";
import type { RunInput } from "./run-input.ts";
import type { Task } from "./task.ts";

/** A task that is not finished. */
export type OpenTask = {
	key: string;
	state: "due" | "leased";
	/** How often the task was started. */
	attempts: number;
	due_at_ms: number;
	input: Task;
};

export type DoneTask = { key: string; input: Task; output: unknown };

/**
 * The stored record of a run: tasks, answers and events. All methods are synchronous, and a
 * `transaction` is stored completely or not at all.
 */
export interface RunStore {
	transaction(write: () => void): void;
	/** An input that is not `readable` contains only what is needed to end the run. */
	run(): { input: RunInput; readable: boolean; error: RunError | null; ended: boolean } | null;
	workedMs(run_id: string): number;
	addWork(run_id: string, worked_ms: number): void;
	/** Fails the run. The first reason is kept, because later ones follow from it. */
	fail(run_id: string, error: RunError): void;
	end(run_id: string): void;

	/** Adds tasks that do not exist yet. */
	add(run_id: string, tasks: Task[], due_at_ms: number): void;
	/** Due and leased tasks, in the order in which they were planned. */
	open(run_id: string): OpenTask[];
	done(run_id: string): DoneTask[];
	/** When the next waiting task is due in epoch milliseconds, or null. */
	nextDue(run_id: string): number | null;
	/** Makes tasks that are due later than `latest_ms` due at that time. */
	bringForward(run_id: string, latest_ms: number): void;
	/** Ends all leases. `dueAt` gives when a task may start again, in epoch milliseconds. */
	releaseLeases(run_id: string, dueAt: (task: OpenTask) => number): void;
	lease(run_id: string, key: string, lease: string): void;
	/** Postpones a task; does nothing if the lease was replaced. */
	postpone(run_id: string, key: string, lease: string, due_at_ms: number): void;
	/**
	 * Stores the answer. Returns false if the lease was replaced, which means that the answer came
	 * too late.
	 */
	finish(run_id: string, key: string, lease: string, output: unknown): boolean;
	/** Deletes the open tasks of a failed run. */
	dropOpen(run_id: string): void;

	/** Adds an event with the next sequence number. */
	append(run_id: string, name: string, data: unknown): void;
	/** 0 before the first event. */
	lastSeq(run_id: string): number;
	/** The data of the latest progress event as stored, or null. */
	lastProgress(run_id: string): string | null;
}
