import type { Provider } from "#contract/ids.ts";
import { ratingFallback, WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";

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
		input: {
			statement: statement.content,
			said_on: run.metadata?.published_at?.slice(0, 10) ?? null,
		},
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
		rating: {
			provider,
			model: outcome.model,
			status,
			...outcome.answer,
			...WITHOUT_PAGES,
		},
		...WITHOUT_JUDGEMENT,
		calls,
	};
}
