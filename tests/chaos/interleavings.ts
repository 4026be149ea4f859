import { setImmediate as breathe } from "node:timers/promises";
import { addPayments } from "#tests/support/world/crash-invariants.ts";
import { type CrashedRun, crashRun } from "./crashed-run.ts";
import type { Chaos, Outcome } from "./outcome.ts";

const REPORT_EVERY = 2_500;
/** Runs with a changed clock wait a little, so several run at the same time. */
const AT_ONCE = 25;

/**
 * Thousands of runs of the pure engine, each with its own order of answers, crashes and clock
 * changes.
 */
export async function interleave({ seed, interleavings, say }: Chaos): Promise<Outcome[]> {
	const outcome: Required<Outcome> = {
		part: "interleavings",
		tried: 0,
		survived: 0,
		lost: 0,
		payments: addPayments(),
		broken: [],
		notes: [],
	};
	let payments = addPayments();
	let crashes = 0;
	let clock_jumps = 0;
	const judge = (number: number, run: CrashedRun) => {
		outcome.tried++;
		if (run.broken.length === 0) outcome.survived++;
		outcome.broken.push(...run.broken.map((law) => `interleaving ${number}: ${law}`));
		payments = addPayments(payments, { ...run, unexplained: [] });
		crashes += run.crashes;
		clock_jumps += run.clock_jumps;
		if (outcome.tried % REPORT_EVERY === 0) say(`${outcome.tried} of them`);
	};
	for (let first = 0; first < interleavings; first += AT_ONCE) {
		const count = Math.min(AT_ONCE, interleavings - first);
		const numbers = Array.from({ length: count }, (_, place) => seed + first + place);
		await Promise.all(numbers.map(async (number) => judge(number, await crashRun(number))));
		await breathe();
	}
	outcome.payments = payments;
	outcome.notes.push(`${crashes} crashes, the clock was set wrong ${clock_jumps} times`);
	return [outcome];
}
