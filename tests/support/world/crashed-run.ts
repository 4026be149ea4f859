import { setTimeout as sleep } from "node:timers/promises";
import { type Task, taskKey } from "#features/analysis/plan-steps.ts";
import { LONGEST_WAIT_MS } from "#features/analysis/run-engine.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import { seededRandom } from "./command-line.ts";
import {
	engineOf,
	outputOf,
	outputWithSources,
	PANEL,
	progressOf,
	SEARCHED_TWICE,
	SECOND_PAGE,
	STATEMENTS,
	type World,
	worldOf,
} from "./run-engine.ts";

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
 * process between any two steps, and a clock that is set back or forth. Every
 * other one asks sources.
 */
export async function crashRun(seed: number): Promise<CrashedRun> {
	return new CrashingRun(seed).toItsEnd();
}

type Flight = { task: Task; settle: () => void };

class CrashingRun {
	readonly #random: () => number;
	readonly #with_sources: boolean;
	readonly #world: World;
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
		this.#with_sources = seed % 2 === 1;
		this.#world = worldOf((task) => this.#ask(task), {
			evidence: this.#with_sources ? ["wikipedia"] : [],
		});
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
		const output = (this.#with_sources ? outputWithSources : outputOf)(task);
		if (!("rating" in output) || !this.#happens(FAILED_SHARE)) return output;
		const status = "failed" as const;
		const fallback = { status, score: 50, explanation: REFUSED };
		return {
			...{ calls: [], judgement: null, next_query: null },
			rating: { ...output.rating, ...fallback },
		};
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

/** What a provider says that will not answer; nobody else may give a rating up. */
const REFUSED = "The provider would not answer.";

/** The laws that an ended run of the pure engine breaks, in words. */
function brokenRun(world: World): string[] {
	const { store } = world;
	if (!store.ended) return ["it never ended"];
	const broken = [...brokenEvents(world), ...brokenRatings(world)];
	if (store.error !== null && store.error.code !== "ratings_failed")
		broken.push(`it failed as ${store.error.code}`);
	return broken;
}

function brokenEvents(world: World): string[] {
	const { events, error } = world.store;
	const broken: string[] = [];
	const named = (name: string) => events.filter((it) => it.name === name);
	const endings = [...named("completed"), ...named("failed")];
	if (endings.length !== 1) broken.push(`it ended ${endings.length} times`);
	if (events.at(-1) !== endings[0]) broken.push("it went on after its end");
	if (events.some(({ seq }, place) => seq !== place + 1))
		broken.push("its events have gaps");
	const told = progressOf(world).map(({ progress }) => progress);
	const back = told.some((value, place) => value < (told[place - 1] ?? 0));
	// A failure resets it.
	if (back && error === null) broken.push(`progress went back: ${told}`);
	const statements = named("statement").length;
	if (statements !== STATEMENTS)
		broken.push(`it told ${statements} statements`);
	return broken;
}

/** Seconds of work at most, whatever the clock says of it: nothing is given up. */
function brokenRatings(world: World): string[] {
	const { store } = world;
	const ratings = store.done().filter(({ input }) => input.kind === "rate");
	const broken = ratings
		.map(({ output }) => output.rating)
		.filter((it) => it.status === "failed" && it.explanation !== REFUSED)
		.map((it) => `a rating was given up: ${it.explanation}`);
	const rounds = STATEMENTS + (ratesTwice(world) ? 1 : 0);
	if (ratings.length !== rounds * PANEL.length)
		broken.push(`it has ${ratings.length} ratings`);
	return broken;
}

/** Whether all raters answered that they need more, and its page was read. */
function ratesTwice({ store }: World): boolean {
	const done = new Map(store.done().map(({ key, output }) => [key, output]));
	return (
		PANEL.every((it) => done.get(`rate:${SEARCHED_TWICE}:${it}`)?.next_query) &&
		done.get(`read:${SECOND_PAGE}`)?.ok === true
	);
}
