import { describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { createClient } from "#features/raters/create-providers.ts";
import { createRater } from "#features/raters/rater.ts";
import { createGates } from "#providers/provider-gate.ts";
import { ANSWER, CONTEXT_OF_CALL, candidate, choice, rate } from "#tests/support/fakes/vendor.ts";

/* Answers as servers send them, from their documentation and from bug reports. */

describe("an answer", () => {
	it.each<[string, Provider, unknown]>([
		["of vLLM with reasoning apart", "openai", choice({ content: ANSWER, reasoning_content: "{" })],
		[
			"of Mistral in chunks, with its thinking",
			"openai",
			choice({
				content: [
					{ type: "thinking", thinking: [{ type: "text", text: '{"score": 3}' }] },
					{ type: "text", text: ANSWER },
				],
			}),
		],
		[
			"of Cohere",
			"openai",
			{
				id: "x",
				finish_reason: "COMPLETE",
				message: { role: "assistant", content: [{ type: "text", text: ANSWER }] },
			},
		],
		[
			"of OpenAI's newer API",
			"openai",
			{
				object: "response",
				status: "completed",
				output: [
					{ type: "reasoning", summary: [] },
					{
						type: "message",
						role: "assistant",
						content: [{ type: "output_text", text: ANSWER, annotations: [] }],
					},
				],
			},
		],
		[
			"of Ollama's own API",
			"openai",
			{ model: "m", message: { content: ANSWER }, done: true, done_reason: "stop" },
		],
		[
			"with the channels of gpt-oss",
			"openai",
			choice({
				content: `<|channel|>analysis<|message|>{"score": 3, "confidence": 1}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
			}),
		],
		["whose end is called eos", "openai", choice({ content: ANSWER }, "eos")],
		["without an end", "openai", choice({ content: ANSWER }, null)],
		[
			"of Gemini with thoughts and a signature",
			"gemini",
			candidate([
				{ text: "I think.", thought: true },
				{ text: ANSWER, thoughtSignature: "abc" },
			]),
		],
		[
			"of Gemini in two parts",
			"gemini",
			candidate([{ text: ANSWER.slice(0, 9) }, { text: ANSWER.slice(9) }]),
		],
		[
			"of Claude after its thinking",
			"claude",
			{
				type: "message",
				content: [
					{ type: "thinking", thinking: "Hm.", signature: "x" },
					{ type: "text", text: ANSWER },
				],
				stop_reason: "end_turn",
			},
		],
		[
			"of a proxy with Claude's API",
			"claude",
			{ content: [{ type: "text", text: ANSWER }], stop_reason: null },
		],
	])("%s is read", async (_, provider, body) => {
		const { outcome, sent } = await rate(provider, () => ({ body }));
		expect(outcome).toMatchObject({ ok: true, answer: { score: 85, confidence: 80 } });
		expect(sent).toHaveLength(1);
	});

	it.each<[string, Provider, unknown, unknown]>([
		[
			"of Ollama that loads",
			"openai",
			choice({ content: "" }, "load"),
			choice({ content: ANSWER }),
		],
		["of Gemini without a text", "gemini", candidate([]), candidate([{ text: ANSWER }])],
		[
			"of Gemini with a broken function call",
			"gemini",
			candidate([], "MALFORMED_FUNCTION_CALL"),
			candidate([{ text: ANSWER }]),
		],
		[
			"of OpenRouter that broke off",
			"openai",
			choice({ content: '{"score": 8' }, "error"),
			choice({ content: ANSWER }),
		],
		[
			"of Groq that is no JSON",
			"openai",
			{
				error: {
					message: "Failed to generate JSON. Please adjust your prompt.",
					type: "invalid_request_error",
					code: "json_validate_failed",
					failed_generation: "{score",
				},
			},
			choice({ content: ANSWER }),
		],
	])("%s is asked for once more", async (_, provider, first, second) => {
		const { outcome, sent } = await rate(provider, (__, earlier) => {
			const is_error = earlier === 0 && "error" in Object(first);
			return { status: is_error ? 400 : 200, body: earlier === 0 ? first : second };
		});
		expect(outcome.ok).toBe(true);
		expect(sent).toHaveLength(2);
	});

	it.each<[string, Provider, unknown]>([
		["by Gemini's safety", "gemini", candidate([], "SAFETY")],
		["by Gemini's rule on recitation", "gemini", candidate([], "RECITATION")],
		["by Gemini's language", "gemini", candidate([], "LANGUAGE")],
		[
			"of a prompt that Gemini blocks",
			"gemini",
			{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: {} },
		],
		["by Claude", "claude", { content: [], stop_reason: "refusal" }],
		["by a filter", "openai", choice({ content: "" }, "content_filter")],
	])("that is declined %s is not paid for twice", async (_, provider, body) => {
		const { outcome, sent } = await rate(provider, () => ({ body }));
		expect(outcome).toMatchObject({ ok: false, message: "the provider declined to answer" });
		expect(sent).toHaveLength(1);
	});
});

describe("an address", () => {
	it.each([
		["https://models.example/v1/chat/completions", "https://models.example/v1/chat/completions"],
		["https://models.example", "https://models.example/v1/chat/completions"],
		["https://models.example/api", "https://models.example/api/v1/chat/completions"],
	])("%s is asked at %s", async (base_url, right) => {
		const gateOf = createGates();
		const asked: string[] = [];
		const client = createClient("openai", { base_url, model: "m", price: null });
		const ask = () =>
			createRater(client).rate(
				{ statement: "It is 40 m high.", said_on: null, said_in: null },
				{
					fetch: async (url) => {
						asked.push(String(url));
						return url === right
							? Response.json(choice({ content: ANSWER }))
							: new Response("<html>404 page not found</html>", { status: 404 });
					},
					...CONTEXT_OF_CALL,
					gateOf,
				},
			);
		expect((await ask()).ok).toBe(true);
		expect(asked).toHaveLength(2);
		// It is remembered.
		expect((await ask()).ok).toBe(true);
		expect(asked.slice(2)).toEqual([right]);
	});
});
