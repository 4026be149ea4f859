import { percentile } from "../figures.ts";
import { processorMs } from "../processor.ts";
import { type Ask, openConnection } from "./connection.ts";

export type Loaded = {
	/** Answered below 400. */
	answered: number;
	/** Answered otherwise, or not at all. */
	failed: number;
	per_second: number;
	p50_ms: number;
	p99_ms: number;
	/** Processor time of the server for one answer; null where the system does not say. */
	processor_ms: number | null;
	/** Of the last answer's body. */
	bytes: number;
};

type Load = {
	origin: string;
	/** The server's process. */
	pid: number;
	/** Each asks again once it is answered. */
	connections: number;
	duration_ms: number;
	/** Ends sooner with so many asked. */
	most?: number;
	/** The `n`th request of all. */
	next: (n: number) => Ask;
};

/** Asks as fast as answers come. */
export async function load({
	origin,
	pid,
	connections,
	duration_ms,
	most = Number.POSITIVE_INFINITY,
	next,
}: Load): Promise<Loaded> {
	const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)));
	const times: number[] = [];
	let [asked, failed, bytes] = [0, 0, 0];
	const worked_ms = processorMs(pid);
	const started_at = performance.now();
	const until = started_at + duration_ms;
	await Promise.all(
		open.map(async (first, place) => {
			let connection = first;
			while (performance.now() < until && asked < most) {
				const asked_at = performance.now();
				const heard = await connection.ask(next(asked++)).catch(() => null);
				if (heard === null) {
					connection = await openConnection(origin);
					open[place] = connection;
				}
				if (heard === null || heard.status >= 400) failed++;
				else times.push(performance.now() - asked_at);
				bytes = heard?.bytes ?? bytes;
			}
		}),
	);
	const took_s = (performance.now() - started_at) / 1_000;
	const used_ms = processorMs(pid);
	for (const connection of open) connection.close();
	return {
		answered: times.length,
		failed,
		per_second: times.length / took_s,
		p50_ms: percentile(times, 0.5),
		p99_ms: percentile(times, 0.99),
		processor_ms: worked_ms === null || used_ms === null ? null : (used_ms - worked_ms) / asked,
		bytes,
	};
}
