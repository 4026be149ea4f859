import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPanel } from "#features/raters/create-providers.ts";
import { DEFAULT_MODELS, type PanelConfig } from "#features/raters/panel.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { realCallContext } from "#tests/support/fakes/network.ts";

let ai: FakeAi;
beforeAll(async () => {
	ai = await startFakeAi();
});
beforeEach(() => ai.reset());
afterAll(() => ai.close());

const INPUT = { statement: "Bees can fly.", said_on: null, said_in: null };

/** Rates one statement with the only configured provider. */
async function sentBy(config: PanelConfig) {
	const [rater] = createPanel(config).raters;
	const outcome = await rater?.rate(INPUT, realCallContext());
	const call = ai.calls.at(-1);
	return { outcome, call, body: call?.body };
}

describe("OpenAI chat completions", () => {
	const config = (model: string, api_key?: string): PanelConfig => ({
		openai: { base_url: `${ai.origin}/v1`, model, ...(api_key !== undefined && { api_key }) },
	});

	it("send the specified parameters and a strict schema", async () => {
		const { body } = await sentBy(config("some-model", "k"));
		expect(body).toMatchObject({
			model: "some-model",
			temperature: 0.3,
			max_tokens: 500,
			messages: [{ role: "system" }, { role: "user" }],
			response_format: {
				type: "json_schema",
				json_schema: {
					name: "statement_rating",
					strict: true,
					schema: { properties: { sources: { type: "array", maxItems: 5 } } },
				},
			},
		});
	});

	it("turn reasoning off for a model that can reason", async () => {
		const { body } = await sentBy(config("gpt-6-luna", "k"));
		expect(body).toMatchObject({
			temperature: 0.3,
			max_completion_tokens: 500,
			reasoning_effort: "none",
		});
		expect(body).not.toHaveProperty("max_tokens");
	});

	it("reserve tokens for a model that always reasons, and set no temperature", async () => {
		const { body } = await sentBy(config("gpt-5-mini", "k"));
		expect(body).toMatchObject({ max_completion_tokens: 2_500, reasoning_effort: "low" });
		expect(body).not.toHaveProperty("temperature");
	});

	it("send a later model what every model that reasons accepts", async () => {
		const { body } = await sentBy(config("gpt-8-luna", "k"));
		expect(body).toMatchObject({ max_completion_tokens: 2_500, reasoning_effort: "low" });
		expect(body).not.toHaveProperty("temperature");
	});

	it("work with a server that does not support schemas", async () => {
		ai.behave("openai", ({ body }) => ({
			fault:
				"response_format" in Object(body)
					? { status: 400, code: "unsupported:response_format" }
					: "fenced",
		}));
		const { outcome } = await sentBy(config("some-model"));
		expect(outcome).toMatchObject({ ok: true, attempts: 2 });
	});

	it("do not retry when the quota is used up", async () => {
		ai.behave("openai", { fault: { status: 429, code: "insufficient_quota" } });
		const { outcome } = await sentBy(config("some-model", "k"));
		expect(outcome).toMatchObject({
			kind: "rate_limited",
			message: "no credit is left",
			attempts: 1,
		});
	});

	it("send no key and report no price if no key is configured", async () => {
		const local = await sentBy(config("gpt-4o-mini"));
		expect(local.call?.key).toBeNull();
		expect(local.outcome?.usage.cost_usd).toBeNull();
		const hosted = await sentBy(config("gpt-4o-mini", "k"));
		expect(hosted.call?.key).toBe("k");
		expect(hosted.outcome?.usage.cost_usd).toBeCloseTo(0.000105, 9);
	});
});

describe("Claude messages", () => {
	const config = (model?: string): PanelConfig => ({
		claude: { base_url: `${ai.origin}/`, api_key: "k", ...(model && { model }) },
	});

	it("send a schema, no sampling parameters and no thinking", async () => {
		const { body, call } = await sentBy(config());
		expect(call?.key).toBe("k");
		expect(body).toMatchObject({
			model: DEFAULT_MODELS.claude,
			max_tokens: 500,
			thinking: { type: "disabled" },
			messages: [{ role: "user" }],
			output_config: { format: { type: "json_schema" } },
		});
		expect(body).not.toHaveProperty("temperature");
		// The API refuses a schema with this bound.
		expect(JSON.stringify(body)).not.toContain("maxItems");
	});

	it("turn thinking off by the word that the model knows", async () => {
		const { body } = await sentBy(config("claude-sonnet-5-5"));
		expect(body).toMatchObject({ max_tokens: 500, thinking: { type: "between_tools" } });
	});

	it("reserve tokens for a model that always thinks", async () => {
		const { body } = await sentBy(config("claude-opus-5-5"));
		expect(body).toMatchObject({ max_tokens: 2_500 });
		expect(body).not.toHaveProperty("thinking");
	});
});

describe("Gemini generateContent", () => {
	const config = (model?: string): PanelConfig => ({
		gemini: { base_url: ai.origin, api_key: "k", ...(model && { model }) },
	});

	it.each([
		[DEFAULT_MODELS.gemini, 500, { thinkingLevel: "minimal" }],
		["gemini-3.6-flash", 500, { thinkingLevel: "minimal" }],
		["gemini-3.7-flash", 2_500, { thinkingLevel: "low" }],
		["gemini-3.8-flash", 2_500, { thinkingLevel: "low" }],
		["gemini-2.5-flash", 500, { thinkingBudget: 0 }],
		["gemini-2.5-pro", 2_500, undefined],
	])("sends the parameters that %s accepts", async (model, maxOutputTokens, thinking) => {
		const { body, call } = await sentBy(config(model));
		expect(call).toMatchObject({ key: "k", model });
		const { generationConfig } = Object(body);
		expect(generationConfig).toMatchObject({
			maxOutputTokens,
			responseMimeType: "application/json",
			responseJsonSchema: { required: expect.arrayContaining(["score"]) },
		});
		expect(generationConfig.thinkingConfig).toEqual(thinking);
		// Later models ignore it.
		expect(generationConfig.temperature).toBe(/^gemini-2/.test(model) ? 0.3 : undefined);
	});

	it("recognises a wrong key from status 400", async () => {
		ai.behave("gemini", { fault: { status: 400, code: "API_KEY_INVALID" } });
		const { outcome } = await sentBy(config());
		expect(outcome).toMatchObject({ kind: "refused", message: "the key was refused" });
	});

	it("reads the retry delay from the body", async () => {
		ai.behave("gemini", { fault: { status: 429, retry_delay: "38s" } });
		const { outcome } = await sentBy(config());
		expect(outcome).toMatchObject({ kind: "rate_limited", attempts: 1 });
	});

	it("keeps the model name within its path segment", async () => {
		const { outcome } = await sentBy(config("../../v1/files?x="));
		expect(outcome).toMatchObject({ ok: true, model: "../../v1/files?x=" });
		expect(ai.calls.at(-1)?.model).toBe("../../v1/files?x=");
	});
});

describe("A parameter that a model refuses", () => {
	it.each([
		["openai", "gpt-6-luna", "reasoning_effort", "reasoning_effort"],
		["openai", "gpt-6-luna", "temperature", "temperature"],
		["openai", "some-model", "max_tokens", "max_tokens"],
		["openai", "gpt-6-luna", "response_format", "response_format"],
		["claude", "claude-haiku-6", "thinking", "thinking"],
		["claude", "claude-haiku-6", "output_config", "output_config"],
		["gemini", "gemini-4-flash", "thinking", "thinkingConfig"],
		["gemini", "gemini-2.5-flash", "budget", "thinkingConfig"],
		["gemini", "gemini-2.5-flash", "temperature", "temperature"],
		["gemini", "gemini-2.5-flash", "responseJsonSchema", "responseJsonSchema"],
	] as const)(
		"of %s (%s, %s) is left out, in later requests too",
		async (provider, model, named, sent) => {
			const sends = (body: unknown) =>
				sent in Object(body) || sent in Object(Object(body).generationConfig);
			ai.behave(provider, ({ body }) => ({
				fault: sends(body) ? { status: 400, code: `unsupported:${named}` } : null,
			}));
			const base_url = provider === "openai" ? `${ai.origin}/v1` : ai.origin;
			const [rater] = createPanel({ [provider]: { base_url, api_key: "k", model } }).raters;
			const context = realCallContext();
			expect(await rater?.rate(INPUT, context)).toMatchObject({ ok: true, attempts: 2 });
			expect(await rater?.rate(INPUT, context)).toMatchObject({ ok: true, attempts: 1 });
			expect(ai.calls.map(({ body }) => sends(body))).toEqual([true, false, false]);
		},
	);

	it("makes room for the thinking that can no longer be turned off", async () => {
		ai.behave("claude", ({ body }) => ({
			fault: "thinking" in Object(body) ? { status: 400, code: "unsupported:thinking" } : null,
		}));
		const { body } = await sentBy({
			claude: { base_url: ai.origin, api_key: "k", model: "claude-haiku-5-5" },
		});
		expect(body).toMatchObject({ max_tokens: 2_500 });
	});

	it("is asked about once; another refusal is final", async () => {
		ai.behave("claude", { fault: { status: 400, code: "unsupported:messages" } });
		const { outcome } = await sentBy({
			claude: { base_url: ai.origin, api_key: "k", model: "claude-haiku-5-5" },
		});
		expect(outcome).toMatchObject({ ok: false, kind: "refused", status: 400, attempts: 1 });
		ai.behave("claude", { fault: { status: 400, code: "unsupported:thinking" } });
		const again = await sentBy({
			claude: { base_url: ai.origin, api_key: "k", model: "claude-haiku-5-5" },
		});
		expect(again.outcome).toMatchObject({ ok: false, kind: "refused", attempts: 2 });
	});
});
