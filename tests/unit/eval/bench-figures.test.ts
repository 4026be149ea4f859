import { describe, expect, it } from "vitest";
import { fanOut } from "#tests/bench/fan-out.ts";
import { percentile, shown } from "#tests/bench/figures.ts";
import type { Measured } from "#tests/bench/measure-all.ts";
import { figuresTable } from "#tests/bench/publish-figures.ts";
import { routesOutcome } from "#tests/bench/routes-outcome.ts";

const loaded = (processor_ms: number) => ({
	answered: 10,
	failed: 0,
	per_second: 100,
	p50_ms: 1,
	p99_ms: 2,
	processor_ms,
	bytes: 1_000,
});

describe("benchmark figures", () => {
	it("pick percentiles and show three significant digits", () => {
		expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
		expect(percentile([1, 2], 0.99)).toBe(2);
		expect(percentile([], 0.5)).toBe(0);
		expect([0, 0.01234, 12.345, 1_234.5].map(shown)).toEqual(["0", "0.0123", "12.3", "1235"]);
	});

	it("miss a target only if every round missed it", () => {
		const aims = [{ name: "page", floor: "bare", most: 2 }];
		const missed = (pages: number[]) =>
			routesOutcome(
				new Map([
					["bare", pages.map(() => loaded(1))],
					["page", pages.map(loaded)],
				]),
				aims,
			).missed;
		expect(missed([5, 1.9, 3])).toEqual([]);
		expect(missed([5, 2.1, 3])).toEqual(['page costs 2.1 × "bare", aim 2 ×']);
	});

	it("count lost and repeated events", () => {
		const watch = (seen: string[][]) =>
			fanOut(
				{
					arrivals: new Map([["run-2", [10, 14]]]),
					seen,
					ended: Promise.resolve(),
					close: () => {},
				},
				new Map([["run-2", 8]]),
				50,
			);
		const whole = ["run-1", "run-2", "run-3"];
		expect(watch([whole, whole])).toMatchObject({ lost: 0, doubled: 0, p99_ms: 4, late_p99_ms: 6 });
		expect(watch([whole, ["run-2", "run-2", "run-3"]]).doubled).toBe(1);
		expect(watch([whole, ["run-1", "run-3"]]).lost).toBeGreaterThan(0);
	});

	it("are listed in a table", () => {
		const measured: Measured = {
			on: "2030-01-02",
			node: "v20",
			processors: "2 × one",
			load_before: 0.1,
			load_after: 2,
			outcomes: {
				votes: {
					baseline: "one row written",
					table: { "a vote": { "answers/s": "800", "p50 ms": "1" } },
					missed: ["a vote costs too much"],
				},
			},
		};
		const table = figuresTable(measured);
		expect(table).toContain("| a vote | 800 | 1 |  |  |");
		expect(table).toContain("Missed: a vote costs too much");
		expect(table).toContain("2030-01-02");
	});
});
