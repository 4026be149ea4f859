import { type DayLedger, dayLedger } from "#adapters/durable/day-ledger.ts";
import { runFailure } from "#domain/failures.ts";
import type { DayLimit } from "#domain/spending/judge-need.ts";
import type { Budget } from "#pipeline/budget.ts";
import type { Bindings } from "../bindings.ts";
import type { Settings } from "../env.ts";
import type { ConfiguredProviders } from "./providers.ts";

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
