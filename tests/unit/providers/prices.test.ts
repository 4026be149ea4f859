import { describe, expect, it } from "vitest";
import { parseSearchPrices, searchPrice } from "#features/evidence/search-prices.ts";
import { DEFAULT_MODELS } from "#features/raters/panel.ts";
import {
	costUsd,
	listPrice,
	PRICE_LISTS,
	parseModelPrices,
	priceIn,
	type TokenCounts,
} from "#providers/prices.ts";
import { parseVariables } from "#worker/env.ts";

const tokens = (
	input: number | null,
	output: number | null,
	audio: number | null = null,
): TokenCounts => ({ input, output, audio });

describe("costUsd", () => {
	it("multiplies each count by its price per million", () => {
		const mini = listPrice("gpt-4o-mini");
		expect(costUsd(mini, tokens(1_000_000, 500_000))).toBeCloseTo(0.45, 10);
		const haiku = listPrice("claude-haiku-4-5");
		expect(costUsd(haiku, tokens(1_000, 200))).toBeCloseTo(0.002, 10);
	});

	it("prices audio separately from other input", () => {
		const price = { input: 0.3, output: 2.5, audio: 1 };
		const cost = costUsd(price, tokens(1_000_000, 0, 400_000));
		expect(cost).toBeCloseTo(0.6 * 0.3 + 0.4, 10);
	});

	it("returns null if a count or a price is unknown", () => {
		const price = listPrice("gpt-4o");
		expect(costUsd(price, tokens(null, 10))).toBeNull();
		expect(costUsd(price, tokens(10, null))).toBeNull();
		expect(costUsd(null, tokens(10, 10))).toBeNull();
		expect(costUsd(price, tokens(10, 10, 5))).toBeNull();
		expect(costUsd(price, tokens(10, 10, 0))).not.toBeNull();
	});
});

describe("listPrice", () => {
	it.each([
		["gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
		["claude-haiku-4-5-20251001", "claude-haiku-4-5"],
		["gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash"],
		["gemini-3.1-flash-lite-preview", "gemini-3.1-flash-lite"],
	])("prices %s as %s", (dated, model) => {
		expect(listPrice(dated)).not.toBeNull();
		expect(listPrice(dated)).toBe(listPrice(model));
	});

	it("distinguishes a model from a cheaper one whose name starts the same", () => {
		expect(listPrice("gpt-4o")).not.toEqual(listPrice("gpt-4o-mini"));
	});

	it.each(["gpt-6-luna-fast", "llama3.2", "my/gpt-4o", "claude-opus-5-7", ""])(
		"does not guess for %j",
		(model) => {
			expect(listPrice(model)).toBeNull();
		},
	);

	it("has a price for every default model, and an audio price for the transcriber", () => {
		for (const model of Object.values(DEFAULT_MODELS))
			expect(listPrice(model), model).not.toBeNull();
		expect(listPrice(DEFAULT_MODELS.gemini)?.audio).not.toBeNull();
	});

	it("cites an address and a date for each price list", () => {
		for (const { source, read_on } of PRICE_LISTS) {
			expect(source).toMatch(/^https:\/\//);
			expect(read_on).toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
		}
	});
});

describe("MODEL_PRICES", () => {
	it("accepts prices with and without audio, and matches dated model names", () => {
		const table = parseModelPrices(" llama3.2=0/0, my/model:8b=0.2/0.80/1.5 ,");
		expect(table).toEqual([
			["llama3.2", { input: 0, output: 0, audio: null }],
			["my/model:8b", { input: 0.2, output: 0.8, audio: 1.5 }],
		]);
		expect(priceIn(table ?? [], "llama3.2-latest")?.input).toBe(0);
		expect(priceIn(table ?? [], "llama3.3")).toBeNull();
	});

	it.each(["llama3.2", "a=1", "a=1/", "a=-1/2", "a=1/2/3/4", "a=x/y", "=1/2"])(
		"is rejected if it cannot be read: %j",
		(text) => {
			expect(parseModelPrices(text)).toBeNull();
		},
	);

	it("is named in the start-up error if invalid, as is LIMIT_SPENDING_USD", () => {
		const parsed = parseVariables({ MODEL_PRICES: "a-model=cheap" });
		expect(parsed).toMatchObject({ ok: false, errors: [{ variable: "MODEL_PRICES" }] });
		for (const limit of ["-1", "much"])
			expect(parseVariables({ LIMIT_SPENDING_USD: limit })).toMatchObject({
				ok: false,
				errors: [{ variable: "LIMIT_SPENDING_USD" }],
			});
		expect(parseVariables({ LIMIT_SPENDING_USD: "2.5" }).ok).toBe(true);
	});
});

describe("the price of a search", () => {
	it("is the list price, or the operator's own; a source without one costs nothing", () => {
		expect(searchPrice("brave", [])).toBe(0.005);
		const own = parseSearchPrices("brave=3, searxng=0.5,") ?? [];
		expect(searchPrice("brave", own)).toBe(0.003);
		expect(searchPrice("searxng", own)).toBe(0.0005);
		expect(searchPrice("brave", [["brave", 0]])).toBe(0);
		expect(searchPrice("wikipedia", own)).toBeNull();
	});

	it.each(["brave", "brave=", "brave=-1", "brave=1/2", "gossip=1"])(
		"stops the start with %s",
		(SEARCH_PRICES) => {
			expect(parseVariables({ SEARCH_PRICES })).toMatchObject({
				ok: false,
				errors: [{ variable: "SEARCH_PRICES" }],
			});
		},
	);
});
