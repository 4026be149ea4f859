import { describe, expect, it } from "vitest";
import { DEFAULT_MODELS } from "#adapters/ai/default-models.ts";
import { costUsd } from "#domain/prices.ts";

describe("costUsd", () => {
	it("multiplies each count with its own price per million", () => {
		expect(costUsd("gpt-4o-mini", 1_000_000, 500_000)).toBeCloseTo(0.45, 10);
		expect(costUsd("claude-haiku-4-5", 1_000, 200)).toBeCloseTo(0.002, 10);
	});

	it.each([
		["gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
		["claude-haiku-4-5-20251001", "claude-haiku-4-5"],
		["gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash"],
		["gemini-3.1-flash-lite-preview", "gemini-3.1-flash-lite"],
	])("prices %s as %s", (dated, model) => {
		expect(costUsd(dated, 1_000, 1_000)).toBe(costUsd(model, 1_000, 1_000));
		expect(costUsd(dated, 1_000, 1_000)).toBeGreaterThan(0);
	});

	it("tells a model from a cheaper one whose name it begins with", () => {
		const large = costUsd("gpt-4o", 1_000, 1_000) ?? 0;
		const small = costUsd("gpt-4o-mini", 1_000, 1_000) ?? 0;
		expect(large).toBeGreaterThan(small);
	});

	it.each(["gpt-6-luna-fast", "llama3.2", "my/gpt-4o", "claude-opus-5-7", ""])(
		"does not guess for %j",
		(model) => {
			expect(costUsd(model, 1_000, 1_000)).toBeNull();
		},
	);

	it("knows no cost where a count is unknown", () => {
		expect(costUsd("gpt-4o", null, 10)).toBeNull();
		expect(costUsd("gpt-4o", 10, null)).toBeNull();
	});

	it("knows every default model", () => {
		const costs = Object.values(DEFAULT_MODELS).map((model) =>
			costUsd(model, 1_000, 1_000),
		);
		expect(costs).not.toContain(null);
	});
});
