import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { runFailure } from "#http/run-failures.ts";
import { describeRun } from "./live-analysis.ts";
import type { LiveRun } from "./live-run.ts";
import { planTasks, type Task, taskKey } from "./plan-steps.ts";
import { ratedStatement } from "./rated-statement.ts";
import { allRated, ratingsFor } from "./run-state.ts";
import type { RunStore } from "./run-store.ts";
import { isFailed, type TaskOutput } from "./step-output.ts";

/** After the end a reconnecting viewer may still read the log's tail for this long. */
export const RETIRE_AFTER_MS = 60_000;

/** What a run tells last. */
export type Ending = { name: string; data: unknown };

type RecordDeps = {
	store: RunStore;
	/** The stand-in for a rating that no answer came for. */
	unrated: (provider: Provider, message: string) => TaskOutput;
	now: () => number;
};

/**
 * Turns what tasks bring into the run's record: the stored answer, the tasks
 * that follow from it and the events that tell of it. Each method is called
 * within one of the store's transactions.
 */
export class RunRecord {
	readonly #deps: RecordDeps;
	readonly #run: LiveRun;
	/** Keys of the tasks that were added already: a burst of answers does not add them again. */
	readonly #planned = new Set<string>();

	constructor(deps: RecordDeps, run: LiveRun) {
		this.#deps = deps;
		this.#run = run;
	}

	get #id(): string {
		return this.#run.input.run_id;
	}

	/** Adds the tasks that follow from what is known. */
	plan(): void {
		const { store, now } = this.#deps;
		const fresh = planTasks(this.#run).filter(
			(task) => !this.#planned.has(taskKey(task)),
		);
		// Not from now on, which a clock that is set back puts off.
		const due_at_ms = this.#run.published ? now() + RETIRE_AFTER_MS : 0;
		store.add(this.#id, fresh, due_at_ms);
		for (const task of fresh) this.#planned.add(taskKey(task));
	}

	noteProgress(): void {
		const { store } = this.#deps;
		const data = { analysis: describeRun(this.#run) };
		if (store.lastProgress(this.#id) !== JSON.stringify(data))
			store.append(this.#id, "progress", data);
	}

	/** Stores an answer, unless its lease is gone. */
	finish(key: string, lease: string, task: Task, output: TaskOutput): void {
		const { store } = this.#deps;
		if (!store.finish(this.#id, key, lease, output)) return;
		this.#run.apply(task, output);
		if (isFailed(output)) this.#fail(output.error);
		if (task.kind === "rate") this.#noteStatement(task.statement);
		if (noneAnswered(this.#run)) this.#fail(runFailure("ratings_failed"));
	}

	/** Adds what follows from the answers that were stored, one or many at once. */
	follow(): void {
		this.plan();
		this.noteProgress();
	}

	/** Tells how the published run went out; the last of its events. */
	close(ending: Ending): void {
		const { store } = this.#deps;
		if (!this.#run.published) return;
		store.append(this.#id, ending.name, ending.data);
		store.end(this.#id);
	}

	/** The working time is over: what is rated stands, what is not counts as failed. */
	expire(lease: string): void {
		const { store } = this.#deps;
		store.releaseLeases(this.#id);
		if (!this.#run.chosen) {
			this.#fail(runFailure("run_deadline"));
			return;
		}
		for (const { key, input } of store.open(this.#id))
			if (input.kind === "rate")
				this.giveUp(key, lease, input, "the analysis ran out of time");
	}

	/** Ends a task that brings nothing: a rating counts as failed, anything else ends the run. */
	giveUp(key: string, lease: string, task: Task, message: string): void {
		const output =
			task.kind === "rate"
				? this.#deps.unrated(task.provider, message)
				: { error: runFailure("analysis_failed") };
		this.#deps.store.lease(this.#id, key, lease);
		this.finish(key, lease, task, output);
	}

	#fail(error: RunError): void {
		this.#run.error ??= error;
		this.#deps.store.fail(this.#id, this.#run.error);
		this.#deps.store.dropOpen(this.#id);
	}

	#noteStatement(index: number): void {
		if (!ratingsFor(this.#run, index)) return;
		const statement = ratedStatement(this.#run, index);
		this.#deps.store.append(this.#id, "statement", statement);
	}
}

/** Every rating is there and not one of them is an answer: there is no score to give. */
function noneAnswered(run: LiveRun): boolean {
	return (
		allRated(run) &&
		run.ratings.size > 0 &&
		[...run.ratings.values()].every(({ status }) => status === "failed")
	);
}
