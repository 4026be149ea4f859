import * as z from "zod";
import { badAnswer, contextTooSmall, cutOff, declined } from "./call-failure.ts";
import {
	type Client,
	type ClientConfig,
	laneOf,
	postJson,
	type Question,
	sumKnown,
	tokenCount,
	tokensIn,
	toUsage,
} from "./client.ts";
import { modelFacts } from "./models.ts";
import type { TokenCounts } from "./prices.ts";
import type { Learned, OptionalParameter, Room } from "./refused-parameters.ts";

/** This version accepts no sampling parameters, so the model's default temperature applies. */
export const API_VERSION = "2026-10-21";

/** This API has no request without a limit. */
const MOST_TOKENS = 16_000;
/** As many as any model allows. */
const ALLOWED_TOKENS = 4_096;

export function createClaudeClient(config: ClientConfig): Client {
	const { model, api_key } = config;
	const headers = {
		"anthropic-version": API_VERSION,
		...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
	};

	return {
		provider: "claude",
		model,
		lane: laneOf("claude", config),
		ask: async (question, tools) => {
			const { learned } = tools;
			const base_url = (learned.address ?? config.base_url).replace(/\/+$/, "");
			const cut = base_url.replace(/\/v1(?:\/messages)?$/, "");
			const { body, optional } = messageRequest(model, question, learned);
			const answer = await postJson({ url: `${base_url}/v1/messages`, headers, body }, tools, {
				api_key,
				user: question.user,
				optional,
				refused: learned.refused,
				other_address: cut === base_url ? null : cut,
			});
			tools.spend(toUsage(config.price, messageTokens(answer)));
			return messageText(answer, learned.room);
		},
	};
}

function messageRequest(model: string, question: Question, { refused, room }: Learned) {
	const { thinking, thinks } = modelFacts("claude", model);
	const refuses = refused.includes("thinking");
	const sends_thinking = thinking !== null && !refuses;
	const sends_schema = !refused.includes("schema");
	const most_tokens = refused.includes("max_tokens") ? ALLOWED_TOKENS : MOST_TOKENS;
	const tokens = tokensIn(room, question.max_tokens, thinks || refuses) ?? MOST_TOKENS;
	const optional: OptionalParameter[] = [
		...(tokens > ALLOWED_TOKENS && most_tokens === MOST_TOKENS ? (["max_tokens"] as const) : []),
		...(sends_thinking ? (["thinking"] as const) : []),
		...(sends_schema ? (["schema"] as const) : []),
	];
	const body = {
		model,
		max_tokens: Math.min(tokens, most_tokens),
		...(sends_thinking && { thinking: { type: thinking } }),
		system: question.system,
		messages: [{ role: "user", content: question.user }],
		...(sends_schema && {
			output_config: { format: { type: "json_schema", schema: unbounded(question.schema.json) } },
		}),
	};
	return { body, optional };
}

/** The schema without `maxItems`, which this API refuses. */
function unbounded(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(unbounded);
	if (typeof schema !== "object" || schema === null) return schema;
	const kept = Object.entries(schema).filter(([key]) => key !== "maxItems");
	return Object.fromEntries(kept.map(([key, value]) => [key, unbounded(value)]));
}

/** Thinking and other blocks may precede the text. */
const Block = z.object({
	type: z.string(),
	text: z.string().optional(),
	input: z.unknown().optional(),
});
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
const WHOLE = new Set(["end_turn", "stop_sequence", "stop", "tool_use"]);

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
function messageText(body: unknown, room: Room): string {
	const message = Message.safeParse(body);
	if (!message.success) throw badAnswer();
	const { content, stop_reason } = message.data;
	if (stop_reason === "refusal") throw declined();
	if (stop_reason === "model_context_window_exceeded") throw contextTooSmall();
	if (stop_reason === "max_tokens") throw cutOff(room);
	if (stop_reason && !WHOLE.has(stop_reason)) throw badAnswer("the answer was cut off");
	const called = content.flatMap(({ type, input }) =>
		type === "tool_use" ? JSON.stringify(input) : [],
	);
	const said = content.flatMap(({ type, text }) => (type === "text" ? (text ?? "") : []));
	const text = [...called, said.join("")].filter(Boolean).join("\n");
	if (text === "") throw badAnswer("the answer was empty");
	return text;
}
