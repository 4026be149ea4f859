import type { RunError } from "#contract/problem.ts";
import type { Task } from "./plan-steps.ts";
import type { RunInput } from "./run-state.ts";

/** A task that is not done yet. */
export type OpenTask = {
	key: string;
	state: "due" | "leased";
	/** How often it was taken up. */
	attempts: number;
	due_at_ms: number;
	input: Task;
};

export type DoneTask = { key: string; input: Task; output: unknown };

/**
 * A run's own record: tasks, their answers, events. Synchronous; what happens
 * inside `transaction` is there as a whole or not at all.
 */
export interface RunStore {
	transaction(write: () => void): void;
	/** What of an input that is not `readable` is there suffices to end the run. */
	run(): {
		input: RunInput;
		readable: boolean;
		error: RunError | null;
		ended: boolean;
	} | null;
	workedMs(run_id: string): number;
	addWork(run_id: string, worked_ms: number): void;
	/** The first reason stays: later ones are its consequences. */
	fail(run_id: string, error: RunError): void;
	end(run_id: string): void;

	/** Adds the tasks that are not there yet. */
	add(run_id: string, tasks: Task[], due_at_ms: number): void;
	/** Due and leased ones, in the order they were planned. */
	open(run_id: string): OpenTask[];
	/** Those of the open ones that may be taken up at `now_ms`. */
	due(run_id: string, now_ms: number): OpenTask[];
	done(run_id: string): DoneTask[];
	/** When the next waiting task is due, or null. */
	nextDue(run_id: string): number | null;
	/** Whatever is due later than at `latest_ms` is due then. */
	bringForward(run_id: string, latest_ms: number): void;
	releaseLeases(run_id: string): void;
	lease(run_id: string, key: string, lease: string): void;
	/** Puts a task back for later; nothing happens under a lease that is gone. */
	postpone(run_id: string, key: string, lease: string, due_at_ms: number): void;
	/** Stores the answer. False when the lease is gone: it came too late. */
	finish(run_id: string, key: string, lease: string, output: unknown): boolean;
	/** Forgets the tasks that are not done: a failed run has no use for them. */
	dropOpen(run_id: string): void;

	/** Adds an event with the next sequence number. */
	append(run_id: string, name: string, data: unknown): void;
	/** 0 before the first event. */
	lastSeq(run_id: string): number;
	/** The latest progress event's data as stored, or null. */
	lastProgress(run_id: string): string | null;
}
