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
import {
	type Client,
	type ClientConfig,
	type Question,
	THINKING_TOKENS,
	tokenCount,
	toUsage,
} from "./client.ts";
import { modelFacts } from "./models.ts";
import type { TokenCounts } from "./prices.ts";
import { createRefusals, type Refusals } from "./refused-parameters.ts";
import type { AttemptTools } from "./retrying-call.ts";

/**
 * The package's own deadline includes the wait for a slot, so it is set very high and only ours
 * applies.
 */
const PACKAGE_TIMEOUT_MS = 24 * 60 * 60 * 1_000;

/**
 * A client for any server with OpenAI's chat completions API. Without a key it is a local server.
 */
export function createOpenAiClient(config: ClientConfig): Client {
	const { model } = config;
	const refusals = createRefusals(["thinking", "temperature", "schema", "max_tokens"]);

	return {
		provider: "openai",
		model,
		ask: async (question, tools) => {
			const outbound = caught(tools);
			const body = completionRequest(model, question, refusals);
			// The package is large, and most requests call no provider.
			const { default: Package, APIError } = await import("openai");
			let answer: unknown;
			try {
				answer = await openPackage(Package, config, outbound.fetch).chat.completions.create(body);
			} catch (error) {
				// The package wraps the errors of its fetch; the original has more information.
				if (outbound.error() !== null) throw outbound.error();
				const refusal = error instanceof APIError ? error : null;
				const { status = 0, error: reported } = refusal ?? {};
				throw (
					refusals.failureOf({ status, body: { error: reported } }) ??
					packageFailure(refusal, tools.now())
				);
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
	refusals: Refusals,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
	const { system, user, schema } = question;
	return {
		model,
		...parametersFor(model, question, refusals),
		messages: [
			{ role: "system", content: system },
			{ role: "user", content: user },
		],
		...(!refusals.has("schema") && {
			response_format: {
				type: "json_schema",
				json_schema: { name: schema.name, strict: true, schema: schema.json },
			},
		}),
	};
}

type Parameters = {
	temperature?: number;
	/** The name of the parameter on servers other than OpenAI's. */
	max_tokens?: number;
	max_completion_tokens?: number;
	reasoning_effort?: OpenAI.ReasoningEffort;
};

/** The sampling parameters that a model accepts. */
function parametersFor(model: string, question: Question, refusals: Refusals): Parameters {
	const { thinking, thinks, temperature } = modelFacts("openai", model);
	const refuses = refusals.has("thinking");
	const reserved = thinks || refuses ? THINKING_TOKENS : 0;
	return {
		...(temperature && !refusals.has("temperature") && { temperature: question.temperature }),
		...(thinking === null
			? !refusals.has("max_tokens") && { max_tokens: question.max_tokens }
			: { max_completion_tokens: question.max_tokens + reserved }),
		...(typeof thinking === "string" &&
			!refuses && { reasoning_effort: thinking as OpenAI.ReasoningEffort }),
	};
}

type ApiError = InstanceType<typeof OpenAI.APIError>;

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
