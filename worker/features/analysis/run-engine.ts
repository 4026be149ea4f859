import type { Provider } from "#contract/ids.ts";
import { type LiveRun, loadRun } from "./live-run.ts";
import type { Task } from "./plan-steps.ts";
import { type Ending, RETIRE_AFTER_MS, RunRecord } from "./run-record.ts";
import type { OpenTask, RunStore } from "./run-store.ts";
import type { TaskOutput } from "./step-output.ts";

/** A run ends within this much working time, whatever its calls do. */
export const RUN_DEADLINE_MS = 5 * 60_000;
/** How often a task may be taken up: crashes are survived, a crash loop is not paid for ever. */
export const MAX_TASK_ATTEMPTS = 25;
/** Waits after a failed attempt: doubling, at most a minute. */
const RETRY_BASE_MS = 500;
const RETRY_CAP_MS = 60_000;
/** No task waits longer; one that is due later was noted by a clock that has been set back. */
export const LONGEST_WAIT_MS = Math.max(RETRY_CAP_MS, RETIRE_AFTER_MS);
/**
 * Work is measured in stretches that a timer ends. One that the clock says took
 * longer is a clock set forward, or a machine that slept: it counts as this.
 */
const STRETCH_MS = 10_000;

export type EngineDeps = {
	store: RunStore;
	/** Does one task; throws only where trying again may help. */
	perform: (run: LiveRun, task: Task) => Promise<TaskOutput>;
	/** The stand-in for a rating that no answer came for. */
	unrated: (provider: Provider, message: string) => TaskOutput;
	/** What is told when the run has ended; read after the publication. */
	ending: (run: LiveRun) => Promise<Ending>;
	/** Called after each transaction that may have added events; settles once they are told. */
	tell: () => Promise<void>;
	now: () => number;
	newLease: () => string;
	/** Statements in flight at once, each with its whole panel. */
	rating_concurrency: number;
	deadline_ms: number;
	log: (message: string, fields: Record<string, unknown>) => void;
};

type Flight = {
	task: Task;
	landing: Promise<void>;
	/** What it brought; null while it is in the air. */
	settled: Settled | null;
};

type Attempt = { key: string; task: Task; attempts: number };
type Success = Attempt & { ok: true; output: TaskOutput; ending?: Ending };
type Failure = Attempt & { ok: false; error: unknown };
type Settled = Success | Failure;

/**
 * Takes a run from task to task. Every answer is stored before it is told, and
 * only under the lease of this invocation: what comes later finds no row.
 */
export class RunEngine {
	readonly #deps: EngineDeps;
	#current: { run: LiveRun; record: RunRecord } | null = null;
	#lease = "";
	readonly #inFlight = new Map<string, Flight>();

	constructor(deps: EngineDeps) {
		this.#deps = deps;
	}

	/** The run as it stands, or null where there is none. */
	get run(): LiveRun | null {
		return this.#load()?.run ?? null;
	}

	/** Forgets what is in memory, e.g. because another run took the place. */
	reset(): void {
		this.#current = null;
		this.#lease = "";
		this.#inFlight.clear();
	}

	/** Plans a new run's first task and tells that it is on. */
	open(): void {
		const current = this.#load();
		if (!current) return;
		this.#deps.store.transaction(() => {
			current.record.plan();
			current.record.noteProgress();
		});
		void this.#deps.tell();
	}

	/** Works until nothing is due; returns when to come back, or null. */
	async work(): Promise<number | null> {
		const current = this.#load();
		if (!current) return null;
		const { store, now, newLease } = this.#deps;
		const { run, record } = current;
		const { run_id } = run.input;
		const lease = newLease();
		this.#lease = lease;
		this.#inFlight.clear();
		store.transaction(() => {
			store.releaseLeases(run_id);
			store.bringForward(run_id, now() + LONGEST_WAIT_MS);
			record.plan();
		});
		let worked_from = now();
		while (this.#lease === lease) {
			this.#launchDue(run, record);
			if (!this.#inFlight.size) break;
			const stretch_ms = Math.min(STRETCH_MS, this.#leftMs(run));
			const landed = await this.#landed(run, stretch_ms);
			if (this.#lease !== lease) break;
			// The timer is believed where it rang: the clock may have been set meanwhile.
			const worked_ms = landed.length
				? Math.min(STRETCH_MS, Math.max(0, now() - worked_from))
				: stretch_ms;
			worked_from = now();
			store.transaction(() => {
				store.addWork(run_id, worked_ms);
				if (landed.length) this.#settle(run, record, landed);
				else if (this.#leftMs(run) <= 0) this.#expire(record);
			});
			// What lands while the disk is busy is settled together.
			await this.#deps.tell();
		}
		if (this.#lease !== lease) return null;
		store.bringForward(run_id, now() + LONGEST_WAIT_MS);
		return store.nextDue(run_id);
	}

	#load() {
		if (!this.#current) {
			const { store, log } = this.#deps;
			const run = loadRun(store, (error) =>
				log("run unreadable", { error: String(error) }),
			);
			if (run) this.#current = { run, record: new RunRecord(this.#deps, run) };
		}
		return this.#current;
	}

	#leftMs(run: LiveRun): number {
		const { deadline_ms, store } = this.#deps;
		return deadline_ms - store.workedMs(run.input.run_id);
	}

	/** What has landed by the time anything has; nothing when that takes longer. */
	async #landed(run: LiveRun, within_ms: number): Promise<Settled[]> {
		const landings = [...this.#inFlight.values()].map((it) => it.landing);
		await (isPublishing(run)
			? Promise.race(landings)
			: raceUntil(landings, within_ms));
		const flights = [...this.#inFlight.values()];
		const landed = flights.flatMap((it) => it.settled ?? []);
		for (const { key } of landed) this.#inFlight.delete(key);
		return landed;
	}

	#launchDue(run: LiveRun, record: RunRecord): void {
		const { store, now, rating_concurrency } = this.#deps;
		const { run_id } = run.input;
		const flying = [...this.#inFlight.values()].map((it) => it.task);
		const due = store.due(run_id, now());
		const taken = withinConcurrency(flying, due, rating_concurrency);
		if (!taken.length) return;
		store.transaction(() => {
			for (const row of taken) {
				store.lease(run_id, row.key, this.#lease);
				run.begun.add(row.input.kind);
			}
			record.noteProgress();
		});
		void this.#deps.tell();
		for (const row of taken) this.#launch(run, row);
	}

	#launch(run: LiveRun, row: OpenTask): void {
		const flight: Flight = {
			task: row.input,
			settled: null,
			landing: this.#perform(run, row).then((settled) => {
				flight.settled = settled;
			}),
		};
		this.#inFlight.set(row.key, flight);
	}

	async #perform(run: LiveRun, row: OpenTask): Promise<Settled> {
		const about = { key: row.key, task: row.input, attempts: row.attempts + 1 };
		try {
			const output = await this.#deps.perform(run, row.input);
			if (row.input.kind !== "publish") return { ...about, ok: true, output };
			const ending = await this.#deps.ending(run);
			return { ...about, ok: true, output, ending };
		} catch (error) {
			return { ...about, ok: false, error };
		}
	}

	#settle(run: LiveRun, record: RunRecord, landed: Settled[]): void {
		for (const it of landed)
			if (it.ok) record.finish(it.key, this.#lease, it.task, it.output);
			else this.#postpone(run, record, it);
		record.follow();
		for (const it of landed) if (it.ok && it.ending) record.close(it.ending);
	}

	#postpone(run: LiveRun, record: RunRecord, failed: Failure): void {
		const { key, task, attempts, error } = failed;
		const { store, now, log } = this.#deps;
		log("task failed", { key, attempts, error: String(error) });
		const lasting = task.kind === "publish" || task.kind === "retire";
		const wait_ms = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (attempts - 1));
		store.postpone(run.input.run_id, key, this.#lease, now() + wait_ms);
		if (!lasting && attempts >= MAX_TASK_ATTEMPTS)
			record.giveUp(key, this.#lease, task, "it was interrupted too often");
	}

	#expire(record: RunRecord): void {
		this.#inFlight.clear();
		record.expire(this.#lease);
		record.follow();
	}
}

/** Publishing has no deadline: it is retried until it is done. */
function isPublishing(run: LiveRun): boolean {
	return run.error !== null || run.published || run.begun.has("publish");
}

/** Until the first flight lands or the time is over. */
async function raceUntil(
	landings: Promise<void>[],
	left_ms: number,
): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const deadline = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, Math.max(0, left_ms));
	});
	await Promise.race([...landings, deadline]);
	clearTimeout(timer);
}

/** Of the due tasks those that keep no more than `limit` statements in flight. */
function withinConcurrency(
	flying: Task[],
	due: OpenTask[],
	limit: number,
): OpenTask[] {
	const inFlight = new Set<number>();
	for (const task of flying)
		if (task.kind === "rate") inFlight.add(task.statement);
	return due.filter(({ input }) => {
		if (input.kind !== "rate" || inFlight.has(input.statement)) return true;
		if (inFlight.size >= limit) return false;
		inFlight.add(input.statement);
		return true;
	});
}
