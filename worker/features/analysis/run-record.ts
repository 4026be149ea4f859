import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { OUT_OF_TIME } from "#contract/unfinished.ts";
import { UNANSWERED_SEARCH } from "#features/evidence/find-pages.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { whyUnanswered } from "#features/raters/consensus.ts";
import { runFailure } from "#http/run-failures.ts";
import { pagesOf } from "./evidence-state.ts";
import { describeRun } from "./live-analysis.ts";
import type { LiveRun } from "./live-run.ts";
import { planTasks } from "./plan-steps.ts";
import { ratedStatement } from "./rated-statement.ts";
import { hasNoRater } from "./run-state.ts";
import type { RunStore } from "./run-store.ts";
import { isFailed, type TaskOutput } from "./step-output.ts";
import { UNREAD_SUPPORT } from "./steps/check-support.ts";
import { allSettled, isSettled } from "./support-state.ts";
import { type Task, taskKey } from "./task.ts";
import { unreadWordings, wordingsToRead } from "./wordings.ts";

/** A reconnecting viewer can read the last events for this long after the end. */
export const RETIRE_AFTER_MS = 60_000;

/** The last event of a run. */
export type Ending = { name: string; data: unknown };

type RecordDeps = {
	store: RunStore;
	/** The output of a rating without an answer. */
	unrated: (provider: Provider, message: string) => TaskOutput;
	now: () => number;
};

/**
 * Turns the outputs of tasks into the run's record: stored answers, follow-up tasks and events.
 * Every method is called inside a transaction of the store.
 */
export class RunRecord {
	readonly #deps: RecordDeps;
	readonly #run: LiveRun;
	/**
	 * Keys of the tasks that were already added, so that concurrent answers do not add them again.
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
		const fresh = planTasks(this.#run).filter((task) => !this.#planned.has(taskKey(task)));
		// 0 is always due. A timestamp would lie in the future if the clock were set back.
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

	/** Stores an answer unless the lease was replaced. */
	finish(key: string, lease: string, task: Task, output: TaskOutput): void {
		const { store } = this.#deps;
		if (!store.finish(this.#id, key, lease, output)) return;
		this.#run.apply(task, output);
		if (isFailed(output)) this.#failWorking(output.error);
		for (const index of this.#settledBy(task)) this.#noteStatement(index);
		if (task.kind === "choose") this.#noteUnrated();
		if (noneAnswered(this.#run))
			this.#failWorking(runFailure("ratings_failed", whyUnanswered(this.#run.ratings.values())));
	}

	/** Adds what follows from the stored answers. */
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
		const { store, now } = this.#deps;
		store.releaseLeases(this.#id, () => now());
		if (!this.#run.chosen) {
			this.#failWorking(runFailure("run_deadline"));
			return;
		}
		// Giving up searches, reads and ratings creates tasks that have to be given up too.
		for (;;) {
			const open = store.open(this.#id).filter(({ input }) => endsLate(input));
			if (open.length === 0) return;
			for (const { key, input } of open) this.giveUp(key, lease, input, OUT_OF_TIME);
			this.plan();
		}
	}

	/**
	 * Ends a task without an answer. A rating counts as failed; a missing search, page, plan or second
	 * reading is left out; any other task fails the run.
	 */
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
			case "check_wording":
				return { wordings: unreadWordings(this.#run, task.batch), calls: [] };
			case "search":
				return UNANSWERED_SEARCH;
			case "read":
				return { ok: false, reason: "interrupted", status: null };
			case "check_support":
				return UNREAD_SUPPORT;
			default:
				return { error: runFailure("analysis_failed") };
		}
	}

	/**
	 * Records the failure for the open publish task to publish. An earlier failure takes
	 * precedence.
	 */
	failPublishing(error: RunError): void {
		this.#deps.store.fail(this.#id, this.#run.fail(error));
	}

	/** Records the failure and deletes the tasks that are still open. */
	#failWorking(error: RunError): void {
		this.failPublishing(error);
		this.#deps.store.dropOpen(this.#id);
	}

	/** Reports statements that nobody rates: the day's budget has no room, or there is no model. */
	#noteUnrated(): void {
		for (const [index, { out_of_budget }] of (this.#run.chosen ?? []).entries())
			if (out_of_budget || hasNoRater(this.#run)) this.#noteStatement(index);
	}

	/**
	 * The statements that this answer may settle: by a rating or a second reading, because the second
	 * round has found nothing new, or because one that nobody rates has its wording. Without raters,
	 * when their pages are read.
	 */
	#settledBy(task: Task): number[] {
		if (task.kind === "rate" || task.kind === "check_support") return [task.statement];
		if (task.kind === "check_wording")
			return wordingsToRead(this.#run, task.batch).map(([index]) => index);
		const last = hasNoRater(this.#run) ? 1 : 2;
		if (task.kind === "search") return task.round === last ? [task.statement] : [];
		if (task.kind !== "read") return [];
		const indices = (this.#run.chosen ?? []).map((_, index) => index);
		return indices.filter((index) =>
			pagesOf(this.#run, index, last).some(({ page }) => page === task.page),
		);
	}

	#noteStatement(index: number): void {
		if (!isSettled(this.#run, index)) return;
		const statement = ratedStatement(this.#run, index);
		this.#deps.store.append(this.#id, "statement", statement);
	}
}

/** Whether a run can end without this task. */
function endsLate({ kind }: Task): boolean {
	return ["plan", "check_wording", "search", "read", "rate", "check_support"].includes(kind);
}

/** Whether every rating has ended without an answer, so that there is no score. */
function noneAnswered(run: LiveRun): boolean {
	return (
		allSettled(run) &&
		run.ratings.size > 0 &&
		[...run.ratings.values()].every(({ status }) => status === "failed")
	);
}
