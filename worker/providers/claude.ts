import * as z from "zod";
import { retryAfterMs } from "#outbound/retry-after.ts";
import { badAnswer, declined, failureOfStatus, throwReported } from "./call-failure.ts";
import {
	type Client,
	type ClientConfig,
	postJson,
	type Question,
	sumKnown,
	THINKING_TOKENS,
	tokenCount,
	toUsage,
} from "./client.ts";
import { modelFacts } from "./models.ts";
import type { TokenCounts } from "./prices.ts";
import { createRefusals, type Refusals } from "./refused-parameters.ts";

/** This version accepts no sampling parameters, so the model's default temperature applies. */
const API_VERSION = "2026-10-21";

export function createClaudeClient(config: ClientConfig): Client {
	const { model, api_key } = config;
	const url = `${config.base_url.replace(/\/+$/, "")}/v1/messages`;
	const headers = {
		"anthropic-version": API_VERSION,
		...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
	};

	const refusals = createRefusals(["thinking", "schema"]);

	return {
		provider: "claude",
		model,
		ask: async (question, tools) => {
			const answer = await postJson(
				{ url, headers, body: messageRequest(model, question, refusals) },
				tools,
				(answer) =>
					refusals.failureOf(answer) ??
					failureOfStatus(answer.status, retryAfterMs(answer.headers, answer.now)),
			);
			tools.spend(toUsage(config.price, messageTokens(answer)));
			return messageText(answer);
		},
	};
}

function messageRequest(model: string, question: Question, refusals: Refusals) {
	const { thinking, thinks } = modelFacts("claude", model);
	const refuses = refusals.has("thinking");
	return {
		model,
		max_tokens: question.max_tokens + (thinks || refuses ? THINKING_TOKENS : 0),
		...(thinking !== null && !refuses && { thinking: { type: thinking } }),
		system: question.system,
		messages: [{ role: "user", content: question.user }],
		...(!refusals.has("schema") && {
			output_config: { format: { type: "json_schema", schema: unbounded(question.schema.json) } },
		}),
	};
}

/** The schema without `maxItems`, which this API refuses. */
function unbounded(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(unbounded);
	if (typeof schema !== "object" || schema === null) return schema;
	const kept = Object.entries(schema).filter(([key]) => key !== "maxItems");
	return Object.fromEntries(kept.map(([key, value]) => [key, unbounded(value)]));
}

/** Thinking and other blocks may precede the text. */
const Block = z.object({ type: z.string(), text: z.string().optional() });
const Message = z.object({ content: z.array(Block), stop_reason: z.string().nullish() });
const Counted = z.object({
	usage: z.object({
		input_tokens: tokenCount,
		cache_creation_input_tokens: tokenCount,
		cache_read_input_tokens: tokenCount,
		output_tokens: tokenCount,
	}),
});

/** Stop reasons of complete answers. A proxy may omit the reason. */
const WHOLE = new Set(["end_turn", "stop_sequence"]);

/** Cache reads and writes are reported separately from the other input tokens. */
export function messageTokens(body: unknown): TokenCounts {
	const usage = Counted.safeParse(body).data?.usage;
	return {
		input: usage
			? sumKnown([
					usage.input_tokens,
					usage.cache_creation_input_tokens,
					usage.cache_read_input_tokens,
				])
			: null,
		output: usage?.output_tokens ?? null,
		audio: null,
	};
}

/** Extracts the text of a complete message that is not a refusal. Throws CallFailure. */
function messageText(body: unknown): string {
	throwReported(body);
	const message = Message.safeParse(body);
	if (!message.success) throw badAnswer();
	const { content, stop_reason } = message.data;
	if (stop_reason === "refusal") throw declined();
	if (stop_reason && !WHOLE.has(stop_reason)) throw badAnswer("the answer was cut off");
	const text = content
		.filter(({ type }) => type === "text")
		.map((block) => block.text ?? "")
		.join("");
	if (text === "") throw badAnswer("the answer was empty");
	return text;
}
