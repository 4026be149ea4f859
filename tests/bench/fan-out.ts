import { readResidentBytes } from "#scripts/server/process.ts";
import { percentile } from "./figures.ts";
import type { Viewers } from "./load/viewers.ts";

/** How a server's events came to those who watch. */
export type FanOut = {
	/** Events that were told while all of them watched. */
	events: number;
	/** From the first viewer that an event reaches to each of the others. */
	p50_ms: number;
	p99_ms: number;
	/** From what an event tells of to each viewer. */
	late_p50_ms: number;
	late_p99_ms: number;
	/** More memory than before the first viewer, shared out among them. */
	viewer_kb: number;
	/** Times that a viewer missed an event, or got one twice or out of order. */
	lost: number;
	doubled: number;
};

/**
 * `caused_at` tells, by event id, when that happened which the event tells of;
 * what it does not name is not timed.
 */
export function fanOut(
	{ arrivals, seen }: Viewers,
	caused_at: Map<string, number>,
	viewer_kb: number,
): FanOut {
	const timed = [...caused_at].map(([id, at]) => ({ at, times: arrivals.get(id) ?? [] }));
	const spread = timed.flatMap(({ times }) => {
		const first = times.reduce((a, b) => Math.min(a, b), Number.MAX_VALUE);
		return times.map((time) => time - first);
	});
	const late = timed.flatMap(({ at, times }) => times.map((time) => time - at));
	const { lost, doubled } = faults(seen, [...caused_at.keys()]);
	return {
		events: timed.length,
		p50_ms: percentile(spread, 0.5),
		p99_ms: percentile(spread, 0.99),
		late_p50_ms: percentile(late, 0.5),
		late_p99_ms: percentile(late, 0.99),
		viewer_kb,
		lost,
		doubled,
	};
}

/** Ids are `<run>-<seq>`; from the first that a viewer gets, none may be missing. */
function faults(seen: string[][], wanted: string[]) {
	let [lost, doubled] = [0, 0];
	for (const ids of seen) {
		const numbers = ids.map((id) => Number(id.split("-")[1]));
		for (const [at, number] of numbers.entries()) {
			const before = numbers[at - 1] ?? number - 1;
			if (number > before + 1) lost += number - before - 1;
			if (number <= before) doubled++;
		}
		const got = new Set(ids);
		lost += wanted.filter((id) => !got.has(id)).length;
	}
	return { lost, doubled };
}

/** Memory that a process holds now, in KB; 0 if it is unknown. */
export const residentKb = (pid: number) => (readResidentBytes(pid) ?? 0) / 1_024;
