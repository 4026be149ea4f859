import type OpenAI from "openai";
import * as z from "zod";
import { readBounded } from "#outbound/bounded-body.ts";
import { retryAfterMs } from "#outbound/retry-after.ts";
import { isTooDeep } from "#text/untrusted-json.ts";
import {
	badAnswer,
	CallFailure,
	declined,
	failureOfStatus,
	throwReported,
} from "./call-failure.ts";
import { type Client, type ClientConfig, type Question, tokenCount, toUsage } from "./client.ts";
import type { TokenCounts } from "./prices.ts";
import type { AttemptTools } from "./retrying-call.ts";

/**
 * The package's own deadline includes the wait for a slot, so it is set very high and only ours
 * applies.
 */
const PACKAGE_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
/** Optional parameters that some models refuse. */
const DISPENSABLE = ["temperature", "max_tokens", "reasoning_effort", "response_format"] as const;
type Dispensable = (typeof DISPENSABLE)[number];

/**
 * A client for any server with OpenAI's chat completions API. Without a key it is a local server.
 */
export function createOpenAiClient(config: ClientConfig): Client {
	const { model } = config;
	const refused = new Set<Dispensable>();

	return {
		provider: "openai",
		model,
		ask: async (question, tools) => {
			const outbound = caught(tools);
			const body = completionRequest(model, question, refused);
			// The package is large, and most requests call no provider.
			const { default: Package, APIError } = await import("openai");
			let answer: unknown;
			try {
				answer = await openPackage(Package, config, outbound.fetch).chat.completions.create(body);
			} catch (error) {
				// The package wraps the errors of its fetch; the original has more information.
				if (outbound.error() !== null) throw outbound.error();
				const refusal = error instanceof APIError ? error : null;
				const parameter = refusedParameter(refusal);
				if (parameter !== null && parameter in body) {
					refused.add(parameter);
					throw new CallFailure("refused", "the request was refused (400)", "now", { status: 400 });
				}
				throw packageFailure(refusal, tools.now());
			}
			tools.spend(toUsage(config.price, completionTokens(answer)));
			return completionText(answer);
		},
	};
}

function openPackage(
	Package: typeof OpenAI,
	{ api_key, base_url }: ClientConfig,
	fetch: typeof globalThis.fetch,
): OpenAI {
	return new Package({
		// The package requires a key even if the header is omitted.
		apiKey: api_key ?? "none",
		baseURL: base_url,
		fetch,
		maxRetries: 0,
		timeout: PACKAGE_TIMEOUT_MS,
		logLevel: "off",
		// Prevents the package from reading it from the process environment.
		adminAPIKey: null,
		organization: null,
		project: null,
		webhookSecret: null,
		...(api_key === undefined && { defaultHeaders: { Authorization: null } }),
	});
}

/** Reads each response completely within its limit, and keeps the error that ended it. */
function caught(tools: AttemptTools) {
	let caughtError: unknown = null;
	return {
		error: () => caughtError,
		fetch: async (url: string | URL | Request, init?: RequestInit) => {
			try {
				const response = await tools.send(String(url), init ?? {});
				const text = await readBounded(response);
				const { status } = response;
				const headers = new Headers(response.headers);
				// The package parses by content type, and some local servers send wrong ones.
				headers.set("content-type", "application/json");
				// The package parses the JSON without a depth limit.
				const body = isTooDeep(text) ? "" : text;
				return new Response(body || null, { status, headers });
			} catch (error) {
				caughtError = error;
				throw error;
			}
		},
	};
}

function completionRequest(
	model: string,
	question: Question,
	refused: Set<Dispensable>,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
	const { system, user, schema } = question;
	const request: OpenAI.ChatCompletionCreateParamsNonStreaming = {
		model,
		...parametersFor(model, question),
		messages: [
			{ role: "system", content: system },
			{ role: "user", content: user },
		],
		response_format: {
			type: "json_schema",
			json_schema: { name: schema.name, strict: true, schema: schema.json },
		},
	};
	for (const name of refused) delete request[name];
	return request;
}

type ApiError = InstanceType<typeof OpenAI.APIError>;

function refusedParameter(error: ApiError | null): Dispensable | null {
	if (error?.status !== 400) return null;
	return DISPENSABLE.find((name) => name === error.param) ?? null;
}

function packageFailure(error: ApiError | null, now: number): CallFailure {
	if (error?.status === undefined) return badAnswer();
	return completionFailure({
		status: error.status,
		headers: error.headers ?? new Headers(),
		code: typeof error.code === "string" ? error.code : null,
		now,
	});
}

type Refusal = {
	status: number;
	headers: Headers;
	/** The vendor's error code. */
	code: string | null;
	now: number;
};

/** The failure for an error status of a chat completion. */
function completionFailure(refusal: Refusal): CallFailure {
	const { status, headers, code, now } = refusal;
	if (code === "insufficient_quota")
		return new CallFailure("rate_limited", "the provider's quota is used up", "no", { status });
	return failureOfStatus(status, retryAfterMs(headers, now));
}

/** Models that think unless told otherwise. They accept a temperature only without thinking. */
const THINKS_UNLESS_TOLD = /^gpt-(?:5\.[1-9]|[6-9])/;
/** Models that always think and accept no temperature. */
const ALWAYS_THINKS = /^(?:gpt-5|o[1-9])(?:-|$)/;
/** Thinking counts towards the output tokens. */
const THINKING_TOKENS = 2_000;

type Parameters = {
	temperature?: number;
	/** The name of the parameter on servers other than OpenAI's. */
	max_tokens?: number;
	max_completion_tokens?: number;
	reasoning_effort?: "none" | "low";
};

/** The sampling parameters that a model accepts. */
function parametersFor(
	model: string,
	{ temperature, max_tokens }: Pick<Question, "temperature" | "max_tokens">,
): Parameters {
	if (THINKS_UNLESS_TOLD.test(model))
		return { temperature, max_completion_tokens: max_tokens, reasoning_effort: "none" };
	if (ALWAYS_THINKS.test(model))
		return { max_completion_tokens: max_tokens + THINKING_TOKENS, reasoning_effort: "low" };
	return { temperature, max_tokens };
}

const Completion = z.object({
	choices: z
		.array(
			z.object({
				finish_reason: z.string().nullish(),
				message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
			}),
		)
		.min(1),
});
const Counted = z.object({
	usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }),
});

/** The prompt's count includes cached tokens; the output's count includes thinking. */
export function completionTokens(body: unknown): TokenCounts {
	const usage = Counted.safeParse(body).data?.usage;
	return {
		input: usage?.prompt_tokens ?? null,
		output: usage?.completion_tokens ?? null,
		audio: null,
	};
}

/** Extracts the text of a complete chat completion that is not a refusal. Throws CallFailure. */
function completionText(body: unknown): string {
	throwReported(body);
	const [choice] = Completion.safeParse(body).data?.choices ?? [];
	if (choice === undefined) throw badAnswer();
	const { finish_reason, message } = choice;
	if (message.refusal || finish_reason === "content_filter") throw declined();
	if (finish_reason === "length") throw badAnswer("the answer was cut off");
	if (!message.content) throw badAnswer("the answer was empty");
	return message.content;
}
