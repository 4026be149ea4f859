import type { Context } from "#worker/context.ts";
import type { Amount, DayLimit, DayLimits } from "./day.ts";

/** The same shape as `Need` in budget.ts, which imports this file. */
type Need = Amount & { step: string; exact?: true };

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

type Rpc = {
	reserve(run_id: string, needs: Need[], limits: DayLimits, now_ms: number): Promise<LedgerAnswer>;
	reconcile(run_id: string, spent: Amount, now_ms: number): Promise<void>;
	look(more: Amount, limits: DayLimits, now_ms: number): Promise<DayStanding>;
};

export type DayLedger = {
	reserve(run_id: string, needs: Need[]): Promise<LedgerAnswer>;
	reconcile(run_id: string, spent: Amount): Promise<void>;
	look(more: Amount): Promise<DayStanding>;
};

/** The part of the binding that is used here. */
type Namespace = { idFromName(name: string): unknown; get(id: never): unknown };

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
	namespace: Namespace,
	limits: DayLimits,
	now: () => number,
): DayLedger | null {
	if (!limits.calls && !limits.usd && !limits.searches) return null;
	const stub = namespace.get(namespace.idFromName("site") as never) as Rpc;
	return {
		reserve: (run_id, needs) => stub.reserve(run_id, needs, limits, now()),
		reconcile: (run_id, spent) => stub.reconcile(run_id, spent, now()),
		look: (more) => stub.look(more, limits, now()),
	};
}
