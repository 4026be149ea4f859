import OpenAI, { APIError } from "openai";
import { isTooDeep } from "#domain/untrusted-json.ts";
import type { AttemptTools } from "#pipeline/call-account.ts";
import { badAnswer, CallFailure } from "#pipeline/call-failure.ts";
import { readBounded } from "#pipeline/read-bounded.ts";
import type { Client, ClientConfig, Question } from "../client.ts";
import { usageOf } from "../tokens.ts";
import { completionFailure } from "./completion-failure.ts";
import { parametersFor } from "./parameters.ts";
import { completionText, completionTokens } from "./parse-completion.ts";

/** The package's own deadline also runs in the line for a slot: far off, so that only ours counts. */
const PACKAGE_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
/** What a model may refuse and the answer can do without. */
const DISPENSABLE = [
	"temperature",
	"max_tokens",
	"reasoning_effort",
	"response_format",
] as const;
type Dispensable = (typeof DISPENSABLE)[number];

/** Any server that speaks OpenAI's chat completions; without a key a local one. */
export function createOpenAiClient(config: ClientConfig): Client {
	const { model } = config;
	const refused = new Set<Dispensable>();

	return {
		provider: "openai",
		model,
		ask: async (question, tools) => {
			const outbound = caught(tools);
			const body = completionRequest(model, question, refused);
			let answer: unknown;
			try {
				answer = await packageFor(
					config,
					outbound.fetch,
				).chat.completions.create(body);
			} catch (error) {
				// The package wraps what its fetch throws; ours says more.
				if (outbound.error() !== null) throw outbound.error();
				const parameter = refusedParameter(error);
				if (parameter !== null && parameter in body) {
					refused.add(parameter);
					throw new CallFailure(
						"refused",
						"the request was refused (400)",
						"now",
						{ status: 400 },
					);
				}
				throw packageFailure(error, tools.now());
			}
			tools.spend(usageOf(config.price, completionTokens(answer)));
			return completionText(answer);
		},
	};
}

function packageFor(
	{ api_key, base_url }: ClientConfig,
	fetch: typeof globalThis.fetch,
): OpenAI {
	return new OpenAI({
		// The package wants some key even where the header is left out.
		apiKey: api_key ?? "none",
		baseURL: base_url,
		fetch,
		maxRetries: 0,
		timeout: PACKAGE_TIMEOUT_MS,
		logLevel: "off",
		// Not from the process environment.
		adminAPIKey: null,
		organization: null,
		project: null,
		webhookSecret: null,
		...(api_key === undefined && { defaultHeaders: { Authorization: null } }),
	});
}

/** Reads each answer whole and within its bound, and keeps the error that ended it. */
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
				// The package parses by this label, and local servers mislabel.
				headers.set("content-type", "application/json");
				// The package parses by itself.
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

function refusedParameter(error: unknown): Dispensable | null {
	if (!(error instanceof APIError) || error.status !== 400) return null;
	return DISPENSABLE.find((name) => name === error.param) ?? null;
}

function packageFailure(error: unknown, now: number): CallFailure {
	if (!(error instanceof APIError) || error.status === undefined)
		return badAnswer();
	return completionFailure({
		status: error.status,
		headers: error.headers ?? new Headers(),
		code: typeof error.code === "string" ? error.code : null,
		now,
	});
}
