import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Counters, startCounters } from "#tests/support/counters.ts";

const HOUR_MS = 3_600_000;
/** Short enough to wait for its end. */
const MOMENT_MS = 700;
/** By far longer than it takes on a busy machine. */
const PATIENCE = { timeout: 25_000, interval: 50 };

let counters: Counters;

beforeAll(async () => {
	counters = await startCounters();
});
afterAll(() => counters?.stop());

it("A counter keeps its window to the end, and nothing beyond it", async () => {
	const [lasting, brief] = [counters.fresh(), counters.fresh()];
	expect(await lasting.consume(2, HOUR_MS)).toBe(true);
	expect(await brief.consume(1, MOMENT_MS)).toBe(true);
	await vi.waitFor(async () => {
		expect(await brief.inItsFile()).toEqual([]);
		expect(await brief.alarmAt()).toBeNull();
	}, PATIENCE);
	expect(await lasting.inItsFile()).not.toEqual([]);
	expect(await lasting.used(HOUR_MS)).toBe(1);
	// What was let go is counted afresh, and let go again.
	expect(await brief.consume(1, HOUR_MS)).toBe(true);
	expect(await brief.consume(1, HOUR_MS)).toBe(false);
});

it("An alarm is set where a window begins, and for no take after that", async () => {
	const counter = counters.fresh();
	expect(await counter.consume(2, HOUR_MS)).toBe(true);
	const end = Number(await counter.beganAt()) + HOUR_MS;
	expect(await counter.alarmAt()).toBe(end);
	// Nothing but a new window would set it anew.
	await counter.refund(HOUR_MS);
	for (const granted of [true, true, false])
		expect(await counter.consume(2, HOUR_MS)).toBe(granted);
	expect(await counter.alarmAt()).toBe(end);
});

it("An alarm that comes early leaves the window as it is, and comes again at its end", async () => {
	const counter = counters.fresh();
	await counter.consume(1, HOUR_MS);
	const end = Number(await counter.beganAt()) + HOUR_MS;
	await counter.wake();
	await vi.waitFor(
		async () => expect(await counter.alarmAt()).toBe(end),
		PATIENCE,
	);
	expect(await counter.consume(1, HOUR_MS)).toBe(false);
});

it("A window of another length than is asked for now is over, and the next has its own alarm", async () => {
	const counter = counters.fresh();
	await counter.consume(1, HOUR_MS);
	expect(await counter.consume(1, 2 * HOUR_MS)).toBe(true);
	const end = Number(await counter.beganAt()) + 2 * HOUR_MS;
	expect(await counter.alarmAt()).toBe(end);
	expect(await counter.consume(1, 2 * HOUR_MS)).toBe(false);
});

it("What is refused, given back or asked without a window stores nothing", async () => {
	const counter = counters.fresh();
	expect(await counter.consume(1, HOUR_MS, 2)).toBe(false);
	await counter.refund(HOUR_MS);
	expect(await counter.used(HOUR_MS)).toBe(0);
	expect(await counter.inItsFile()).toEqual([]);
	expect(await counter.alarmAt()).toBeNull();
});

it("A counter that is cleared is empty at once, its alarm too", async () => {
	const counter = counters.fresh();
	await counter.consume(1, HOUR_MS);
	await counter.clear();
	expect(await counter.inItsFile()).toEqual([]);
	expect(await counter.alarmAt()).toBeNull();
	expect(await counter.consume(1, HOUR_MS)).toBe(true);
});
