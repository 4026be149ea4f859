import type { Provider } from "#contract/ids.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { estimateCalls } from "#features/spending/estimate.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { taskKey } from "../task.ts";
import { standsUnread, unreadWordings, wordingsToRead } from "../wordings.ts";

/**
 * Has a model compare the wordings of one batch with what was said. A wording without an answer
 * is decided by the strict rule.
 */
export async function checkWordings(
	deps: StepDeps,
	run: LiveRun,
	batch: number,
): Promise<TaskOutputs["check_wording"]> {
	const unread = { wordings: unreadWordings(run, batch), calls: [] };
	const provider = run.input.simulated ? undefined : readerOf(deps, run);
	if (!provider) return unread;
	const task = taskKey({ kind: "check_wording", batch });
	const price = deps.budget.prices[provider] ?? null;
	const refused = await deps.budget.reserve(run.input.run_id, [
		{ step: task, ...estimateCalls("check_wording", 1, price) },
	]);
	if (refused) return unread;
	const read = wordingsToRead(run, batch);
	const wordings = read.map(([, { content, quote, speaker, context }]) => ({
		content,
		quote,
		speaker,
		...context,
	}));
	const outcome = await deps.call({ kind: "check_wording", provider, input: { wordings } });
	const calls = [toCallRecord(task, provider, outcome)];
	if (!outcome.ok) return { ...unread, calls };
	return {
		wordings: read.map(([statement, it], at) => {
			const says = outcome.answer[at] ?? null;
			const stands = says === null ? standsUnread(it) : says === "same" || says === "narrower";
			return { statement, stands };
		}),
		calls,
	};
}

/** A provider that did not write the wordings, if there is one. */
function readerOf({ wording_readers }: StepDeps, run: LiveRun): Provider | undefined {
	const writers = new Set([...run.found.values()].map(({ provider }) => provider));
	const by = run.selection.extraction?.by;
	return (
		wording_readers.find((it) => !writers.has(it) && it !== by) ??
		wording_readers.find((it) => it !== by) ??
		wording_readers[0]
	);
}
