import type { Judgement } from "#features/evidence/judgement.ts";
import { judgeAnswer, parseEvidenceAnswer } from "#features/evidence/parse-judgement.ts";
import { type EvidenceInput, evidenceQuestion } from "#features/evidence/rate-question.ts";
import { parsePlans, planQuestion, type StatementPlan } from "#features/evidence/search-plan.ts";
import { askModel, type Client, type Model, type ModelCall } from "#providers/client.ts";
import { EXTRACTION_MAX_BYTES, RATING_MAX_BYTES } from "#providers/limits.ts";
import type { CallContext, Outcome } from "#providers/retrying-call.ts";

export type EvidenceRatingInput = EvidenceInput & {
	/** BCP 47, or null. */
	language: string | null;
};

export type EvidenceRating = {
	judgement: Judgement;
	/**
	 * The query that the rater would search for next; null unless its verdict is
	 * "not_enough_evidence".
	 */
	next_query: string | null;
};

/** Requests a rating based on passages, and checks each of its quotes. */
export async function rateByEvidence(
	client: Client,
	input: EvidenceRatingInput,
	context: CallContext,
): Promise<Outcome<EvidenceRating>> {
	const question = evidenceQuestion(input, context.random);
	const outcome = await askModel(client, question, RATING_MAX_BYTES, parseEvidenceAnswer, context);
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

export type PlanInput = {
	statements: string[];
	/** YYYY-MM-DD, or null. */
	said_on: string | null;
};

export type Planner = Model & { plan: ModelCall<PlanInput, StatementPlan[]> };

/** Plans the searches of a whole run with one call. */
export function createPlanner(client: Client): Planner {
	const { provider, model } = client;
	return {
		provider,
		model,
		plan: ({ statements, said_on }, context) => {
			const question = planQuestion(statements, said_on, context.random);
			const parse = (text: string) => parsePlans(text, statements);
			return askModel(client, question, EXTRACTION_MAX_BYTES, parse, context);
		},
	};
}
