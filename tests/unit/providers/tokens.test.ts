import { describe, expect, it } from "vitest";
import { messageTokens } from "#providers/claude.ts";
import { candidateTokens } from "#providers/gemini.ts";
import { completionTokens } from "#providers/openai.ts";

const UNKNOWN = { input: null, output: null, audio: null };

describe("token usage", () => {
	it("is read from OpenAI's prompt and completion counts, which include reasoning", () => {
		const usage = {
			prompt_tokens: 120,
			completion_tokens: 80,
			completion_tokens_details: { reasoning_tokens: 60 },
		};
		expect(completionTokens({ usage })).toEqual({ input: 120, output: 80, audio: null });
	});

	it("is read from Claude's counts, with cached tokens added to the input", () => {
		const usage = {
			input_tokens: 20,
			cache_creation_input_tokens: 100,
			cache_read_input_tokens: 3,
			output_tokens: 8,
		};
		expect(messageTokens({ usage })).toEqual({ input: 123, output: 8, audio: null });
		const plain = { input_tokens: 20, output_tokens: 8 };
		expect(messageTokens({ usage: plain }).input).toBe(20);
	});

	it("is read from Gemini's counts, with audio listed separately and thoughts added to the output", () => {
		const usageMetadata = {
			promptTokenCount: 27_000,
			promptTokensDetails: [
				{ modality: "TEXT", tokenCount: 800 },
				{ modality: "VIDEO", tokenCount: 7_000 },
				{ modality: "AUDIO", tokenCount: 19_200 },
			],
			candidatesTokenCount: 500,
			thoughtsTokenCount: 40,
		};
		expect(candidateTokens({ usageMetadata })).toEqual({
			input: 27_000,
			output: 540,
			audio: 19_200,
		});
	});

	it.each([
		{},
		null,
		"text",
		{ usage: null, usageMetadata: 7 },
		{
			usage: { prompt_tokens: "many", input_tokens: -3 },
			usageMetadata: { promptTokenCount: 1.5, promptTokensDetails: "none" },
		},
	])("is unknown if the body cannot be read: %j", (body) => {
		expect(completionTokens(body)).toEqual(UNKNOWN);
		expect(messageTokens(body)).toEqual(UNKNOWN);
		expect(candidateTokens(body)).toEqual(UNKNOWN);
	});
});
