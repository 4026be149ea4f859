import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { Price } from "#providers/prices.ts";
import type { Context } from "#worker/context.ts";
import type { Amount, DayLimit } from "./day.ts";
import { openDayLedger } from "./day-ledger.ts";

/** The budget that a step of a run needs. */
export type Need = Amount & {
	/** Unique within the run: repeating a reservation adds nothing. */
	step: string;
	/** Replaces what was reserved for the step; otherwise a reservation is never lowered. */
	exact?: true;
};

/** The day's budget for calls to providers. */
export interface Budget {
	/** Reserves all of it, or nothing and returns why the run cannot go on today. */
	reserve(run_id: string, needs: Need[]): Promise<RunError | null>;
	/** Replaces what was reserved for a run with what it used. */
	reconcile(run_id: string, spent: Amount): Promise<void>;
	/** The panel's prices; null if unknown. */
	prices: Partial<Record<Provider, Price | null>>;
}

/** The site's budget of the day; it refuses nothing if no limit is set. */
export function openBudget(
	context: Pick<Context, "settings" | "objects" | "now" | "providers">,
): Budget {
	const ledger = openDayLedger(context);
	return {
		prices: context.providers.prices,
		async reserve(run_id, needs) {
			const answer = await ledger?.reserve(run_id, needs);
			return answer?.ok === false ? dayIsSpent(answer) : null;
		},
		reconcile: async (run_id, spent) => ledger?.reconcile(run_id, spent),
	};
}

/** The failure that says which limit of the day is used up. */
export const BUDGET_FAILURES = {
	calls: "provider_budget_spent",
	usd: "spending_budget_spent",
} as const satisfies Record<DayLimit, FailureCode>;

/** Why no provider is called any more today. */
function dayIsSpent(answer: { limit: DayLimit; lifts_at_ms: number }) {
	return {
		...runFailure(BUDGET_FAILURES[answer.limit]),
		retry_at: new Date(answer.lifts_at_ms).toISOString(),
	};
}
