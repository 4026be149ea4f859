import * as z from "zod";
import type { TokenCounts } from "#domain/prices.ts";
import { badAnswer, declined, reportedError } from "#pipeline/call-failure.ts";
import { sumOfKnown, tokenCount } from "../tokens.ts";

/** Thinking and other kinds of block stand beside the text. */
const Block = z.object({ type: z.string(), text: z.string().optional() });
const Message = z.object({
	content: z.array(Block),
	stop_reason: z.string().nullish(),
});
const Counted = z.object({
	usage: z.object({
		input_tokens: tokenCount,
		cache_creation_input_tokens: tokenCount,
		cache_read_input_tokens: tokenCount,
		output_tokens: tokenCount,
	}),
});
const Trouble = z.object({ error: z.unknown().refine(Boolean) });

/** Whole answers stop so; a forwarder may not say. */
const WHOLE = new Set(["end_turn", "stop_sequence"]);

/** What goes to or comes from a cache stands apart from the rest of the input. */
export function messageTokens(body: unknown): TokenCounts {
	const usage = Counted.safeParse(body).data?.usage;
	return {
		input: usage
			? sumOfKnown([
					usage.input_tokens,
					usage.cache_creation_input_tokens,
					usage.cache_read_input_tokens,
				])
			: null,
		output: usage?.output_tokens ?? null,
		audio: null,
	};
}

/** The text of a message, whole and not a refusal. Throws CallFailure. */
export function messageText(body: unknown): string {
	if (Trouble.safeParse(body).success) throw reportedError();
	const message = Message.safeParse(body);
	if (!message.success) throw badAnswer();
	const { content, stop_reason } = message.data;
	if (stop_reason === "refusal") throw declined();
	if (stop_reason && !WHOLE.has(stop_reason))
		throw badAnswer("the answer was cut off");
	const text = content
		.filter(({ type }) => type === "text")
		.map((block) => block.text ?? "")
		.join("");
	if (text === "") throw badAnswer("the answer was empty");
	return text;
}
