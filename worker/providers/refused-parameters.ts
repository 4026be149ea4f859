import * as z from "zod";
import { CallFailure } from "./call-failure.ts";
import type { ErrorAnswer } from "./client.ts";

/** Parameters that a request can do without, and how the vendors' errors name them. */
const NAMES = {
	thinking: /thinking|reasoning|\bbudget\b/i,
	temperature: /temperature/i,
	media_resolution: /media.?resolution/i,
	schema: /response_?format|response_?(?:json_?)?schema|output_?(?:config|format)|json_schema/i,
	max_tokens: /max_tokens/i,
} as const;
type OptionalParameter = keyof typeof NAMES;

/** No vendor's message is longer; it may repeat parts of the request. */
const MAX_MESSAGE_CHARS = 2_000;

/** The errors of all three vendors: OpenAI names the parameter, Google the field. */
const Refusal = z.object({
	error: z.object({
		message: z.string().catch(""),
		param: z.string().nullable().catch(null),
		details: z
			.array(
				z
					.object({ fieldViolations: z.array(z.object({ field: z.string().catch("") })) })
					.catch({ fieldViolations: [] }),
			)
			.catch([]),
	}),
});

/** The parameters that one model has refused. */
export type Refusals = {
	has: (parameter: OptionalParameter) => boolean;
	/**
	 * The failure for an error that names a parameter which was not refused before: another attempt
	 * without it may succeed. null for any other error.
	 */
	failureOf: (answer: Pick<ErrorAnswer, "status" | "body">) => CallFailure | null;
};

/** `optional`: what the vendor's requests can do without. */
export function createRefusals(optional: readonly OptionalParameter[]): Refusals {
	const refused = new Set<OptionalParameter>();
	return {
		has: (parameter) => refused.has(parameter),
		failureOf: ({ status, body }) => {
			if (status !== 400) return null;
			const parameter = namedIn(body, optional);
			if (parameter === null || refused.has(parameter)) return null;
			refused.add(parameter);
			return new CallFailure("refused", "the request was refused (400)", "now", { status });
		},
	};
}

/** The parameter that an error names first; null if it names none. */
function namedIn(body: unknown, optional: readonly OptionalParameter[]): OptionalParameter | null {
	const error = Refusal.safeParse(body).data?.error;
	if (error === undefined) return null;
	const fields = error.details.flatMap(({ fieldViolations }) =>
		fieldViolations.map(({ field }) => field),
	);
	const text = error.param || [...fields, error.message].join("\n").slice(0, MAX_MESSAGE_CHARS);
	const found = optional
		.map((parameter) => ({ parameter, at: text.search(NAMES[parameter]) }))
		.filter(({ at }) => at !== -1)
		.sort((a, b) => a.at - b.at);
	return found[0]?.parameter ?? null;
}
