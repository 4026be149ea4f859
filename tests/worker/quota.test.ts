import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { persistence, readBuiltConfig } from "#scripts/server/worker-config.ts";
import { startEnteredProduct } from "#tests/support/world/entered-product.ts";
import { rowsOf, withCopies } from "#tests/support/world/stored-data.ts";

/** The product's counters behind an entry that asks each for what a test wants. */
const ENTRY = `
	import { Quota as Counter } from "./index.js";
	export { DayLedger, NotificationBell, ProviderCaller, SourceLimiter, VideoAnalysis, default as product } from "./index.js";
	export class Quota extends Counter {
		ownId() { return this.ctx.id.toString(); }
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
	refund(window_ms: number, cost?: number): Promise<void>;
	used(window_ms: number): Promise<number>;
	clear(): Promise<void>;
	/** When the alarm is due, in milliseconds since the epoch; null where none is set. */
	alarmAt(): Promise<number | null>;
	/** When the window that it stores began; null where it stores none. */
	beganAt(): Promise<number | null>;
	/** Makes the alarm due now, whenever the window ends. */
	wake(): Promise<void>;
	/** The names of what its file holds. */
	inItsFile(): Promise<string[]>;
};

type Counters = {
	/** One that nobody has asked yet. */
	fresh(): Counter;
	stop(): Promise<void>;
};

/** The product's counters in workerd, one by one. */
async function startCounters(): Promise<Counters> {
	const product = await startEnteredProduct(ENTRY);
	const { durableObjectsPersist } = persistence(product.data_dir);
	const { name } = await readBuiltConfig();
	const folder = join(durableObjectsPersist, `${name}-Quota`);
	let counters = 0;
	const ask = async <T>(key: string, method: string, ...args: number[]) => {
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
				consume: async (limit, window_ms, cost = 1) =>
					(await ask<{ ok: boolean }>(key, "consume", limit, window_ms, cost))
						.ok,
				refund: (window_ms, cost = 1) => ask(key, "refund", window_ms, cost),
				used: (window_ms) => ask(key, "used", window_ms),
				clear: () => ask(key, "clear"),
				alarmAt: () => ask(key, "alarmAt"),
				beganAt: async () =>
					(await ask<{ started_at_ms: number } | null>(key, "stored"))
						?.started_at_ms ?? null,
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
