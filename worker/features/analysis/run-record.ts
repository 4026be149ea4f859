import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { UNANSWERED_SEARCH } from "#features/evidence/find-pages.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { runFailure } from "#http/run-failures.ts";
import { describeRun } from "./live-analysis.ts";
import type { LiveRun } from "./live-run.ts";
import { planTasks, type Task, taskKey } from "./plan-steps.ts";
import { ratedStatement } from "./rated-statement.ts";
import { allRated, ratingsFor } from "./run-state.ts";
import type { RunStore } from "./run-store.ts";
import { isFailed, type TaskOutput } from "./step-output.ts";

/** A reconnecting viewer can still read the last events for this long after the end. */
export const RETIRE_AFTER_MS = 60_000;

/** The last event of a run. */
export type Ending = { name: string; data: unknown };

type RecordDeps = {
	store: RunStore;
	/** The output for a rating that got no answer. */
	unrated: (provider: Provider, message: string) => TaskOutput;
	now: () => number;
};

/**
 * Turns the outputs of tasks into the run's record: the stored answer, the tasks that
 * follow and the events. Each method is called inside one of the store's transactions.
 */
export class RunRecord {
	readonly #deps: RecordDeps;
	readonly #run: LiveRun;
	/**
	 * Keys of the tasks that were added already, so that many answers at once do not add
	 * them again.
	 */
	readonly #planned = new Set<string>();

	constructor(deps: RecordDeps, run: LiveRun) {
		this.#deps = deps;
		this.#run = run;
	}

	get #id(): string {
		return this.#run.input.run_id;
	}

	/** Adds the tasks that follow from the current state. */
	plan(): void {
		const { store, now } = this.#deps;
		const fresh = planTasks(this.#run).filter(
			(task) => !this.#planned.has(taskKey(task)),
		);
		// 0 is always due; a time would be in the future if the clock were set back.
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

	/** Stores an answer, unless its lease was replaced. */
	finish(key: string, lease: string, task: Task, output: TaskOutput): void {
		const { store } = this.#deps;
		if (!store.finish(this.#id, key, lease, output)) return;
		this.#run.apply(task, output);
		if (isFailed(output)) this.#fail(output.error);
		if (task.kind === "rate") this.#noteStatement(task.statement);
		if (task.kind === "choose") this.#noteUnrated();
		if (noneAnswered(this.#run)) this.#fail(runFailure("ratings_failed"));
	}

	/** Adds what follows from stored answers, one or many at once. */
	follow(): void {
		this.plan();
		this.noteProgress();
	}

	/** Adds the last event of the published run. */
	close(ending: Ending): void {
		const { store } = this.#deps;
		if (!this.#run.published) return;
		store.append(this.#id, ending.name, ending.data);
		store.end(this.#id);
	}

	/** Ends the working time: finished ratings stay, open ones count as failed. */
	expire(lease: string): void {
		const { store } = this.#deps;
		store.releaseLeases(this.#id);
		if (!this.#run.chosen) {
			this.#fail(runFailure("run_deadline"));
			return;
		}
		// What was searched for and read without an answer leads to ratings that get none either.
		for (;;) {
			const open = store.open(this.#id).filter(({ input }) => endsLate(input));
			if (open.length === 0) return;
			for (const { key, input } of open)
				this.giveUp(key, lease, input, "the analysis ran out of time");
			this.plan();
		}
	}

	/** Ends a task without an answer: a rating counts as failed, any other task fails the run. */
	giveUp(key: string, lease: string, task: Task, message: string): void {
		const output = this.#withoutAnswer(task, message);
		this.#deps.store.lease(this.#id, key, lease);
		this.finish(key, lease, task, output);
	}

	#withoutAnswer(task: Task, message: string): TaskOutput {
		switch (task.kind) {
			case "rate":
				return this.#deps.unrated(task.provider, message);
			case "plan": {
				const statements = this.#run.chosen ?? [];
				const plans = statements.map((it) => planWithoutModel(it.content));
				return { plans, calls: [] };
			}
			case "search":
				return UNANSWERED_SEARCH;
			case "read":
				return { ok: false, reason: "interrupted", status: null };
			default:
				return { error: runFailure("analysis_failed") };
		}
	}

	/** Ends the run with this reason, unless it has one, once that is published. */
	fail(error: RunError): void {
		this.#run.error ??= error;
		this.#deps.store.fail(this.#id, this.#run.error);
	}

	#fail(error: RunError): void {
		this.fail(error);
		this.#deps.store.dropOpen(this.#id);
	}

	/** What the day's budget has no room for ends before anything is rated. */
	#noteUnrated(): void {
		for (const [index, { out_of_budget }] of (this.#run.chosen ?? []).entries())
			if (out_of_budget) this.#noteStatement(index);
	}

	#noteStatement(index: number): void {
		if (!ratingsFor(this.#run, index)) return;
		const statement = ratedStatement(this.#run, index);
		this.#deps.store.append(this.#id, "statement", statement);
	}
}

/** Tasks that a run can end without. */
function endsLate({ kind }: Task): boolean {
	return ["plan", "search", "read", "rate"].includes(kind);
}

/** Every rating has ended and none has an answer, so there is no score. */
function noneAnswered(run: LiveRun): boolean {
	return (
		allRated(run) &&
		run.ratings.size > 0 &&
		[...run.ratings.values()].every(({ status }) => status === "failed")
	);
}
