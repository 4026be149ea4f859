import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { runFailure } from "#http/run-failures.ts";
import type { LiveRun } from "./live-run.ts";
import { loadRun } from "./load-run.ts";
import { UnpublishableRun } from "./publication.ts";
import { type Ending, RETIRE_AFTER_MS, RunRecord } from "./run-record.ts";
import type { OpenTask, RunStore } from "./run-store.ts";
import type { TaskOutput } from "./step-output.ts";
import type { Task } from "./task.ts";
import { isSpent, RETRY_CAP_MS, startable, waitAfter } from "./task-attempts.ts";

/** The working time after which a run ends. */
type Deadline = {
	/** However much is answered. */
	total_ms: number;
	/** If nothing was answered for so long. */
	silent_ms: number;
};
const FIVE_MINUTES_MS = 5 * 60_000;
export const RUN_DEADLINE: Deadline = { total_ms: FIVE_MINUTES_MS, silent_ms: FIVE_MINUTES_MS };
/** A server on a laptop needs a minute for an answer, and gives one after the other. */
export const LOCAL_DEADLINE: Deadline = { total_ms: 60 * 60_000, silent_ms: FIVE_MINUTES_MS };
/**
 * The longest wait of a task. A task that is due later than this was stored before the clock was
 * set back.
 */
export const LONGEST_WAIT_MS = Math.max(RETRY_CAP_MS, RETIRE_AFTER_MS);
/**
 * Working time is measured in stretches that a timer ends. A longer stretch means that the clock
 * was set forward or the machine slept, so it is counted as this length.
 */
const STRETCH_MS = 10_000;
/** So long nothing is answered before it is asked what the providers' calls wait for. */
const QUIET_MS = 2_500;
/**
 * How often the engine itself may fail in one run. Every failure loses unstored answers, which
 * are then requested and paid for again.
 */
const MAX_ENGINE_FAILURES = 5;

export type EngineDeps = {
	store: RunStore;
	/**
	 * Performs one task, which may take as long as the run still may if others are answered. Throws
	 * only if a retry may help.
	 */
	runStep: (run: LiveRun, task: Task, left_ms: number) => Promise<TaskOutput>;
	/** What these tasks' provider calls wait for, in words; null if they do not wait. */
	waitsFor: (tasks: readonly Task[]) => Promise<string | null>;
	/** The output of a rating without an answer. */
	unrated: (provider: Provider, message: string) => TaskOutput;
	/** The last event of a run; read after the publication. */
	ending: (run: LiveRun) => Promise<Ending>;
	/** Called after each transaction that may have added events; resolves when they are sent. */
	emit: () => Promise<void>;
	now: () => number;
	newLease: () => string;
	/** The maximum number of statements that are rated at the same time, each by its whole panel. */
	rating_concurrency: number;
	deadline: Deadline;
	log: (message: string, fields: Record<string, unknown>) => void;
};

type RunningTask = {
	row: OpenTask;
	done: Promise<void>;
	/** null while the task is running. */
	result: TaskResult | null;
};

type Current = { run: LiveRun; record: RunRecord };

type Attempt = { key: string; task: Task; attempts: number };
type Success = Attempt & { ok: true; output: TaskOutput; ending?: Ending };
type Failure = Attempt & { ok: false; error: unknown };
type TaskResult = Success | Failure;

/**
 * Executes a run's tasks. Every answer is stored before it is announced, and only under the lease
 * of the current invocation, so a late answer of an earlier invocation matches no row.
 */
export class RunEngine {
	readonly #deps: EngineDeps;
	#current: Current | null = null;
	#lease = "";
	/** The run's working time at its last answer; null after a restart, which begins to count anew. */
	#answered_at_ms: number | null = null;
	readonly #running = new Map<string, RunningTask>();

	constructor(deps: EngineDeps) {
		this.#deps = deps;
	}

	/** The current run, or null if there is none. */
	get run(): LiveRun | null {
		return this.#load()?.run ?? null;
	}

	/** Drops the state in memory, for example after another run has replaced this one. */
	reset(): void {
		this.#current = null;
		this.#lease = "";
		this.#answered_at_ms = null;
		this.#running.clear();
	}

	/** Plans the first task of a new run and announces its progress. */
	open(): void {
		const current = this.#load();
		if (!current) return;
		this.#deps.store.transaction(() => {
			current.record.plan();
			current.record.noteProgress();
		});
		void this.#deps.emit();
	}

	/**
	 * Works until no task is due. Returns when the next task is due in epoch milliseconds, or null.
	 * Rejects if the run cannot be stored or described; the caller then resets the engine and calls
	 * again.
	 */
	async work(): Promise<number | null> {
		const current = this.#load();
		if (!current) return null;
		const { run, record } = current;
		try {
			const { store, now, newLease } = this.#deps;
			const { run_id } = run.input;
			const lease = newLease();
			this.#lease = lease;
			this.#running.clear();
			store.transaction(() => {
				// Without an outcome, for example because the process died: they wait like failed ones.
				store.releaseLeases(run_id, ({ attempts }) => now() + waitAfter(attempts));
				store.bringForward(run_id, now() + LONGEST_WAIT_MS);
				record.plan();
			});
			let worked_from = now();
			while (this.#lease === lease) {
				this.#startDue(run, record);
				if (!this.#running.size) break;
				const stretch_ms = Math.min(STRETCH_MS, this.#leftMs(run));
				const quiet = setInterval(() => void this.#noteWait(current, lease), QUIET_MS);
				const finished = await this.#finished(run, stretch_ms).finally(() => clearInterval(quiet));
				if (this.#lease !== lease) break;
				// If the timer fired, its duration is more reliable than the clock, which may have been
				// changed.
				const worked_ms = finished.length
					? Math.min(STRETCH_MS, Math.max(0, now() - worked_from))
					: stretch_ms;
				worked_from = now();
				store.transaction(() => {
					store.addWork(run_id, worked_ms);
					if (finished.some((it) => it.ok)) this.#answered_at_ms = store.workedMs(run_id);
					if (finished.length) this.#store(run, record, finished);
					else if (this.#leftMs(run) <= 0) this.#expire(record);
				});
				// Follow-up tasks are leased before waiting for the disk, so that one wait covers both
				// writes.
				this.#startDue(run, record);
				if (run.waits_for !== null) void this.#noteWait(current, lease);
				// Tasks that finish during the disk write are handled together.
				await this.#deps.emit();
			}
			if (this.#lease !== lease) return null;
			store.bringForward(run_id, now() + LONGEST_WAIT_MS);
			return store.nextDue(run_id);
		} catch (error) {
			this.#noteFailure(run);
			throw error;
		}
	}

	/** Tells viewers what the running calls wait for. Without an answer, that stays as it is. */
	async #noteWait({ run, record }: Current, lease: string): Promise<void> {
		const tasks = [...this.#running.values()].map(({ row }) => row.input);
		const waits_for = await this.#deps.waitsFor(tasks).catch(() => run.waits_for);
		if (this.#lease !== lease || isPublishing(run) || waits_for === run.waits_for) return;
		run.waits_for = waits_for;
		this.#deps.store.transaction(() => record.noteProgress());
		await this.#deps.emit();
	}

	/**
	 * Charges each engine failure a share of the working time, so that the last allowed failure
	 * ends the run.
	 */
	#noteFailure(run: LiveRun): void {
		const { store, deadline } = this.#deps;
		if (isPublishing(run)) return;
		const { run_id } = run.input;
		store.transaction(() => {
			store.addWork(run_id, deadline.silent_ms / MAX_ENGINE_FAILURES);
			if (this.#leftMs(run) > 0) return;
			store.fail(run_id, run.fail(runFailure("analysis_failed")));
			store.dropOpen(run_id);
		});
	}

	/** Ends the run with this error, unless it is publishing. False if there is nothing to end. */
	abort(error: RunError): boolean {
		const current = this.#load();
		if (!current || isPublishing(current.run)) return false;
		const { store } = this.#deps;
		const { run } = current;
		store.transaction(() => {
			store.fail(run.input.run_id, run.fail(error));
			store.dropOpen(run.input.run_id);
		});
		this.reset();
		return true;
	}

	#load() {
		if (!this.#current) {
			const { store, log } = this.#deps;
			const run = loadRun(store, (error) => log("run unreadable", { error: String(error) }));
			if (run) this.#current = { run, record: new RunRecord(this.#deps, run) };
		}
		return this.#current;
	}

	#leftMs(run: LiveRun): number {
		const { deadline, store } = this.#deps;
		const worked_ms = store.workedMs(run.input.run_id);
		this.#answered_at_ms ??= worked_ms;
		const until_ms = Math.min(deadline.total_ms, this.#answered_at_ms + deadline.silent_ms);
		return until_ms - worked_ms;
	}

	/**
	 * Waits for the first task to finish and returns all that have finished by then; empty after
	 * `within_ms`.
	 */
	async #finished(run: LiveRun, within_ms: number): Promise<TaskResult[]> {
		const pending = [...this.#running.values()].map((it) => it.done);
		await (isPublishing(run) ? Promise.race(pending) : raceUntil(pending, within_ms));
		const tasks = [...this.#running.values()];
		const results = tasks.flatMap((it) => it.result ?? []);
		for (const { key } of results) this.#running.delete(key);
		return results;
	}

	#startDue(run: LiveRun, record: RunRecord): void {
		const { store, now, rating_concurrency } = this.#deps;
		const { run_id } = run.input;
		const running = [...this.#running.values()].map((it) => it.row);
		let given_up = 0;
		let taken: OpenTask[] = [];
		store.transaction(() => {
			given_up = this.#giveUpSpent(run, record);
			const due = this.#waiting(run).filter((it) => it.due_at_ms <= now());
			taken = startable(running, due, rating_concurrency);
			for (const row of taken) {
				store.lease(run_id, row.key, this.#lease);
				run.note(row.input);
			}
			if (taken.length) record.noteProgress();
		});
		if (given_up + taken.length === 0) return;
		void this.#deps.emit();
		for (const row of taken) this.#start(run, row);
	}

	/** Ends tasks that have had all their attempts. Returns how many. */
	#giveUpSpent(run: LiveRun, record: RunRecord): number {
		const findSpent = () => this.#waiting(run).filter((it) => isSpent(run, it));
		let count = 0;
		// A page that is left out can be the one that leaves the others without attempts.
		for (let spent = findSpent(); spent.length; spent = findSpent()) {
			for (const { key, input } of spent)
				record.giveUp(key, this.#lease, input, "it was interrupted too often");
			record.follow();
			count += spent.length;
		}
		return count;
	}

	#waiting(run: LiveRun): OpenTask[] {
		const open = this.#deps.store.open(run.input.run_id);
		return open.filter(({ state }) => state === "due");
	}

	#start(run: LiveRun, row: OpenTask): void {
		const started: RunningTask = {
			row,
			result: null,
			done: this.#runTask(run, row).then((result) => {
				started.result = result;
			}),
		};
		this.#running.set(row.key, started);
	}

	async #runTask(run: LiveRun, row: OpenTask): Promise<TaskResult> {
		const about = { key: row.key, task: row.input, attempts: row.attempts + 1 };
		try {
			const { deadline, store } = this.#deps;
			// Others' answers may let the run go on for as long.
			const left_ms = deadline.total_ms - store.workedMs(run.input.run_id);
			const output = await this.#deps.runStep(run, row.input, left_ms);
			if (row.input.kind !== "publish") return { ...about, ok: true, output };
			const ending = await this.#deps.ending(run);
			return { ...about, ok: true, output, ending };
		} catch (error) {
			return { ...about, ok: false, error };
		}
	}

	#store(run: LiveRun, record: RunRecord, results: TaskResult[]): void {
		for (const it of results)
			if (it.ok) record.finish(it.key, this.#lease, it.task, it.output);
			else this.#postpone(run, record, it);
		record.follow();
		for (const it of results) if (it.ok && it.ending) record.close(it.ending);
	}

	#postpone(run: LiveRun, record: RunRecord, failed: Failure): void {
		const { key, attempts, error } = failed;
		const { store, now, log } = this.#deps;
		log("task failed", { key, attempts, error: String(error) });
		const unpublishable = error instanceof UnpublishableRun && run.error === null;
		// The failure is published next, in place of the result.
		if (unpublishable) record.failPublishing(error.reason);
		const wait_ms = unpublishable ? 0 : waitAfter(attempts);
		store.postpone(run.input.run_id, key, this.#lease, now() + wait_ms);
	}

	#expire(record: RunRecord): void {
		this.#running.clear();
		record.expire(this.#lease);
		record.follow();
	}
}

/** Whether the run is publishing. Publishing has no deadline; it is retried until it succeeds. */
function isPublishing(run: LiveRun): boolean {
	return run.error !== null || run.published || run.begun.has("publish");
}

/** Waits until the first task finishes or the time is over. */
async function raceUntil(pending: Promise<void>[], left_ms: number): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const deadline = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, Math.max(0, left_ms));
	});
	await Promise.race([...pending, deadline]);
	clearTimeout(timer);
}
