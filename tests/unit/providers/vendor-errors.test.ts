import { describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { createClient } from "#features/raters/create-providers.ts";
import { createExtractor } from "#features/statements/extractor.ts";
import { createGates } from "#providers/provider-gate.ts";
import { readFailure } from "#providers/read-failure.ts";
import { vendorWords } from "#providers/vendor-words.ts";
import {
	ANSWER,
	CONFIG,
	CONTEXT_OF_CALL,
	choice,
	KEY,
	oneError,
	rate,
} from "#tests/support/fakes/vendor.ts";

/* Errors as servers send them, from their documentation and from bug reports. */

describe("an error", () => {
	const CONTEXT = "its context is too small for the question";
	const MODEL = "it has no model of this name";
	const REFUSED_KEY = "the key was refused";
	const CREDIT = "no credit is left";
	const DAY = "the day's limit is used up";
	const DECLINED = "the provider declined to answer";

	it.each<[string, Provider, number, unknown, string]>([
		[
			"xAI, a wrong key",
			"openai",
			400,
			{
				code: "Client specified an invalid argument",
				error:
					"Incorrect API key provided: sk***ef. You can obtain an API key from https://console.x.ai.",
			},
			REFUSED_KEY,
		],
		["Mistral, a wrong key", "openai", 401, { detail: "Unauthorized" }, REFUSED_KEY],
		[
			"Gemini, a wrong key",
			"gemini",
			400,
			{
				error: {
					code: 400,
					message: "API key not valid. Please pass a valid API key.",
					status: "INVALID_ARGUMENT",
					details: [{ reason: "API_KEY_INVALID" }],
				},
			},
			REFUSED_KEY,
		],
		[
			"xAI, no credit",
			"openai",
			403,
			{
				code: "The caller does not have permission to execute the specified operation",
				error:
					"Your newly created team doesn't have any credits yet. You can purchase credits on https://console.x.ai.",
			},
			CREDIT,
		],
		["DeepSeek, no credit", "openai", 402, oneError("Insufficient Balance"), CREDIT],
		[
			"Zhipu, no credit",
			"openai",
			429,
			oneError("Insufficient balance or no resource package. Please recharge.", { code: "1113" }),
			CREDIT,
		],
		[
			"Moonshot, no credit",
			"openai",
			429,
			oneError("Your account is suspended, please check your plan and billing details", {
				type: "exceeded_current_quota_error",
			}),
			CREDIT,
		],
		[
			"Claude, no credit",
			"claude",
			400,
			{
				type: "error",
				error: {
					type: "invalid_request_error",
					message: "Your credit balance is too low to access the Anthropic API.",
				},
			},
			CREDIT,
		],
		[
			"Ollama, no such model",
			"openai",
			404,
			oneError('model "m-1" not found, try pulling it first', { type: "api_error" }),
			MODEL,
		],
		[
			"LM Studio, no model",
			"openai",
			404,
			oneError("No models loaded. Please load a model."),
			MODEL,
		],
		[
			"Gemini, no such model",
			"gemini",
			404,
			oneError(
				"models/m-1 is not found for API version v1beta, or is not supported for generateContent.",
				{ code: 404, status: "NOT_FOUND" },
			),
			MODEL,
		],
		[
			"Claude, no such model",
			"claude",
			404,
			{ type: "error", error: { type: "not_found_error", message: "model: m-1" } },
			MODEL,
		],
		[
			"Azure, no such deployment",
			"openai",
			404,
			oneError("The API deployment for this resource does not exist.", {
				code: "DeploymentNotFound",
			}),
			MODEL,
		],
		["OpenRouter, no such model", "openai", 404, oneError("No endpoints found for m-1."), MODEL],
		[
			"OpenRouter, the day's requests",
			"openai",
			429,
			oneError("Rate limit exceeded: free-models-per-day", { code: 429 }),
			DAY,
		],
		[
			"Gemini, the day's requests",
			"gemini",
			429,
			oneError("You exceeded your current quota, please check your plan and billing details.", {
				code: 429,
				status: "RESOURCE_EXHAUSTED",
				details: [
					{
						violations: [
							{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier", quotaValue: "50" },
						],
					},
				],
			}),
			DAY,
		],
		[
			"Azure, its filter",
			"openai",
			400,
			oneError("The response was filtered due to the prompt triggering Azure's policy.", {
				code: "content_filter",
				status: 400,
			}),
			DECLINED,
		],
		[
			"llama.cpp, a small context",
			"openai",
			400,
			oneError("the request exceeds the available context size (4096 tokens), try increasing it", {
				code: 400,
				type: "exceed_context_size_error",
				n_ctx: 4_096,
			}),
			CONTEXT,
		],
		[
			"LM Studio, a small context",
			"openai",
			400,
			{
				error:
					"Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens.",
			},
			CONTEXT,
		],
		[
			"Claude, a small context",
			"claude",
			200,
			{ content: [{ type: "text", text: "{" }], stop_reason: "model_context_window_exceeded" },
			CONTEXT,
		],
		[
			"Claude, a long prompt",
			"claude",
			400,
			{
				type: "error",
				error: {
					type: "invalid_request_error",
					message: "prompt is too long: 210000 tokens > 200000 maximum",
				},
			},
			CONTEXT,
		],
	])(
		"of %s is named so, without another try of the same",
		async (_, provider, status, body, message) => {
			const { outcome, sent } = await rate(provider, () => ({ status, body }));
			expect(outcome).toMatchObject({ ok: false, message });
			const bodies = sent.map((it) => JSON.stringify(it.body));
			expect(new Set(bodies).size).toBe(bodies.length);
		},
	);

	it.each<[string, Provider, string, number, unknown]>([
		[
			"vLLM",
			"openai",
			"max_tokens",
			400,
			{
				object: "error",
				message:
					"'max_tokens' or 'max_completion_tokens' is too large: 500. This model's maximum context length is 900 tokens and your request has 600 input tokens.",
				type: "BadRequestError",
				param: null,
				code: 400,
			},
		],
		[
			"Together",
			"openai",
			"max_tokens",
			422,
			oneError(
				"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 900. Given: 600 `inputs` tokens and 500 `max_new_tokens`",
			),
		],
		[
			"Fireworks",
			"openai",
			"max_tokens",
			400,
			oneError("Requests with max_tokens > 400 must have stream=true"),
		],
		[
			"xAI",
			"openai",
			"response_format",
			400,
			{ error: "Argument not supported on this model: response_format" },
		],
		[
			"Azure",
			"openai",
			"temperature",
			400,
			oneError("Unsupported value: 'temperature' does not support 0.3 with this model.", {
				param: "temperature",
				code: "unsupported_value",
			}),
		],
		[
			"LiteLLM",
			"openai",
			"temperature",
			400,
			oneError("litellm.UnsupportedParamsError: o1 does not support parameters: ['temperature']"),
		],
		[
			"vLLM's grammar",
			"openai",
			"response_format",
			400,
			{ object: "error", message: 'Grammar error: Unimplemented keys: ["maxItems"]', code: 400 },
		],
		[
			"llama.cpp",
			"openai",
			"response_format",
			400,
			oneError("JSON schema conversion failed:\nUnrecognized schema", { code: 400 }),
		],
		[
			"LM Studio",
			"openai",
			"response_format",
			400,
			{ error: "'response_format.type' must be 'json_schema' or 'text'" },
		],
	])(
		"of %s has the request sent once more without what it refuses",
		async (_, provider, name, status, body) => {
			const { outcome, sent } = await rate(provider, (request) =>
				name in request.body ? { status, body } : { body: choice({ content: ANSWER }) },
			);
			expect(outcome.ok).toBe(true);
			expect(sent).toHaveLength(2);
		},
	);

	it("of Claude about its tokens has the request sent with as many as any model has", async () => {
		const sent: number[] = [];
		const client = createClient("claude", CONFIG.claude);
		const input = { text: "The tower is 40 m high. ".repeat(500), language: "en", limit: 48 };
		const outcome = await createExtractor(client).extract(input, {
			...CONTEXT_OF_CALL,
			gateOf: createGates(),
			fetch: async (_, init) => {
				const { max_tokens } = JSON.parse(String(init.body));
				sent.push(max_tokens);
				if (max_tokens <= 4_096)
					return Response.json({ content: [{ type: "text", text: '{"statements": []}' }] });
				const message = `max_tokens: ${max_tokens} > 4096, which is the maximum allowed number of output tokens for m-1`;
				return Response.json(
					{ type: "error", error: { type: "invalid_request_error", message } },
					{ status: 400 },
				);
			},
		});
		expect(outcome.ok).toBe(true);
		expect(sent).toEqual([8_000, 4_096]);
	});

	it("of DashScope about thinking has the model told not to think", async () => {
		const { outcome, sent } = await rate("openai", ({ body }) =>
			body.enable_thinking === false
				? { body: choice({ content: ANSWER }) }
				: {
						status: 400,
						body: oneError(
							"parameter.enable_thinking must be set to false for non-streaming calls",
							{ code: "invalid_parameter_error" },
						),
					},
		);
		expect(outcome.ok).toBe(true);
		expect(sent).toHaveLength(2);
	});

	it("of OpenRouter about a limit names when its upstream takes requests again", () => {
		const now = 1_700_000_000_000;
		const headers = { "X-RateLimit-Limit": "16", "X-RateLimit-Reset": String(now + 42_000) };
		const failure = readFailure(
			{
				status: 429,
				headers: new Headers(),
				body: oneError("Rate limit exceeded: free-models-per-min.", { metadata: { headers } }),
				now,
			},
			{ api_key: KEY, user: "", optional: [], refused: [], other_address: null },
		);
		expect(failure).toMatchObject({ kind: "rate_limited", retry: "later", retry_after_ms: 42_000 });
	});
});

describe("a vendor's words in the log", () => {
	it.each([
		`Incorrect API key provided: ${KEY}.`,
		"Incorrect API key provided: sk-se***cdef.",
		`Bearer ${KEY} is unknown`,
		"Key ending in cdef was disabled",
		"Key sk-secre... was disabled",
	])("have no part of the key: %s", (message) => {
		const words = vendorWords(message, KEY, "");
		expect(words).toContain("[key]");
		for (let at = 0; at + 4 <= KEY.length; at += 1)
			if (!"key disabled was unknown".includes(KEY.slice(at, at + 4)))
				expect(words).not.toContain(KEY.slice(at, at + 4));
	});

	it("have no words of the request, and fit in a line", () => {
		const asked = "The harbour of Valletta had ninety ships.";
		const words = vendorWords(
			`Bad input "The harbour of\nValletta" ${"x ".repeat(900)}`,
			KEY,
			asked,
		);
		expect(words).not.toMatch(/harbour|valletta|\n/i);
		expect(words.length).toBeLessThanOrEqual(300);
	});
});
