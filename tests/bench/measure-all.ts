import { cpus, loadavg } from "node:os";
import type { Outcome, Size } from "./outcome.ts";
import { SUBJECTS } from "./subjects.ts";

/** Figures, and what they were measured on. */
export type Measured = {
	/** ISO 8601, the day alone. */
	on: string;
	node: string;
	processors: string;
	/** Of the minute before and the minute after; what it measures itself is a part of it. */
	load_before: number;
	load_after: number;
	outcomes: Record<string, Outcome>;
};

/**
 * One subject after another, each printed and kept as soon as it is there: a
 * run that is ended early leaves what it has.
 */
export async function measureAll(
	names: string[],
	size: Size,
	keep: (measured: Measured) => Promise<void>,
): Promise<Measured> {
	const load_before = load();
	const outcomes: Record<string, Outcome> = {};
	const soFar = (): Measured => ({
		on: new Date().toISOString().slice(0, 10),
		node: process.version,
		processors: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
		load_before,
		load_after: load(),
		outcomes,
	});
	for (const name of names) {
		const measure = await SUBJECTS[name]?.();
		if (!measure) continue;
		const started_at = performance.now();
		const outcome = await measure(size);
		const took_s = Math.round((performance.now() - started_at) / 1_000);
		console.log(`\n${name}, against ${outcome.baseline} (${took_s} s)`);
		console.table(outcome.table);
		outcomes[name] = outcome;
		await keep(soFar());
	}
	return soFar();
}

const load = () => Math.round((loadavg()[0] ?? 0) * 10) / 10;
