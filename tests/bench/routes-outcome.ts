import { median, shown, timesShown } from "./figures.ts";
import type { Loaded } from "./load/load.ts";
import type { Cells } from "./outcome.ts";

/** What one answer may cost, as times what the cheapest way to it costs. */
export type Aim = { name: string; floor: string; most: number };

/** The table of routes by name, each with its rounds, and the aims that no round reached. */
export function routesOutcome(
	taken: Map<string, Loaded[]>,
	aims: Aim[],
): { table: Record<string, Cells>; missed: string[] } {
	const [bare] = taken.keys();
	const table: Record<string, Cells> = {};
	const missed: string[] = [];
	for (const [name, rounds] of taken) {
		const aim = aims.find((it) => it.name === name);
		const rate = median(rounds.map((it) => it.per_second));
		const bare_rates = taken.get(bare ?? "") ?? [];
		const ratios = aim ? costRatios(rounds, taken.get(aim.floor) ?? []) : [];
		table[name] = {
			"answers/s": shown(rate),
			[`of ${bare}`]: timesShown(rate / median(bare_rates.map((it) => it.per_second))),
			"p50 ms": shown(median(rounds.map((it) => it.p50_ms))),
			"p99 ms": shown(median(rounds.map((it) => it.p99_ms))),
			"processor ms": shown(median(rounds.map((it) => it.processor_ms ?? 0))),
			"cost over its floor": aim ? timesShown(median(ratios)) : "",
			"its floor": aim?.floor ?? "",
			KB: shown(Math.max(...rounds.map((it) => it.bytes)) / 1_000),
			failed: rounds.reduce((sum, it) => sum + it.failed, 0),
		};
		if (rounds.some((it) => it.failed > 0)) missed.push(`${name}: refused`);
		// What not one round could do is no noise.
		const best = Math.min(...ratios);
		if (aim && best > aim.most)
			missed.push(`${name} costs ${timesShown(best)} "${aim.floor}", aim ${aim.most} ×`);
	}
	return { table, missed };
}

/** Round by round: of processor time where that is known, else of clock time. */
function costRatios(rounds: Loaded[], floors: Loaded[]): number[] {
	return rounds.map((round, at) => {
		const floor = floors[at];
		if (!floor) throw new Error("The floor has fewer rounds.");
		return costOf(round) / costOf(floor);
	});
}

function costOf({ processor_ms, per_second }: Loaded): number {
	return processor_ms || 1_000 / per_second;
}
