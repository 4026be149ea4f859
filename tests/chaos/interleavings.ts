import { setImmediate as breathe } from "node:timers/promises";
import { crashRun } from "#tests/support/crashed-run.ts";
import { addPayments } from "#tests/support/payments.ts";
import type { Chaos, Outcome } from "./outcome.ts";

const REPORT_EVERY = 2_500;

/** Thousands of runs of the pure engine, each with its own order of answers, deaths and clocks. */
export async function interleave({
	seed,
	interleavings,
	say,
}: Chaos): Promise<Outcome[]> {
	const outcome: Outcome = {
		part: "interleavings",
		tried: 0,
		survived: 0,
		lost: 0,
		payments: null,
		broken: [],
		notes: [],
	};
	let payments = addPayments();
	let crashes = 0;
	let clock_jumps = 0;
	for (let number = 0; number < interleavings; number++) {
		const run = await crashRun(seed + number);
		outcome.tried++;
		if (run.broken.length === 0) outcome.survived++;
		outcome.broken.push(
			...run.broken.map((law) => `interleaving ${seed + number}: ${law}`),
		);
		const { stored, stored_again, in_flight, in_flight_again } = run;
		payments = addPayments(payments, {
			stored,
			stored_again,
			in_flight,
			in_flight_again,
			unexplained: [],
		});
		crashes += run.crashes;
		clock_jumps += run.clock_jumps;
		if (outcome.tried % REPORT_EVERY === 0) say(`${outcome.tried} of them`);
		await breathe();
	}
	outcome.payments = payments;
	outcome.notes.push(
		`${crashes} crashes, the clock was set wrong ${clock_jumps} times`,
	);
	return [outcome];
}
