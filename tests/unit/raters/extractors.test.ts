import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { createPanel } from "#features/raters/create-providers.ts";
import type { Providers } from "#features/raters/provider-calls.ts";
import type { ExtractionInput } from "#features/statements/extractor.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { realCallContext } from "#tests/support/fakes/network.ts";

const TEXT = [
	"Welcome back.",
	"Honey found in old tombs was still edible after 3,000 years.",
	"Octopuses have three hearts and blue blood.",
	"A day on Venus is longer than its year.",
].join(" ");

let ai: FakeAi;
let panel: Providers;
beforeAll(async () => {
	ai = await startFakeAi();
	panel = createPanel(ai.panel);
});
beforeEach(() => ai.reset());
afterAll(() => ai.close());

function extract(provider: Provider, input: Partial<ExtractionInput> = {}) {
	const extractor = panel.extractors.find((one) => one.provider === provider);
	if (extractor === undefined) throw new Error("Not configured.");
	return extractor.extract({ text: TEXT, language: "en", limit: 24, ...input }, realCallContext());
}

describe.each(PROVIDERS)("%s extractor", (provider) => {
	it("returns the statements with their quotes", async () => {
		const outcome = await extract(provider);
		expect(outcome).toMatchObject({
			ok: true,
			answer: [
				{ quote: TEXT.split(". ")[1]?.concat("."), importance: 90 },
				{ content: "Octopuses have three hearts and blue blood." },
				{ content: "A day on Venus is longer than its year." },
			],
		});
		expect(ai.calls).toMatchObject([{ provider, kind: "extract", transcript: TEXT, limit: 24 }]);
	});

	it("returns at most the requested number, even if the model returns more", async () => {
		ai.answer({
			extract: () => ({
				statements: Array.from({ length: 9 }, (_, index) => ({
					content: `Claim ${index}.`,
					quote: `claim ${index}`,
					importance: 50,
				})),
			}),
		});
		const outcome = await extract(provider, { limit: 2 });
		expect(outcome.ok && outcome.answer).toHaveLength(2);
	});

	it("accepts an empty list of statements", async () => {
		ai.answer({ extract: () => ({ statements: [] }) });
		expect(await extract(provider)).toMatchObject({ ok: true, answer: [] });
	});

	it("refuses a truncated list and one of the wrong types", async () => {
		for (const fault of ["truncated", "wrong_types"] as const) {
			ai.behave(provider, { fault });
			expect(await extract(provider)).toMatchObject({ ok: false, kind: "bad_answer", attempts: 2 });
		}
	});

	it("reads answers larger than the limit for ratings", async () => {
		ai.answer({
			extract: () => ({
				padding: "x".repeat(300 * 1_024),
				statements: [{ content: "Bees fly.", quote: "bees fly" }],
			}),
		});
		expect(await extract(provider)).toMatchObject({
			ok: true,
			answer: [{ content: "Bees fly.", quote: "bees fly", importance: 50 }],
		});
	});
});
