import type { Provider } from "#contract/ids.ts";
import type { Rating } from "#contract/statement.ts";
import { type Judgement, weighJudgement } from "#features/evidence/judgement.ts";
import { type GivenRating, ratingFallback, WITHOUT_PAGES } from "#features/raters/consensus.ts";
import type { RatingAnswer } from "#features/raters/parse-rating.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import type { RatingInput } from "#features/raters/rater.ts";
import { givenPassages } from "../given-to-raters.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { type Round, ratingKey } from "../task.ts";
import { saidOn, spokenWords, startedOn, videoNames } from "./find-evidence.ts";

/** Of a rating from memory. */
const WITHOUT_JUDGEMENT = { judgement: null, next_query: null };

/**
 * One provider's rating of one statement. If the provider fails, the rating is recorded as
 * failed.
 */
export async function rateStatement(
	deps: StepDeps,
	run: LiveRun,
	index: number,
	provider: Provider,
): Promise<TaskOutputs["rate"]> {
	const statement = run.chosen?.[index];
	if (!statement) throw new Error(`There is no statement ${index}.`);
	const outcome = await deps.call({
		kind: "rate",
		provider,
		input: { statement: statement.content, said_on: saidOn(run), said_in: null },
	});
	const calls = run.input.simulated
		? []
		: [toCallRecord(`rate:${index}:${provider}`, provider, outcome)];
	if (!outcome.ok)
		return {
			rating: ratingFallback(provider, outcome.model, outcome.message),
			...WITHOUT_JUDGEMENT,
			calls,
		};
	const status = run.input.simulated ? "simulated" : "ok";
	return {
		rating: { provider, model: outcome.model, status, ...outcome.answer, ...WITHOUT_PAGES },
		...WITHOUT_JUDGEMENT,
		calls,
	};
}

/** One provider's rating of one statement based on the passages, or its lean if there are none. */
export async function rateStatementByEvidence(
	deps: StepDeps,
	run: LiveRun,
	index: number,
	provider: Provider,
	round: Round,
): Promise<TaskOutputs["rate"]> {
	const chosen = run.chosen?.[index];
	if (!chosen) throw new Error(`There is no statement ${index}.`);
	const statement = chosen.content;
	const { given } = givenPassages(run, index, round);
	const said_on = saidOn(run);
	const said_in = { spoken: spokenWords(chosen), video: videoNames(run) };
	const outcome =
		given.length > 0
			? await deps.call({
					kind: "rate_by_evidence",
					provider,
					input: {
						...said_in,
						statement,
						said_on,
						today: startedOn(run),
						passages: given,
						language: run.transcript?.language ?? null,
					},
				})
			: await askLean(deps, provider, { statement, said_on, said_in });
	const task = `rate:${ratingKey(index, provider, round)}`;
	const calls = run.input.simulated ? [] : [toCallRecord(task, provider, outcome)];
	const { model } = outcome;
	if (!outcome.ok)
		return {
			rating: ratingFallback(provider, model, outcome.message),
			judgement: null,
			next_query: null,
			calls,
		};
	const { judgement, next_query } = outcome.answer;
	const { score, confidence, explanation } = judgement;
	const rating: GivenRating = {
		provider,
		model,
		score,
		confidence,
		explanation,
		status: statusOf(judgement, run.input.simulated),
		sources: [],
		...WITHOUT_PAGES,
	};
	return { rating, judgement, next_query, calls };
}

function statusOf(judgement: Judgement, simulated: boolean): Rating["status"] {
	if (simulated) return "simulated";
	return weighJudgement(judgement) === "unsupported" ? "unsupported" : "ok";
}

/** Asks for the provider's lean on a statement for which no passages were found. */
async function askLean(deps: StepDeps, provider: Provider, input: RatingInput) {
	const outcome = await deps.call({ kind: "rate", provider, input });
	if (!outcome.ok) return outcome;
	const judgement = leanAlone(outcome.answer);
	return { ...outcome, answer: { judgement, next_query: null } };
}

function leanAlone({ score, confidence, explanation }: RatingAnswer): Judgement {
	return {
		verdict: "not_enough_evidence",
		when_said: "unknown",
		today: "unknown",
		score,
		confidence,
		explanation,
		missing: "",
		lean: { score, confidence },
		citations: [],
		dropped: [],
	};
}
