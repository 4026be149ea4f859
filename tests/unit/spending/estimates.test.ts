import { describe, expect, it } from "vitest";
import { limitPassedBy } from "#features/spending/day.ts";
import { estimateCalls, estimateStatements } from "#features/spending/estimate.ts";
import { shownCost } from "#features/spending/queries.ts";
import { sumCalls, sumCallsByStep } from "#features/spending/sum-calls.ts";
import { modelFacts } from "#providers/models.ts";

describe("estimateCalls and estimateStatements", () => {
	it("grow with the number of calls and with the model's price", () => {
		const cheap = modelFacts("openai", "gpt-6-luna").price;
		const one = estimateCalls("rate", 1, cheap);
		expect(one.calls).toBe(1);
		expect(one.usd).toBeGreaterThan(0);
		expect(estimateCalls("rate", 24, cheap).usd).toBeCloseTo(24 * one.usd, 12);
		const dear = estimateCalls("rate", 1, modelFacts("openai", "gpt-6-sol").price);
		expect(dear.usd).toBeGreaterThan(one.usd);
	});

	it("count calls at no cost if there is no price, also for audio", () => {
		const none = { calls: 3, usd: 0 };
		expect(estimateCalls("extract", 3, null)).toEqual(none);
		const silent = { input: 1, output: 1, audio: null };
		expect(estimateCalls("transcribe", 3, silent)).toEqual(none);
	});

	it("assume at most the number of rated statements", () => {
		expect(estimateStatements(0, 24)).toBe(0);
		expect(estimateStatements(1, 24)).toBe(1);
		expect(estimateStatements(1_000_000, 24)).toBe(24);
	});
});

describe("limitPassedBy", () => {
	const limits = { calls: 10, usd: 0.3 };
	it.each([
		[{ calls: 5, usd: 0 }, { calls: 5, usd: 0 }, null],
		[{ calls: 6, usd: 0 }, { calls: 5, usd: 0 }, "calls"],
		// In floating point, 0.1 + 0.2 is a little more than 0.3.
		[{ calls: 1, usd: 0.2 }, { calls: 0, usd: 0.1 }, null],
		[{ calls: 1, usd: 0.21 }, { calls: 0, usd: 0.1 }, "usd"],
		// A request without cost is granted even if the day's limit is exceeded.
		[{ calls: 0, usd: 0 }, { calls: 99, usd: 9 }, null],
	])("of %j on top of %j is %s", (more, taken, passed) => {
		expect(limitPassedBy(more, taken, limits)).toBe(passed);
	});

	it("treats a limit of 0 as no limit", () => {
		const off = { calls: 0, usd: 0 };
		expect(limitPassedBy({ calls: 9, usd: 9 }, off, off)).toBeNull();
	});
});

describe("sumCalls", () => {
	const call = {
		task: "rate:0:openai",
		provider: "openai" as const,
		model: "m",
		ok: true,
		attempts: 2,
		usage: { input_tokens: 10, output_tokens: 5, cost_usd: 0.25 },
	};
	const failed = { ...call, task: "rate:1:openai", ok: false };
	const silent = { input_tokens: null, output_tokens: null, cost_usd: null };

	it("counts the usage of failed calls, and requests with their retries", () => {
		expect(sumCalls([call, failed])).toEqual({
			calls: 2,
			failed_calls: 1,
			requests: 4,
			input_tokens: 20,
			output_tokens: 10,
			cost_usd: 0.5,
			unpriced_calls: 0,
		});
	});

	it("distinguishes an unknown cost from no cost", () => {
		expect(sumCalls([{ ...call, usage: silent }]).unpriced_calls).toBe(1);
		expect(sumCalls([{ ...failed, usage: silent }]).unpriced_calls).toBe(0);
		expect(shownCost({ cost_usd: 0, unpriced_calls: 1 })).toBeNull();
		expect(shownCost({ cost_usd: 0.5, unpriced_calls: 1 })).toBe(0.5);
		expect(shownCost({ cost_usd: 0, unpriced_calls: 0 })).toBe(0);
	});

	it("returns a row for each step", () => {
		const other = { ...call, task: "extract:0:openai" };
		expect(sumCallsByStep([call, failed, other]).map(({ step, calls }) => [step, calls])).toEqual([
			["rate", 2],
			["extract", 1],
		]);
	});
});
