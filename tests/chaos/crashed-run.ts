import { setTimeout as sleep } from "node:timers/promises";
import { LONGEST_WAIT_MS } from "#features/analysis/run-engine.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import { type Task, taskKey } from "#features/analysis/task.ts";
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
} from "#tests/support/world/run-engine.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

/** The outcome of one interleaving. */
export type CrashedRun = {
	crashes: number;
	clock_jumps: number;
	/** Answers in flight at a crash. */
	in_flight: number;
	/** How many of those were requested again. */
	in_flight_again: number;
	stored: number;
	stored_again: number;
	/** The violated invariants, in words. */
	broken: string[];
};

const MOST_CRASHES = 12;
/** The limit of engine calls: after each crash, and after the pauses for failed tasks. */
const MOST_TURNS = 200;
/** The probabilities, for each step, of a crash and of a clock change. */
const CRASH_SHARE = 0.05;
const JUMP_SHARE = 0.02;
/** The probabilities, for each answer, of a passing and of a permanent fault. */
const PASSING_SHARE = 0.1;
const FAILED_SHARE = 0.1;
/** The latest alarm after a restart. */
const REARM_MS = 10_000;
const TIMERS_MS = 1;
const HOUR_MS = 3_600_000;
/** In microtasks: more than a step of the engine needs. */
const TICKS = 16;

/**
 * A run whose answers come in random order, with random faults, crashes between any two steps and
 * clock changes in both directions. Every second run uses sources.
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
				// The crashed engine must not continue through one of its timers.
				engine.reset();
				engine = engineOf(this.#world);
			}
			const wait_ms = typeof rest_ms === "number" ? rest_ms : REARM_MS;
			if (wait_ms > LONGEST_WAIT_MS) result.broken.push(`it waited ${wait_ms} ms`);
			clock.ms += Math.max(0, wait_ms);
		}
		result.stored = store.done().length;
		result.broken.push(...brokenRun(this.#world));
		if (result.stored_again > 0) result.broken.push("a stored answer was asked for again");
		return result;
	}

	/** Delivers answers until the engine waits or crashes; returns how long it waits. */
	async #untilItRests(working: Promise<number | null>): Promise<number | null | "died"> {
		let works = true;
		const resting = working.then((due_at_ms) => {
			works = false;
			// A set alarm fires by its own timer, whatever the clock says.
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
		if (rows.some((row) => row.key === key && row.state === "done")) this.#result.stored_again++;
		if (this.#dropped.delete(key)) this.#result.in_flight_again++;
		return new Promise((resolve, reject) => {
			const settle = () =>
				this.#happens(PASSING_SHARE)
					? reject(new Error("a passing fault"))
					: resolve(this.#answerTo(task));
			this.#pending.push({ task, settle });
		});
	}

	/** Some ratings fail permanently; everything else is answered. */
	#answerTo(task: Task): TaskOutput {
		const output = (this.#with_sources ? outputWithSources : outputOf)(task);
		if (!("rating" in output) || !this.#happens(FAILED_SHARE)) return output;
		const status = "failed" as const;
		const fallback = { status, score: 50, explanation: REFUSED };
		return {
			calls: [],
			judgement: null,
			next_query: null,
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
		// Timers that depend on the clock fire now.
		await sleep(TIMERS_MS);
	}

	#happens(share: number): boolean {
		return this.#random() < share;
	}
}

/** The error of a permanently failing provider; ratings may fail only with this one. */
const REFUSED = "The provider would not answer.";

/** The invariants that an ended run of the pure engine violates, in words. */
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
	if (events.some(({ seq }, place) => seq !== place + 1)) broken.push("its events have gaps");
	const told = progressOf(world).map(({ progress }) => progress);
	const back = told.some((value, place) => value < (told[place - 1] ?? 0));
	// A failure resets the progress.
	if (back && error === null) broken.push(`progress went back: ${told}`);
	const statements = named("statement").length;
	if (statements !== STATEMENTS) broken.push(`it told ${statements} statements`);
	return broken;
}

/** The work takes seconds at most, whatever the clock says, so no rating may time out. */
function brokenRatings(world: World): string[] {
	const { store } = world;
	const ratings = store.done().filter(({ input }) => input.kind === "rate");
	const broken = ratings
		.map(({ output }) => output.rating)
		.filter((it) => it.status === "failed" && it.explanation !== REFUSED)
		.map((it) => `a rating was given up: ${it.explanation}`);
	const rounds = STATEMENTS + (ratesTwice(world) ? 1 : 0);
	if (ratings.length !== rounds * PANEL.length) broken.push(`it has ${ratings.length} ratings`);
	return broken;
}

/** Whether all raters asked for more evidence and the second page was read. */
function ratesTwice({ store }: World): boolean {
	const done = new Map(store.done().map(({ key, output }) => [key, output]));
	return (
		PANEL.every((it) => done.get(`rate:${SEARCHED_TWICE}:${it}`)?.next_query) &&
		done.get(`read:${SECOND_PAGE}`)?.ok === true
	);
}
