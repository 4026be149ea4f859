import type { Question } from "../client.ts";

/** Thinks unless told not to; takes a temperature only when it does not. */
const THINKS_UNLESS_TOLD = /^gpt-(?:5\.[1-9]|[6-9])/;
/** Always thinks, and takes no temperature. */
const ALWAYS_THINKS = /^(?:gpt-5|o[1-9])(?:-|$)/;
/** Thought counts against the answer's tokens. */
const THINKING_TOKENS = 2_000;

type Parameters = {
	temperature?: number;
	/** What servers other than OpenAI's know. */
	max_tokens?: number;
	max_completion_tokens?: number;
	reasoning_effort?: "none" | "low";
};

/** The sampling parameters that a model takes. */
export function parametersFor(
	model: string,
	{ temperature, max_tokens }: Pick<Question, "temperature" | "max_tokens">,
): Parameters {
	if (THINKS_UNLESS_TOLD.test(model))
		return {
			temperature,
			max_completion_tokens: max_tokens,
			reasoning_effort: "none",
		};
	if (ALWAYS_THINKS.test(model))
		return {
			max_completion_tokens: max_tokens + THINKING_TOKENS,
			reasoning_effort: "low",
		};
	return { temperature, max_tokens };
}
