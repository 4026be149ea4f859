import { setTimeout as sleep } from "node:timers/promises";
import { type Task, taskKey } from "#features/analysis/plan-steps.ts";
import { LONGEST_WAIT_MS } from "#features/analysis/run-engine.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import { brokenRun, REFUSED } from "./run-laws.ts";
import { engineOf, outputOf, worldOf } from "./run-world.ts";
import { seededRandom } from "./seeded-random.ts";

/** What one interleaving came to. */
export type CrashedRun = {
	crashes: number;
	clock_jumps: number;
	/** Answers that were on their way when the process died. */
	in_flight: number;
	/** Of those, the ones that were asked for once more. */
	in_flight_again: number;
	stored: number;
	stored_again: number;
	/** The laws that it broke, in words. */
	broken: string[];
};

const MOST_CRASHES = 12;
/**
 * How often the engine is called to work: after each crash, and after the
 * pauses that a task's failures bring.
 */
const MOST_TURNS = 200;
/** Of a step: a crash, a clock that is set wrong. */
const CRASH_SHARE = 0.05;
const JUMP_SHARE = 0.02;
/** Of an answer: a fault that passes, one that stays. */
const PASSING_SHARE = 0.1;
const FAILED_SHARE = 0.1;
/** After a new start the alarm rings by then. */
const REARM_MS = 10_000;
const TIMERS_MS = 1;
const HOUR_MS = 3_600_000;
/** Of microtasks: more than a step of the engine needs. */
const TICKS = 8;

/**
 * A run whose answers come in random order, with random faults, deaths of the
 * process between any two steps, and a clock that is set back or forth.
 */
export async function crashRun(seed: number): Promise<CrashedRun> {
	return new CrashingRun(seed).toItsEnd();
}

type Flight = { task: Task; settle: () => void };

class CrashingRun {
	readonly #random: () => number;
	readonly #world = worldOf((task) => this.#ask(task));
	readonly #dropped = new Set<string>();
	readonly #result: CrashedRun = {
		crashes: 0,
		clock_jumps: 0,
		in_flight: 0,
		in_flight_again: 0,
		stored: 0,
		stored_again: 0,
		broken: [],
	};
	#pending: Flight[] = [];

	constructor(seed: number) {
		this.#random = seededRandom(seed);
	}

	async toItsEnd(): Promise<CrashedRun> {
		const { store, clock } = this.#world;
		const result = this.#result;
		let engine = engineOf(this.#world);
		engine.open();
		for (let turn = 0; turn < MOST_TURNS && !store.ended; turn++) {
			const rest_ms = await this.#untilItRests(engine.work());
			if (rest_ms === "died") {
				// What is dead must not go on by a timer of its own.
				engine.reset();
				engine = engineOf(this.#world);
			}
			const wait_ms = typeof rest_ms === "number" ? rest_ms : REARM_MS;
			if (wait_ms > LONGEST_WAIT_MS)
				result.broken.push(`it waited ${wait_ms} ms`);
			clock.ms += Math.max(0, wait_ms);
		}
		result.stored = store.done().length;
		result.broken.push(...brokenRun(this.#world));
		if (result.stored_again > 0)
			result.broken.push("a stored answer was asked for again");
		return result;
	}

	/** Lets answers come until the engine rests, and answers for how long, or it dies. */
	async #untilItRests(
		working: Promise<number | null>,
	): Promise<number | null | "died"> {
		let works = true;
		const resting = working.then((due_at_ms) => {
			works = false;
			// An alarm that is set rings by its own timer, whatever becomes of the clock.
			return due_at_ms === null ? null : due_at_ms - this.#world.clock.ms;
		});
		while (works) {
			await Promise.resolve();
			if (this.#happens(CRASH_SHARE) && this.#result.crashes < MOST_CRASHES) {
				this.#die();
				return "died";
			}
			if (this.#happens(JUMP_SHARE)) await this.#setClock();
			this.#land();
			for (let tick = 0; tick < TICKS; tick++) await Promise.resolve();
		}
		return resting;
	}

	#ask(task: Task): Promise<TaskOutput> {
		const key = taskKey(task);
		const { rows } = this.#world.store;
		if (rows.some((row) => row.key === key && row.state === "done"))
			this.#result.stored_again++;
		if (this.#dropped.delete(key)) this.#result.in_flight_again++;
		return new Promise((resolve, reject) => {
			const settle = () =>
				this.#happens(PASSING_SHARE)
					? reject(new Error("a passing fault"))
					: resolve(this.#answerTo(task));
			this.#pending.push({ task, settle });
		});
	}

	/** Some ratings fail for good; everything else answers. */
	#answerTo(task: Task): TaskOutput {
		const output = outputOf(task);
		if (!("rating" in output) || !this.#happens(FAILED_SHARE)) return output;
		const status = "failed" as const;
		const fallback = { status, score: 50, explanation: REFUSED };
		return { ...output, rating: { ...output.rating, ...fallback } };
	}

	#land(): void {
		const place = Math.floor(this.#random() * this.#pending.length);
		this.#pending.splice(place, 1)[0]?.settle();
	}

	#die(): void {
		this.#result.crashes++;
		this.#result.in_flight += this.#pending.length;
		for (const { task } of this.#pending) this.#dropped.add(taskKey(task));
		this.#pending = [];
	}

	async #setClock(): Promise<void> {
		this.#result.clock_jumps++;
		this.#world.clock.ms += (this.#random() - 0.5) * 2 * HOUR_MS;
		this.#land();
		// Whatever is measured by the clock rings now.
		await sleep(TIMERS_MS);
	}

	#happens(share: number): boolean {
		return this.#random() < share;
	}
}
