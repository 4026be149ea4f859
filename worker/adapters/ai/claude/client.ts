import { failureOfStatus } from "#pipeline/call-failure.ts";
import { retryAfterMs } from "#pipeline/retry-after.ts";
import type { Client, ClientConfig, Question } from "../client.ts";
import { postJson } from "../post-json.ts";
import { usageOf } from "../tokens.ts";
import { messageText, messageTokens } from "./parse-message.ts";

/** This version takes no sampling parameters: the temperature stays the model's own. */
const API_VERSION = "2026-10-21";
/** These answer at once when told to; the larger ones always think first. */
const MAY_ANSWER_AT_ONCE = /^claude-(?:haiku|sonnet)-/;
/** Thought counts against the answer's tokens. */
const THINKING_TOKENS = 2_000;

export function createClaudeClient(config: ClientConfig): Client {
	const { model, api_key } = config;
	const url = `${config.base_url.replace(/\/+$/, "")}/v1/messages`;
	const headers = {
		"anthropic-version": API_VERSION,
		...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
	};

	return {
		provider: "claude",
		model,
		ask: async (question, tools) => {
			const answer = await postJson(
				{ url, headers, body: messageRequest(model, question) },
				tools,
				({ status, headers, now }) =>
					failureOfStatus(status, retryAfterMs(headers, now)),
			);
			tools.spend(usageOf(config.price, messageTokens(answer)));
			return messageText(answer);
		},
	};
}

function messageRequest(model: string, question: Question) {
	const at_once = MAY_ANSWER_AT_ONCE.test(model);
	return {
		model,
		max_tokens: question.max_tokens + (at_once ? 0 : THINKING_TOKENS),
		...(at_once && { thinking: { type: "disabled" } }),
		system: question.system,
		messages: [{ role: "user", content: question.user }],
		output_config: {
			format: { type: "json_schema", schema: question.schema.json },
		},
	};
}
