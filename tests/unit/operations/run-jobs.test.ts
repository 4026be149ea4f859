import { describe, expect, it } from "vitest";
import { type JobOutcome, runJobs } from "#features/operations/jobs.ts";

describe("runJobs", () => {
	it("runs one job after another, logs how each ended, and continues after a failure", async () => {
		let clock = 0;
		const order: string[] = [];
		const told: [JobOutcome, unknown][] = [];
		const broken = new Error("broken");
		const job = (name: string, took: number, error?: Error) => ({
			name,
			run: async () => {
				order.push(name);
				clock += took;
				if (error) throw error;
			},
		});
		const outcomes = await runJobs([job("first", 5), job("second", 7, broken), job("third", 0)], {
			now: () => clock,
			ended: (outcome, error) => told.push([outcome, error]),
		});
		expect(order).toEqual(["first", "second", "third"]);
		expect(outcomes).toEqual([
			{ job: "first", ok: true, duration_ms: 5 },
			{ job: "second", ok: false, duration_ms: 7 },
			{ job: "third", ok: true, duration_ms: 0 },
		]);
		expect(told.map(([outcome]) => outcome)).toEqual(outcomes);
		expect(told.map(([, error]) => error)).toEqual([null, broken, null]);
	});

	it("reports a duration of 0 if the clock was set back", async () => {
		let clock = 1_000;
		const run = async () => {
			clock = 0;
		};
		const [outcome] = await runJobs([{ name: "one", run }], { now: () => clock, ended: () => {} });
		expect(outcome?.duration_ms).toBe(0);
	});
});
