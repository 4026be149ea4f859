import { describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { LiveRun } from "#features/analysis/live-run.ts";
import type { StepDeps } from "#features/analysis/step-deps.ts";
import type { TaskOutputs } from "#features/analysis/step-output.ts";
import { extractWindow, isCut } from "#features/analysis/steps/extract.ts";
import { selectStatements } from "#features/analysis/steps/select.ts";
import type { ProviderRequest } from "#features/raters/provider-calls.ts";
import type { ExtractionInput } from "#features/statements/extractor.ts";
import { outputOf, runInput } from "#tests/support/world/run-engine.ts";

const CLAIMS = Array.from(
	{ length: 60 },
	(_, at) => `The harbour of town number ${at + 1} had ${30 + at} ships in the year ${1900 + at}.`,
);
const TALK = Array.from({ length: 60 }, () => "So, well, here we are again, and it is so nice.");

function runOf(sentences: readonly string[]): LiveRun {
	const run = new LiveRun({ ...runInput, panel: ["openai"] });
	run.apply({ kind: "metadata" }, outputOf({ kind: "metadata" }));
	const cues = sentences.map((text, at) => ({ start: at, text }));
	const transcript = { source: "captions" as const, language: "en", track: null, cues };
	run.apply({ kind: "transcript" }, { transcript: { ...transcript, text: sentences.join(" ") } });
	return run;
}

type Asked = { provider: Provider; input: ExtractionInput };
type Told = { quotes?: string[]; tokens?: number | null; fails?: boolean };

/** Extractors that answer by this rule, and what they were asked. */
function world(extractors: Provider[], answer: (asked: Asked, earlier: number) => Told) {
	const asked: Asked[] = [];
	const reserved: string[] = [];
	const deps = {
		extractors,
		max_statements: 24,
		budget: {
			prices: {},
			reserve: async (_: string, needs: { step: string }[]) => {
				reserved.push(...needs.map(({ step }) => step));
				return null;
			},
		},
		hiddenStatements: async () => [],
		earlierStatements: async () => [],
		newStatementId: () => "s1",
		call: async ({ provider, input }: ProviderRequest) => {
			const one = { provider, input: input as ExtractionInput };
			const { quotes = [], tokens = null, fails = false } = answer(one, asked.length);
			asked.push(one);
			const report = { model: "m", attempts: 1, duration_ms: 1 };
			const usage = { input_tokens: tokens, output_tokens: 9, cost_usd: null };
			if (fails)
				return {
					...report,
					usage,
					ok: false,
					kind: "timeout",
					message: "",
					status: null,
					said: "",
				};
			const found = quotes.map((quote) => ({ content: quote, quote, importance: 50 }));
			return { ...report, usage, ok: true, answer: found };
		},
	} as unknown as StepDeps;
	return { asked, reserved, deps };
}

async function found(deps: StepDeps, run: LiveRun) {
	const output = await extractWindow(deps, run, 0);
	if ("refused" in output) throw new Error("refused");
	return output;
}

/** As many as any tokenizer needs for this text and the instructions. */
const honest = ({ input }: Asked) => Math.round((3_000 + input.text.length) / 4);

describe("extractWindow", () => {
	it("asks another provider once more, in halves, where a rule finds claims and the model none", async () => {
		const run = runOf(CLAIMS);
		const { deps, asked, reserved } = world(
			["openai", "gemini", "claude"],
			({ provider, input }) => ({
				quotes: provider === "gemini" ? CLAIMS.filter((it) => input.text.includes(it)) : [],
			}),
		);
		const output = await found(deps, run);
		expect(asked.map(({ provider }) => provider)).toEqual(["openai", "gemini", "gemini"]);
		const [whole = 0, ...halves] = asked.map(({ input }) => input.text.length);
		for (const half of halves) expect(half).toBeLessThan(0.6 * whole);
		expect(output.provider).toBe("gemini");
		expect(new Set(output.found.map(({ quote }) => quote))).toEqual(new Set(CLAIMS));
		// Each has a name of its own, because a name is paid once.
		expect(new Set(output.calls.map(({ task }) => task)).size).toBe(3);
		expect(reserved).toContain("extract:0:gemini:again");
	});

	it("asks the same provider if there is no other, or the other one fails", async () => {
		const alone = world(["openai"], () => ({}));
		await found(alone.deps, runOf(CLAIMS));
		expect(alone.asked).toHaveLength(3);
		const failing = world(["openai", "gemini"], ({ provider }, earlier) => ({
			fails: provider === "gemini",
			quotes: earlier > 2 ? CLAIMS.slice(0, 1) : [],
		}));
		expect(await found(failing.deps, runOf(CLAIMS))).toMatchObject({ provider: "openai" });
		expect(failing.asked).toHaveLength(5);
	});

	it("believes that there is nothing where a rule finds nothing either", async () => {
		const { deps, asked } = world(["openai", "gemini"], () => ({}));
		expect(await found(deps, runOf(TALK))).toMatchObject({ provider: "openai", found: [] });
		expect(asked).toHaveLength(1);
	});

	it("believes an empty answer that came twice, whether or not tokens are told", async () => {
		for (const tokens of [() => null, honest, () => 300]) {
			const { deps } = world(["openai"], (asked) => ({ tokens: tokens(asked) }));
			const output = await found(deps, runOf(CLAIMS));
			expect(output).toMatchObject({ provider: "openai", found: [] });
		}
	});

	it("takes the rule's claims where the tokens show that the text was cut off", async () => {
		for (const context of [600, 1_024]) {
			const { deps } = world(["openai"], (asked) => ({ tokens: Math.min(context, honest(asked)) }));
			const output = await found(deps, runOf(CLAIMS));
			expect(output.provider).toBeNull();
			expect(output.found).toHaveLength(CLAIMS.length);
		}
	});
});

describe("isCut", () => {
	const whole = { provider: "openai" as const, chars: 15_000, tokens: 4_000 };
	const half = { provider: "openai" as const, chars: 9_000, tokens: 2_400 };

	it("compares the whole with its half in any script", () => {
		expect(isCut(whole, half)).toBe(false);
		expect(isCut({ ...whole, tokens: 2_450 }, half)).toBe(true);
		// One token a character.
		expect(isCut({ ...whole, tokens: 8_192 }, { ...half, tokens: 8_192 })).toBe(true);
		expect(isCut({ ...whole, tokens: 15_000 }, { ...half, tokens: 9_000 })).toBe(false);
	});

	it("knows nothing without counts, and compares no two tokenizers", () => {
		expect(isCut(whole, { ...half, tokens: null })).toBe(false);
		expect(isCut({ ...whole, tokens: null }, half)).toBe(false);
		expect(isCut({ ...whole, provider: "gemini", tokens: 2_400 }, half)).toBe(false);
	});
});

describe("selectStatements", () => {
	async function extractionOf(sentences: readonly string[]) {
		const run = runOf(sentences);
		const { deps } = world(["openai"], () => ({}));
		run.apply({ kind: "extract", window: 0 }, await found(deps, run));
		const choice = (await selectStatements(deps, run)) as Extract<
			TaskOutputs["choose"],
			{ chosen: unknown }
		>;
		return choice.extraction;
	}

	it("tells how many sentences a rule finds where the model found nothing, from five on", async () => {
		expect(await extractionOf(CLAIMS.slice(0, 7))).toEqual({
			by: "openai",
			found: 0,
			chosen: 0,
			found_by_rule: 7,
		});
		expect(await extractionOf(CLAIMS.slice(0, 5))).toMatchObject({ found_by_rule: 5 });
		expect(await extractionOf(CLAIMS.slice(0, 4))).toEqual({ by: "openai", found: 0, chosen: 0 });
	});
});
