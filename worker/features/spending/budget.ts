import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { Price } from "#providers/prices.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Context } from "#worker/context.ts";
import type { Settings } from "#worker/env.ts";
import type { Amount, DayLimit, Need, Passed, Payer } from "./day.ts";

/** The site's ledger of the day; null if no limit is set, so that nothing is counted. */
export function openDayLedger({
	settings: { LIMIT_PROVIDER_CALLS: calls, LIMIT_SPENDING_USD: usd, LIMIT_SEARCH_CALLS: searches },
	objects,
	now,
}: Pick<Context, "now"> & {
	settings: Pick<Settings, "LIMIT_PROVIDER_CALLS" | "LIMIT_SPENDING_USD" | "LIMIT_SEARCH_CALLS">;
	objects: Pick<Bindings, "DAY_LEDGER">;
}) {
	if (!calls && !usd && !searches) return null;
	const limits = { calls, usd, searches };
	const stub = objects.DAY_LEDGER.getByName("site");
	const now_ms = () => now().getTime();
	return {
		reserve: (run_id: string, needs: Need[]) => stub.reserve(run_id, needs, limits, now_ms()),
		reconcile: (run_id: string, spent: Amount) => stub.reconcile(run_id, spent, now_ms()),
		look: (more: Amount) => stub.look(more, limits, now_ms()),
		admit: (run_id: string, payer: Payer, more: Amount) =>
			stub.admit(run_id, payer, more, limits, now_ms()),
		takers: () => stub.takers(now_ms()),
	};
}

/** The daily budget for provider calls. */
export interface Budget {
	/**
	 * Reserves all needs, or reserves nothing and returns the reason for which the run cannot
	 * continue today.
	 */
	reserve(run_id: string, needs: Need[]): Promise<RunError | null>;
	/** Replaces a run's reservation by its actual usage. */
	reconcile(run_id: string, spent: Amount): Promise<void>;
	/** The panel's prices; null if unknown. */
	prices: Partial<Record<Provider, Price | null>>;
}

/** The site's daily budget. Without limits it never refuses. */
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

/** The failure for each of the site's daily limits. */
const SITE_FAILURES = {
	calls: "provider_budget_spent",
	usd: "spending_budget_spent",
	/** Ends no run: sources that cost nothing are still asked. */
	searches: "spending_budget_spent",
} as const satisfies Record<DayLimit, FailureCode>;

/** The failure for a limit or share of the day that has no room. */
export function budgetFailure({ limit, of }: Passed): FailureCode {
	return of === "site" ? SITE_FAILURES[limit] : `${of}_share_spent`;
}

/** Why no more providers are called today. */
function dayIsSpent(answer: Passed & { lifts_at_ms: number }) {
	return {
		...runFailure(budgetFailure(answer)),
		retry_at: new Date(answer.lifts_at_ms).toISOString(),
	};
}
