import { expect, it } from "vitest";
import { crashRun } from "#tests/chaos/crashed-run.ts";

const RUNS = 400;

it("a run survives crashes, faults and clock changes, pays once per answer and never stalls", async () => {
	const first = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
	console.log(`The crashes are seeded from CRASH_SEED=${first} on.`);
	let crashes = 0;
	let clock_jumps = 0;
	for (let seed = first; seed < first + RUNS; seed++) {
		const run = await crashRun(seed);
		crashes += run.crashes;
		clock_jumps += run.clock_jumps;
		expect(run.broken, `seed ${seed}`).toEqual([]);
	}
	expect(crashes).toBeGreaterThan(RUNS / 4);
	expect(clock_jumps).toBeGreaterThan(RUNS / 10);
});
