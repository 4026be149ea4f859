import type { Bindings } from "#worker/bindings.ts";
import type { Context } from "#worker/context.ts";
import type { Amount, DayLimit, DayLimits, Need } from "./day.ts";

export type LedgerAnswer = { ok: true } | { ok: false; limit: DayLimit; lifts_at_ms: number };

export type DayStanding = {
	/** The UTC day as YYYY-MM-DD. */
	day: string;
	/** When the limits reset, in epoch milliseconds. */
	lifts_at_ms: number;
	taken: Amount;
	/** The limit that has no room for the amount, or null. */
	passed: DayLimit | null;
};

export type DayLedger = {
	reserve(run_id: string, needs: Need[]): Promise<LedgerAnswer>;
	reconcile(run_id: string, spent: Amount): Promise<void>;
	look(more: Amount): Promise<DayStanding>;
};

/** The site's ledger; null if no limit is set. */
export function openDayLedger({
	settings: { LIMIT_PROVIDER_CALLS, LIMIT_SPENDING_USD, LIMIT_SEARCH_CALLS },
	objects,
	now,
}: Pick<Context, "settings" | "now"> & {
	objects: Pick<Context["objects"], "DAY_LEDGER">;
}): DayLedger | null {
	const limits = {
		calls: LIMIT_PROVIDER_CALLS,
		usd: LIMIT_SPENDING_USD,
		searches: LIMIT_SEARCH_CALLS,
	};
	return dayLedger(objects.DAY_LEDGER, limits, () => now().getTime());
}

/**
 * The object that counts for the whole site; null if no limit is set, so that nothing is counted.
 */
export function dayLedger(
	namespace: Bindings["DAY_LEDGER"],
	limits: DayLimits,
	now: () => number,
): DayLedger | null {
	if (!limits.calls && !limits.usd && !limits.searches) return null;
	const stub = namespace.getByName("site");
	return {
		reserve: (run_id, needs) => stub.reserve(run_id, needs, limits, now()),
		reconcile: (run_id, spent) => stub.reconcile(run_id, spent, now()),
		look: (more) => stub.look(more, limits, now()),
	};
}
