import type OpenAI from "openai";
import * as z from "zod";
import { badAnswer, cutOff, declined } from "./call-failure.ts";
import {
	type Client,
	type ClientConfig,
	laneOf,
	postJson,
	type Question,
	tokenCount,
	tokensIn,
	toUsage,
} from "./client.ts";
import { saidIn } from "./completion-body.ts";
import { modelFacts } from "./models.ts";
import type { TokenCounts } from "./prices.ts";
import type { Learned, OptionalParameter, Room } from "./refused-parameters.ts";

/**
 * A client for any server with OpenAI's chat completions API. Without a key it is a local server.
 * The vendor's package provides types only: it reads neither the errors nor the answers of other
 * servers.
 */
export function createOpenAiClient(config: ClientConfig): Client {
	const { model, api_key } = config;
	const headers: Record<string, string> =
		api_key === undefined ? {} : { authorization: `Bearer ${api_key}` };

	return {
		provider: "openai",
		model,
		lane: laneOf("openai", config),
		ask: async (question, tools) => {
			const { learned } = tools;
			const { body, optional } = completionRequest(model, question, learned);
			const base_url = learned.address ?? config.base_url;
			const other_address = learned.address === null ? otherAddress(base_url) : null;
			const url = `${base_url}/chat/completions`;
			const answer = await postJson({ url, headers, body }, tools, {
				api_key,
				user: question.user,
				optional,
				refused: learned.refused,
				other_address,
			});
			tools.spend(toUsage(config.price, completionTokens(answer)));
			return completionText(answer, learned.room);
		},
	};
}

/** The address without its endpoint, or with the version that it lacks; null if it has both right. */
export function otherAddress(base_url: string): string | null {
	const base = base_url.replace(/\/(?:chat\/completions|completions|responses|models)$/, "");
	if (base !== base_url) return base;
	return /\/v\d\w*$/.test(base_url) ? null : `${base_url}/v1`;
}

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;

function completionRequest(
	model: string,
	question: Question,
	{ refused, room }: Learned,
): { body: Body; optional: OptionalParameter[] } {
	const { system, user, schema, max_tokens } = question;
	const { thinking, thinks, temperature } = modelFacts("openai", model);
	const has = (parameter: OptionalParameter) => !refused.includes(parameter);
	const thinks_anyway = thinks || !has("thinking");
	const limit = has("max_tokens") ? tokensIn(room, max_tokens, thinks_anyway) : null;
	/** The limit has another name on servers other than OpenAI's. */
	const limited = thinking === null ? { max_tokens: limit } : { max_completion_tokens: limit };
	const parameters = {
		...(temperature && has("temperature") && { temperature: question.temperature }),
		...(limit !== null && limited),
		...(typeof thinking === "string" &&
			has("thinking") && { reasoning_effort: thinking as OpenAI.ReasoningEffort }),
		...(!has("default_thinking") && { enable_thinking: false }),
		...(has("schema") && {
			response_format: {
				type: "json_schema" as const,
				json_schema: { name: schema.name, strict: true, schema: schema.json },
			},
		}),
	};
	const names: [OptionalParameter, boolean][] = [
		["temperature", "temperature" in parameters],
		["max_tokens", limit !== null],
		["thinking", "reasoning_effort" in parameters],
		["schema", "response_format" in parameters],
		["system", has("system")],
		["default_thinking", has("default_thinking")],
	];
	return {
		body: {
			model,
			...parameters,
			messages: has("system")
				? [
						{ role: "system", content: system },
						{ role: "user", content: user },
					]
				: [{ role: "user", content: `${system}\n\n${user}` }],
			stream: false,
		},
		optional: names.flatMap(([name, is_sent]) => (is_sent ? name : [])),
	};
}

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

/** Finish reasons of answers that reached the limit of their tokens. */
const CUT = new Set(["length", "max_tokens", "MAX_TOKENS", "model_length"]);

/** Extracts the text of a complete chat completion that is not a refusal. Throws CallFailure. */
function completionText(body: unknown, room: Room): string {
	const { content, thinking, called, refusal, finish } = saidIn(body);
	if (refusal || finish === "content_filter") throw declined();
	if (finish !== null && CUT.has(finish)) throw cutOff(room);
	// What a function is called with is an answer too, unless the text has one.
	const text = [called, content].filter(Boolean).join("\n") || thinking;
	if (text.trim() === "") throw badAnswer("the answer was empty");
	return text;
}
