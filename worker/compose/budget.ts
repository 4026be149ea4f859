import type { ConfiguredProviders } from "#features/raters/panel.ts";
import type { Budget } from "#features/spending/budget.ts";
import type { DayLimit } from "#features/spending/day.ts";
import { type DayLedger, dayLedger } from "#features/spending/day-ledger.ts";
import { runFailure } from "#http/problems.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Settings } from "#worker/env.ts";

const REASONS = {
	calls: "provider_budget_spent",
	usd: "spending_budget_spent",
} as const satisfies Record<DayLimit, string>;

/** Null where the day has no limit. */
export function composeLedger(
	env: Bindings,
	settings: Settings,
): DayLedger | null {
	const limits = {
		calls: settings.LIMIT_PROVIDER_CALLS,
		usd: settings.LIMIT_SPENDING_USD,
	};
	return dayLedger(env.DAY_LEDGER, limits, () => Date.now());
}

export function composeBudget(
	ledger: DayLedger | null,
	providers: ConfiguredProviders,
): Budget {
	return {
		prices: providers.prices,
		async reserve(run_id, needs) {
			const answer = await ledger?.reserve(run_id, needs);
			return answer?.ok === false ? dayIsSpent(answer) : null;
		},
		settle: async (run_id, spent) => ledger?.settle(run_id, spent),
	};
}

/** Why nothing more is asked of providers today. */
export function dayIsSpent(answer: { limit: DayLimit; lifts_at_ms: number }) {
	return {
		...runFailure(REASONS[answer.limit]),
		retry_at: new Date(answer.lifts_at_ms).toISOString(),
	};
}
