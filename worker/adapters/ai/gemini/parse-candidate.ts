import * as z from "zod";
import type { TokenCounts } from "#domain/prices.ts";
import { badAnswer, declined, reportedError } from "#pipeline/call-failure.ts";
import { sumOfKnown, tokenCount } from "../tokens.ts";

const Part = z.object({
	text: z.string().optional(),
	/** True for a summary of the model's thinking. */
	thought: z.boolean().optional(),
});
const Answer = z.object({
	candidates: z
		.array(
			z.object({
				content: z.object({ parts: z.array(Part).default([]) }).optional(),
				finishReason: z.string().optional(),
			}),
		)
		.default([]),
	promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});
const Modality = z.object({
	modality: z.string().catch(""),
	tokenCount,
});
const Counted = z.object({
	usageMetadata: z.object({
		promptTokenCount: tokenCount,
		candidatesTokenCount: tokenCount,
		thoughtsTokenCount: tokenCount,
		promptTokensDetails: z.array(Modality).catch([]),
	}),
});
const Trouble = z.object({ error: z.unknown().refine(Boolean) });

/** The ends that mean "I will not say this". */
const REFUSALS = new Set([
	"SAFETY",
	"RECITATION",
	"BLOCKLIST",
	"PROHIBITED_CONTENT",
	"SPII",
]);

/** Thinking is billed as output; sound is told from the rest of the prompt. */
export function candidateTokens(body: unknown): TokenCounts {
	const usage = Counted.safeParse(body).data?.usageMetadata;
	if (!usage) return { input: null, output: null, audio: null };
	const sounds = usage.promptTokensDetails
		.filter(({ modality }) => modality === "AUDIO")
		.map((part) => part.tokenCount);
	return {
		input: usage.promptTokenCount,
		output: sumOfKnown([usage.candidatesTokenCount, usage.thoughtsTokenCount]),
		audio: sumOfKnown(sounds),
	};
}

/** The text of a generated answer, whole and not a refusal. Throws CallFailure. */
export function candidateText(body: unknown): string {
	if (Trouble.safeParse(body).success) throw reportedError();
	const answer = Answer.safeParse(body);
	if (!answer.success) throw badAnswer();
	const { candidates, promptFeedback } = answer.data;
	if (promptFeedback?.blockReason !== undefined) throw declined();
	const [candidate] = candidates;
	const end = candidate?.finishReason ?? "STOP";
	if (REFUSALS.has(end)) throw declined();
	if (end === "MAX_TOKENS") throw badAnswer("the answer was cut off");
	if (end !== "STOP") throw badAnswer();
	const text = (candidate?.content?.parts ?? [])
		.filter(({ thought }) => thought !== true)
		.map((part) => part.text ?? "")
		.join("");
	if (text === "") throw badAnswer("the answer was empty");
	return text;
}
