import { describe, expect, it } from "vitest";
import { parseSearchPrices, searchPrice } from "#features/evidence/search-prices.ts";
import { modelFacts } from "#providers/models.ts";
import { costUsd, parseModelPrices, priceIn, type TokenCounts } from "#providers/prices.ts";
import { parseVariables } from "#worker/env.ts";

const tokens = (
	input: number | null,
	output: number | null,
	audio: number | null = null,
): TokenCounts => ({ input, output, audio });

describe("costUsd", () => {
	it("multiplies each count by its price per million", () => {
		const mini = modelFacts("openai", "gpt-4o-mini").price;
		expect(costUsd(mini, tokens(1_000_000, 500_000))).toBeCloseTo(0.45, 10);
		const haiku = modelFacts("claude", "claude-haiku-4-5").price;
		expect(costUsd(haiku, tokens(1_000, 200))).toBeCloseTo(0.002, 10);
	});

	it("prices audio separately from other input", () => {
		const price = { input: 0.3, output: 2.5, audio: 1 };
		const cost = costUsd(price, tokens(1_000_000, 0, 400_000));
		expect(cost).toBeCloseTo(0.6 * 0.3 + 0.4, 10);
	});

	it("returns null if a count or a price is unknown", () => {
		const { price } = modelFacts("openai", "gpt-4o");
		expect(costUsd(price, tokens(null, 10))).toBeNull();
		expect(costUsd(price, tokens(10, null))).toBeNull();
		expect(costUsd(null, tokens(10, 10))).toBeNull();
		expect(costUsd(price, tokens(10, 10, 5))).toBeNull();
		expect(costUsd(price, tokens(10, 10, 0))).not.toBeNull();
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
