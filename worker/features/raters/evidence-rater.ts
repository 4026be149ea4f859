import { judgeAnswer, parseEvidenceAnswer } from "#features/evidence/parse-judgement.ts";
import { evidenceQuestion } from "#features/evidence/rate-question.ts";
import { parsePlans, planQuestion } from "#features/evidence/search-plan.ts";
import type { Client } from "#providers/client.ts";
import { EXTRACTION_MAX_BYTES, RATING_MAX_BYTES } from "#providers/limits.ts";
import type {
	CallContext,
	EvidenceRating,
	EvidenceRatingInput,
	Outcome,
	Planner,
} from "#providers/providers.ts";
import { callWithRetries } from "#providers/retrying-call.ts";

/** Requests a rating based on passages, and checks each of its quotes. */
export async function rateByEvidence(
	client: Client,
	input: EvidenceRatingInput,
	context: CallContext,
): Promise<Outcome<EvidenceRating>> {
	const question = evidenceQuestion(input, context.random);
	const outcome = await callWithRetries(
		{
			model: client.model,
			max_bytes: RATING_MAX_BYTES,
			attempt: async (tools) => parseEvidenceAnswer(await client.ask(question, tools)),
		},
		context,
	);
	if (!outcome.ok) return outcome;
	const { answer } = outcome;
	const statement = { content: input.statement, language: input.language };
	return {
		...outcome,
		answer: {
			judgement: judgeAnswer(answer, input.passages, statement),
			next_query: answer.next_query,
		},
	};
}

/** Plans the searches of a whole run with one call. */
export function createPlanner(client: Client): Planner {
	const { provider, model } = client;
	return {
		provider,
		model,
		plan: ({ statements, said_on }, context) => {
			const question = planQuestion(statements, said_on, context.random);
			return callWithRetries(
				{
					model,
					max_bytes: EXTRACTION_MAX_BYTES,
					attempt: async (tools) => parsePlans(await client.ask(question, tools), statements),
				},
				context,
			);
		},
	};
}
