import * as z from "zod";
import type { TokenCounts } from "#domain/prices.ts";
import { badAnswer, declined, reportedError } from "#pipeline/call-failure.ts";
import { tokenCount } from "../tokens.ts";

const Completion = z.object({
	choices: z
		.array(
			z.object({
				finish_reason: z.string().nullish(),
				message: z.object({
					content: z.string().nullish(),
					refusal: z.string().nullish(),
				}),
			}),
		)
		.min(1),
});
const Counted = z.object({
	usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }),
});
const Trouble = z.object({ error: z.unknown().refine(Boolean) });

/** The prompt's count holds what came from a cache, the answer's what was thought. */
export function completionTokens(body: unknown): TokenCounts {
	const usage = Counted.safeParse(body).data?.usage;
	return {
		input: usage?.prompt_tokens ?? null,
		output: usage?.completion_tokens ?? null,
		audio: null,
	};
}

/** The text of a chat completion, whole and not a refusal. Throws CallFailure. */
export function completionText(body: unknown): string {
	if (Trouble.safeParse(body).success) throw reportedError();
	const [choice] = Completion.safeParse(body).data?.choices ?? [];
	if (choice === undefined) throw badAnswer();
	const { finish_reason, message } = choice;
	if (message.refusal || finish_reason === "content_filter") throw declined();
	if (finish_reason === "length") throw badAnswer("the answer was cut off");
	if (!message.content) throw badAnswer("the answer was empty");
	return message.content;
}
