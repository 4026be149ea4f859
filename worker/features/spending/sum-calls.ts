import type { Provider } from "#contract/ids.ts";
import type { SourceId } from "#contract/verdicts.ts";
import type { Usage } from "#providers/prices.ts";
import type { Amount } from "./day.ts";

/** One call to an AI provider, or one paid search, stored for its cost. */
export type ProviderCallRecord = {
	/** Unique within the run: `<step>:<what>`, for example "rate:3:openai". */
	task: string;
	/** The source of a search that has a price. */
	provider: Provider | SourceId;
	/** Empty for a search. */
	model: string;
	ok: boolean;
	/** HTTP requests, including retries. */
	attempts: number;
	duration_ms: number;
	usage: Usage;
};

/** The fields that determine a call's cost. */
type BilledCall = Omit<ProviderCallRecord, "duration_ms">;

export type Spent = {
	calls: number;
	failed_calls: number;
	requests: number;
	input_tokens: number;
	output_tokens: number;
	/** The cost of the calls with a known price, in USD. */
	cost_usd: number;
	/** The number of calls without a known price. */
	unpriced_calls: number;
};

const NOTHING: Spent = {
	calls: 0,
	failed_calls: 0,
	requests: 0,
	input_tokens: 0,
	output_tokens: 0,
	cost_usd: 0,
	unpriced_calls: 0,
};

export function sumCalls(calls: readonly BilledCall[]): Spent {
	return calls.reduce((sum, call) => plus(sum, spentOn(call)), NOTHING);
}

/** What the calls of a run take of the day's limits. */
export function spentInDay(calls: readonly BilledCall[]): Amount {
	const isSearch = ({ task }: BilledCall) => stepName(task) === "search";
	const searches = sumCalls(calls.filter(isSearch));
	const others = sumCalls(calls.filter((call) => !isSearch(call)));
	return {
		calls: others.requests,
		searches: searches.requests,
		usd: others.cost_usd + searches.cost_usd,
	};
}

export type SpentBy = Spent & { provider: string; model: string; step: string };

/** The sums by provider, model and step, in order of appearance. */
export function sumCallsByStep(calls: readonly BilledCall[]): SpentBy[] {
	const sums = new Map<string, SpentBy>();
	for (const call of calls) {
		const { provider, model } = call;
		const step = stepName(call.task);
		const key = JSON.stringify([provider, model, step]);
		const sum = plus(sums.get(key) ?? NOTHING, spentOn(call));
		sums.set(key, { ...sum, provider, model, step });
	}
	return [...sums.values()];
}

function stepName(task: string): string {
	return task.split(":", 1)[0] ?? "";
}

function spentOn({ ok, attempts, usage }: BilledCall): Spent {
	const { input_tokens, output_tokens, cost_usd } = usage;
	// Vendors do not bill a failed call that reports no token counts.
	const used = ok || input_tokens !== null || output_tokens !== null;
	return {
		calls: 1,
		failed_calls: ok ? 0 : 1,
		requests: attempts,
		input_tokens: input_tokens ?? 0,
		output_tokens: output_tokens ?? 0,
		cost_usd: cost_usd ?? 0,
		unpriced_calls: used && cost_usd === null ? 1 : 0,
	};
}

function plus(one: Spent, other: Spent): Spent {
	return {
		calls: one.calls + other.calls,
		failed_calls: one.failed_calls + other.failed_calls,
		requests: one.requests + other.requests,
		input_tokens: one.input_tokens + other.input_tokens,
		output_tokens: one.output_tokens + other.output_tokens,
		cost_usd: one.cost_usd + other.cost_usd,
		unpriced_calls: one.unpriced_calls + other.unpriced_calls,
	};
}
