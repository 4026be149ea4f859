import { canDecide, type Verdict } from "#contract/verdicts.ts";
import { MAX_READ_QUOTES, type ReadQuote } from "#features/evidence/support-check.ts";
import { chooseReader, readStances } from "#features/evidence/support-rules.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { evidenceResult } from "../evidence-result.ts";
import { settledRound } from "../evidence-state.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { panelAnswers } from "../support-state.ts";
import { saidOn } from "./find-evidence.ts";

/** The output of a check without an answer: the verdict stands, not read a second time. */
export const UNREAD_SUPPORT: TaskOutputs["check_support"] = { support: null, calls: [] };

/**
 * Has a model that sees no rating read the quotes of a statement's verdict. The call was reserved in
 * the day's budget with the statement's ratings.
 */
export async function checkSupport(
	deps: StepDeps,
	run: LiveRun,
	index: number,
): Promise<TaskOutputs["check_support"]> {
	const statement = run.chosen?.[index];
	const round = settledRound(run, index);
	if (!statement || round === null) throw new Error(`Statement ${index} is not rated yet.`);
	const { verdict, quotes } = quotesToRead(run, index);
	if (verdict === "unverified") return UNREAD_SUPPORT;
	const by = chooseReader(panelAnswers(run, index, round), verdict);
	if (by === null) return UNREAD_SUPPORT;
	const { content, quote, speaker, context } = statement;
	const outcome = await deps.call({
		kind: "check_support",
		provider: by,
		input: { statement: content, said: quote, speaker, context, said_on: saidOn(run), quotes },
	});
	const calls = run.input.simulated ? [] : [toCallRecord(`check_support:${index}`, by, outcome)];
	return { support: outcome.ok ? { ...outcome.answer, by } : null, calls };
}

/**
 * The quotes that the verdict rests on, strongest first. Those of pages that never decide alone are
 * left out.
 */
function quotesToRead(run: LiveRun, index: number): { verdict: Verdict; quotes: ReadQuote[] } {
	const { result, evidence } = evidenceResult(run, index);
	const { verdict } = result;
	const stances = verdict === "unverified" ? [] : readStances(verdict);
	const quotes = evidence
		.filter((it) => canDecide(it) && stances.includes(it.stance))
		.slice(0, MAX_READ_QUOTES)
		.map(({ site, published_at, notice, before, quote, after }) => ({
			site,
			published_at,
			notice,
			before,
			quote,
			after,
		}));
	return { verdict, quotes };
}
