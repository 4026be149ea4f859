import { join } from "node:path";
import { persistence, readBuiltConfig } from "#scripts/miniflare-options.ts";
import { startEnteredProduct } from "./entered-product.ts";
import { rowsOf, withCopies } from "./stored-files.ts";

/** The product's counters behind an entry that asks each for what a test wants. */
const ENTRY = `
	import { Quota as Counter } from "./index.js";
	export { DayLedger, NotificationBell, ProviderCaller, VideoAnalysis, default as product } from "./index.js";
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

export type Counter = {
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

export type Counters = {
	/** One that nobody has asked yet. */
	fresh(): Counter;
	stop(): Promise<void>;
};

/** The product's counters in workerd, one by one. */
export async function startCounters(): Promise<Counters> {
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
