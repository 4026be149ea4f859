import { describe, expect, it } from "vitest";
import { PROVIDERS } from "#contract/providers.ts";
import { DEFAULT_MODELS, retirementWarnings } from "#features/raters/panel.ts";
import { modelFacts, VENDORS } from "#providers/models.ts";
import { workerSettings } from "#scripts/server/environment.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HALF_A_YEAR_MS = 183 * 86_400_000;

describe("modelFacts", () => {
	it.each([
		["openai", "gpt-4o-mini-2024-07-18", "gpt-4o-mini"],
		["claude", "claude-haiku-4-5-20251001", "claude-haiku-4-5"],
		["gemini", "gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash"],
		["gemini", "gemini-3.1-flash-lite-preview", "gemini-3.1-flash-lite"],
	] as const)("of %s: takes %s as %s", (provider, dated, model) => {
		expect(modelFacts(provider, dated)).toEqual(modelFacts(provider, model));
		expect(modelFacts(provider, dated).price).not.toBeNull();
	});

	it("distinguishes a model from a cheaper one whose name starts the same", () => {
		const price = (model: string) => modelFacts("openai", model).price;
		expect(price("gpt-4o")).not.toEqual(price("gpt-4o-mini"));
	});

	it.each([
		["openai", "gpt-6-luna-fast"],
		["openai", "llama3.2"],
		["openai", "my/gpt-4o"],
		["claude", "claude-opus-5-7"],
		["gemini", ""],
	] as const)("of %s: guesses no price for %j", (provider, model) => {
		expect(modelFacts(provider, model).price).toBeNull();
	});

	it("has addresses and dates that can be read", () => {
		for (const { sources, read_on, models } of Object.values(VENDORS)) {
			for (const source of sources) expect(new URL(source).protocol).toBe("https:");
			expect(read_on).toMatch(DAY);
			for (const { retires_on } of Object.values(models))
				if (retires_on) expect(retires_on).toMatch(DAY);
		}
	});
});

describe("the default models", () => {
	it.each(PROVIDERS)("of %s have a price and half a year to go", (provider) => {
		const { price, retires_on } = modelFacts(provider, DEFAULT_MODELS[provider]);
		expect(price).not.toBeNull();
		const read_at = Date.parse(VENDORS[provider].read_on);
		const left_ms =
			retires_on === null ? Number.POSITIVE_INFINITY : Date.parse(retires_on) - read_at;
		expect(left_ms).toBeGreaterThan(HALF_A_YEAR_MS);
	});

	it("include a transcriber whose price for audio is known", () => {
		expect(modelFacts("gemini", DEFAULT_MODELS.gemini).price?.audio).not.toBeNull();
	});
});

describe("retirementWarnings", () => {
	const settings = workerSettings({
		OPENAI_API_KEY: "k",
		OPENAI_MODEL: "gpt-5-mini-2025-08-07",
		GEMINI_API_KEY: "k",
	});
	const old = "gpt-5-mini-2025-08-07";
	const remedy = "Set OPENAI_MODEL to another model, for example gpt-6-luna.";

	it.each([
		["2026-11-10", []],
		["2026-11-11", [`${old} will be retired on 2026-12-11. ${remedy}`]],
		["2026-12-11", [`${old} was retired on 2026-12-11. ${remedy}`]],
		["2027-06-01", [`${old} was retired on 2026-12-11. ${remedy}`]],
	])("on %s: %j", (today, warnings) => {
		expect(retirementWarnings(settings, today)).toEqual(warnings);
	});

	it("say nothing of a server without a key, of unknown models and of demo mode", () => {
		for (const environment of [
			{ OPENAI_BASE_URL: "http://localhost:1/v1", OPENAI_MODEL: "gpt-4o" },
			{ ANTHROPIC_API_KEY: "k", ANTHROPIC_MODEL: "claude-haiku-9" },
			{},
		])
			expect(retirementWarnings(workerSettings(environment), "2040-01-01")).toEqual([]);
	});
});
