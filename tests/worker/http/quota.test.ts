import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { InnerLimit } from "#identity/quota-window.ts";
import { persistence, readBuiltConfig } from "#scripts/server/runtime.ts";
import { startEnteredProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { rowsOf, withCopies } from "#tests/support/world/stored-data.ts";

/** The product's counters behind a worker that calls any of their methods. */
const ENTRY = `
	import { Quota as Counter } from "./index.js";
	export { DayLedger, NotificationBell, ProviderCaller, ProviderLimiter, SourceLimiter, VideoAnalysis, default as product } from "./index.js";
	export class Quota extends Counter {
		ownId() { return this.ctx.id.toString(); }
		lenient(limit, window_ms) { return this.consume(limit, window_ms, 1, true); }
		stored() { return this.ctx.storage.get("window"); }
		alarmAt() { return this.ctx.storage.getAlarm(); }
		wake() { return this.ctx.storage.setAlarm(Date.now()); }
	}
	export default {
		async fetch(request, env) {
			if (request.method === "GET") return new Response("{}");
			const { key, method, args } = await request.json();
			const counter = env.QUOTA.get(env.QUOTA.idFromName(key));
			return Response.json((await counter[method](...args)) ?? null);
		},
	};`;

type Counter = {
	consume(limit: number, window_ms: number, cost?: number): Promise<boolean>;
	/** Counts in memory and stores the count later. */
	consumeLeniently(limit: number, window_ms: number): Promise<boolean>;
	/** The count in its database file. */
	storedCount(): Promise<number | null>;
	refund(window_ms: number, cost?: number): Promise<void>;
	/** Counts in inner networks too. */
	consumeWithin(limit: number, window_ms: number, within: InnerLimit[]): Promise<boolean>;
	clearWithin(networks: string[]): Promise<void>;
	used(window_ms: number, network?: string): Promise<number>;
	clear(): Promise<void>;
	/** The time of the alarm in epoch milliseconds, or null if none is set. */
	alarmAt(): Promise<number | null>;
	/** The start of the stored window, or null if none is stored. */
	beganAt(): Promise<number | null>;
	/** Makes the alarm fire now, before the window ends. */
	wake(): Promise<void>;
	/** The tables in its database file. */
	inItsFile(): Promise<string[]>;
};

type Counters = {
	/** A counter without any earlier calls. */
	fresh(): Counter;
	stop(): Promise<void>;
};

/** The product's counters in workerd. */
async function startCounters(): Promise<Counters> {
	const product = await startEnteredProduct(ENTRY);
	const { durableObjectsPersist } = persistence(product.data_dir);
	const { name } = await readBuiltConfig();
	const folder = join(durableObjectsPersist, `${name}-Quota`);
	let counters = 0;
	const ask = async <T>(key: string, method: string, ...args: unknown[]) => {
		const answer = await fetch(product.url, {
			method: "POST",
			headers: { connection: "close" },
			body: JSON.stringify({ key, method, args }),
		});
		return (await answer.json()) as T;
	};
	return {
		fresh() {
			counters += 1;
			const key = `counter:${counters}`;
			return {
				consumeLeniently: async (limit, window_ms) =>
					(await ask<{ ok: boolean }>(key, "lenient", limit, window_ms)).ok,
				storedCount: async () =>
					(await ask<{ count: number } | null>(key, "stored"))?.count ?? null,
				consume: async (limit, window_ms, cost = 1) =>
					(await ask<{ ok: boolean }>(key, "consume", limit, window_ms, cost)).ok,
				refund: (window_ms, cost = 1) => ask(key, "refund", window_ms, cost),
				consumeWithin: async (limit, window_ms, within) =>
					(await ask<{ ok: boolean }>(key, "consume", limit, window_ms, 1, false, within)).ok,
				clearWithin: (networks) => ask(key, "clearWithin", networks),
				used: (window_ms, ...network) => ask(key, "used", window_ms, ...network),
				clear: () => ask(key, "clear"),
				alarmAt: () => ask(key, "alarmAt"),
				beganAt: async () =>
					(await ask<{ started_at_ms: number } | null>(key, "stored"))?.started_at_ms ?? null,
				wake: () => ask(key, "wake"),
				async inItsFile() {
					const file = `${await ask<string>(key, "ownId")}.sqlite`;
					const read = async (files: Map<string, string>) => {
						const copied = files.get(file);
						if (!copied) throw new Error("The counter has no file");
						return rowsOf(copied, "select name from sqlite_master");
					};
					const rows = await withCopies(folder, (it) => it === file, read);
					return rows.map((row) => String(row.name));
				},
			};
		},
		stop: product.stop,
	};
}

const HOUR_MS = 3_600_000;
/** Short enough to wait for its end. */
const MOMENT_MS = 700;
/** Far longer than it takes, even on a busy machine. */
const PATIENCE = { timeout: 25_000, interval: 50 };

const counters = opened(() => startCounters());

it("A counter stores its window until it ends and then deletes everything", async () => {
	const [lasting, brief] = [counters.fresh(), counters.fresh()];
	expect(await lasting.consume(2, HOUR_MS)).toBe(true);
	expect(await brief.consume(1, MOMENT_MS)).toBe(true);
	await vi.waitFor(async () => {
		expect(await brief.inItsFile()).toEqual([]);
		expect(await brief.alarmAt()).toBeNull();
	}, PATIENCE);
	expect(await lasting.inItsFile()).not.toEqual([]);
	expect(await lasting.used(HOUR_MS)).toBe(1);
	// After its deletion, the counter starts over.
	expect(await brief.consume(1, HOUR_MS)).toBe(true);
	expect(await brief.consume(1, HOUR_MS)).toBe(false);
});

it("An alarm is set when a window begins and not moved by later calls", async () => {
	const counter = counters.fresh();
	expect(await counter.consume(2, HOUR_MS)).toBe(true);
	const end = Number(await counter.beganAt()) + HOUR_MS;
	expect(await counter.alarmAt()).toBe(end);
	// Only a new window would set it again.
	await counter.refund(HOUR_MS);
	for (const granted of [true, true, false])
		expect(await counter.consume(2, HOUR_MS)).toBe(granted);
	expect(await counter.alarmAt()).toBe(end);
});

it("An early alarm keeps the window and is set again for its end", async () => {
	const counter = counters.fresh();
	await counter.consume(1, HOUR_MS);
	const end = Number(await counter.beganAt()) + HOUR_MS;
	await counter.wake();
	await vi.waitFor(async () => expect(await counter.alarmAt()).toBe(end), PATIENCE);
	expect(await counter.consume(1, HOUR_MS)).toBe(false);
});

it("A different window length ends the window and sets a new alarm", async () => {
	const counter = counters.fresh();
	await counter.consume(1, HOUR_MS);
	expect(await counter.consume(1, 2 * HOUR_MS)).toBe(true);
	const end = Number(await counter.beganAt()) + 2 * HOUR_MS;
	expect(await counter.alarmAt()).toBe(end);
	expect(await counter.consume(1, 2 * HOUR_MS)).toBe(false);
});

it("Refused, refunded and read-only calls without a window store nothing", async () => {
	const counter = counters.fresh();
	expect(await counter.consume(1, HOUR_MS, 2)).toBe(false);
	await counter.refund(HOUR_MS);
	expect(await counter.used(HOUR_MS)).toBe(0);
	expect(await counter.inItsFile()).toEqual([]);
	expect(await counter.alarmAt()).toBeNull();
});

it("Clearing a counter deletes its data and its alarm", async () => {
	const counter = counters.fresh();
	await counter.consume(1, HOUR_MS);
	await counter.clear();
	expect(await counter.inItsFile()).toEqual([]);
	expect(await counter.alarmAt()).toBeNull();
	expect(await counter.consume(1, HOUR_MS)).toBe(true);
});

it("A counter of a network limits the networks inside it, and clears one of them", async () => {
	const counter = counters.fresh();
	const home = [
		{ network: "a/64", limit: 2 },
		{ network: "a/56", limit: 3 },
	];
	const neighbour = [
		{ network: "b/64", limit: 2 },
		{ network: "a/56", limit: 3 },
	];
	for (const granted of [true, true, false])
		expect(await counter.consumeWithin(4, HOUR_MS, home)).toBe(granted);
	for (const granted of [true, false])
		expect(await counter.consumeWithin(4, HOUR_MS, neighbour)).toBe(granted);
	expect(await counter.used(HOUR_MS, "a/64")).toBe(2);
	await counter.clearWithin(home.map(({ network }) => network));
	expect(await counter.used(HOUR_MS, "a/64")).toBe(0);
	expect(await counter.used(HOUR_MS, "a/56")).toBe(1);
	expect(await counter.used(HOUR_MS)).toBe(1);
	expect(await counter.storedCount()).toBe(1);
	expect(await counter.consumeWithin(4, HOUR_MS, neighbour)).toBe(true);
});

it("A lenient count limits from memory, and is stored once for all that came before", async () => {
	const counter = counters.fresh();
	for (const granted of [true, true, false])
		expect(await counter.consumeLeniently(2, HOUR_MS)).toBe(granted);
	expect(await counter.used(HOUR_MS)).toBe(2);
	await vi.waitFor(async () => expect(await counter.storedCount()).toBe(2), PATIENCE);
	const end = Number(await counter.beganAt()) + HOUR_MS;
	expect(await counter.alarmAt()).toBe(end);
	// A durable count of the same window continues it.
	expect(await counter.consume(3, HOUR_MS)).toBe(true);
	expect(await counter.storedCount()).toBe(3);
});
