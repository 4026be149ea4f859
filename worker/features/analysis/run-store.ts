import type { RunError } from "#contract/problem.ts";
import type { Task } from "./plan-steps.ts";
import type { RunInput } from "./run-state.ts";

/** A task that is not done yet. */
export type OpenTask = {
	key: string;
	state: "due" | "leased";
	/** How often it was started. */
	attempts: number;
	due_at_ms: number;
	input: Task;
};

export type DoneTask = { key: string; input: Task; output: unknown };

/**
 * The record of a run: tasks, their answers, events. Synchronous; a `transaction` is
 * stored as a whole or not at all.
 */
export interface RunStore {
	transaction(write: () => void): void;
	/** If an input is not `readable`, it has enough to end the run. */
	run(): {
		input: RunInput;
		readable: boolean;
		error: RunError | null;
		ended: boolean;
	} | null;
	workedMs(run_id: string): number;
	addWork(run_id: string, worked_ms: number): void;
	/** The first reason stays, because later ones follow from it. */
	fail(run_id: string, error: RunError): void;
	end(run_id: string): void;

	/** Adds the tasks that do not exist yet. */
	add(run_id: string, tasks: Task[], due_at_ms: number): void;
	/** Due and leased tasks, in the order in which they were planned. */
	open(run_id: string): OpenTask[];
	/** Open tasks that may be started at `now_ms`. */
	due(run_id: string, now_ms: number): OpenTask[];
	done(run_id: string): DoneTask[];
	/** When the next waiting task is due, or null. */
	nextDue(run_id: string): number | null;
	/** Makes every task due at `latest_ms` that would be due later. */
	bringForward(run_id: string, latest_ms: number): void;
	releaseLeases(run_id: string): void;
	lease(run_id: string, key: string, lease: string): void;
	/** Puts a task back for later; does nothing if the lease was replaced. */
	postpone(run_id: string, key: string, lease: string, due_at_ms: number): void;
	/** Stores the answer. False if the lease was replaced, because the answer came too late. */
	finish(run_id: string, key: string, lease: string, output: unknown): boolean;
	/** Deletes the open tasks: a failed run does not need them. */
	dropOpen(run_id: string): void;

	/** Adds an event with the next sequence number. */
	append(run_id: string, name: string, data: unknown): void;
	/** 0 before the first event. */
	lastSeq(run_id: string): number;
	/** The latest progress event's data as stored, or null. */
	lastProgress(run_id: string): string | null;
}
