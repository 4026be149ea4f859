import * as z from "zod";
import type { Provider } from "#contract/ids.ts";
import { readBounded } from "#outbound/bounded-body.ts";
import { badAnswer } from "./call-failure.ts";
import { readBody } from "./completion-body.ts";
import { costUsd, type Price, type TokenCounts, type Usage } from "./prices.ts";
import type { Lane } from "./provider-gate.ts";
import { readFailure, type Sent } from "./read-failure.ts";
import type { Room } from "./refused-parameters.ts";
import { reportsError } from "./reported-error.ts";
import {
	type AttemptTools,
	type CallContext,
	callWithRetries,
	type Outcome,
} from "./retrying-call.ts";

export type AnswerSchema = {
	/** Letters, digits and underscores. */
	name: string;
	/**
	 * JSON Schema in the subset that every vendor accepts: no bounds but `maxItems`, without which a
	 * small model may repeat an array's items until its tokens are used up.
	 */
	json: Record<string, unknown>;
};

/** The JSON Schema of an object that has all of these fields and no other. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
	return {
		type: "object",
		properties,
		required: Object.keys(properties),
		additionalProperties: false,
	};
}

/** A part of a public video; times in seconds. */
type Clip = { url: string; start: number; end: number };

/**
 * Low enough for consistent ratings, high enough to keep the raters' errors from being identical.
 */
export const TEMPERATURE = 0.3;

/** What a model that is known to think may use of its output tokens before it answers. */
const THINKING_TOKENS = 2_000;
/** The same for a model whose answer was cut off with less. */
const MORE_TOKENS = 8_000;

/** The tokens of an answer by the room that it has needed; null for no limit. */
export function tokensIn(room: Room, max_tokens: number, thinks: boolean): number | null {
	if (room === 2) return null;
	if (room === 1) return max_tokens + MORE_TOKENS;
	return max_tokens + (thinks ? THINKING_TOKENS : 0);
}

/** One prompt for a model, in a form that fits every vendor. */
export type Question = {
	system: string;
	user: string;
	schema: AnswerSchema;
	max_tokens: number;
	temperature: number;
	/** A clip to watch with the prompt. Only Gemini supports it. */
	clip?: Clip;
};

/** Which model of whom is asked. */
export type Model = { readonly provider: Provider; readonly model: string };

/** One vendor's API. */
export type Client = Model & {
	lane: Lane;
	/**
	 * Sends one request. Resolves to the model's unparsed text, which is complete and not a
	 * refusal. Rejects with CallFailure or OutboundError.
	 */
	ask: (question: Question, tools: AttemptTools) => Promise<string>;
};

/** A model in one role: it makes calls of one kind. */
export type ModelCall<Input, Answer> = (
	input: Input,
	context: CallContext,
) => Promise<Outcome<Answer>>;

/**
 * Makes of a client a model in the role `name`. `parse` reads the model's text, and also gets the
 * input and the question's instructions; an answer that it rejects counts as a bad one. Calls are
 * retried; `max_bytes` limits each response.
 */
export function modelRole<Name extends string, Input, Answer>(
	name: Name,
	max_bytes: number,
	ask: (input: Input, random: () => number) => Question,
	parse: (text: string, input: Input, instructions: string) => Answer,
) {
	return (client: Client): Model & Record<Name, ModelCall<Input, Answer>> => {
		const { provider, model } = client;
		const call: ModelCall<Input, Answer> = (input, context) => {
			const question = ask(input, context.random);
			const attempt = async (tools: AttemptTools) =>
				parse(await client.ask(question, tools), input, question.system);
			return callWithRetries({ model, max_bytes, attempt, lane: client.lane }, context);
		};
		return { provider, model, [name]: call } as Model & Record<Name, typeof call>;
	};
}

export type ClientConfig = {
	/** Absent for a server that needs no key. */
	api_key?: string;
	base_url: string;
	model: string;
	/** null if unknown. */
	price: Price | null;
	/** The most requests at the same time; absent for a server that limits itself. */
	at_once?: number;
};

/** The lane of a client's calls. Without a key it is a server of the operator's own. */
export function laneOf(provider: Provider, config: ClientConfig): Lane {
	return {
		name: [provider, config.base_url, config.model].join(" "),
		at_once: config.at_once ?? null,
		is_local: config.api_key === undefined,
	};
}

/** A token count reported by a vendor; null if it is not a number. */
export const tokenCount = z.number().int().min(0).nullable().catch(null);

/** The sum of the known counts, or null if none is known. */
export function sumKnown(counts: (number | null)[]): number | null {
	const known = counts.filter((count) => count !== null);
	return known.length ? known.reduce((sum, count) => sum + count, 0) : null;
}

export function toUsage(price: Price | null, tokens: TokenCounts): Usage {
	return {
		input_tokens: tokens.input,
		output_tokens: tokens.output,
		cost_usd: costUsd(price, tokens),
	};
}

type JsonRequest = { url: string; headers: Record<string, string>; body: unknown };

/**
 * Posts JSON and resolves to the response's JSON. Rejects with OutboundError, or with CallFailure
 * for an unreadable body and for an error, which may stand in a body of status 200.
 */
export async function postJson(
	request: JsonRequest,
	tools: AttemptTools,
	sent: Sent,
): Promise<unknown> {
	const response = await tools.send(request.url, {
		method: "POST",
		headers: { ...request.headers, "content-type": "application/json" },
		body: JSON.stringify(request.body),
	});
	const text = await readBounded(response);
	const body = readBody(text);
	const { status, headers } = response;
	const is_page = body === undefined && sent.other_address !== null && /^\s*</.test(text);
	if (!response.ok || is_page || reportsError(body)) {
		const failed = is_page && response.ok ? 404 : status;
		throw readFailure({ status: failed, headers, body: body ?? text, now: tools.now() }, sent);
	}
	if (body === undefined) throw badAnswer();
	return body;
}
