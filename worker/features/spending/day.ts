import { DAY_MS } from "#worker/durations.ts";

/** The UTC day of an instant, as YYYY-MM-DD. */
export function utcDay(now_ms: number): string {
	return new Date(now_ms).toISOString().slice(0, "2026-01-31".length);
}

/** The UTC day `days` before an instant, as YYYY-MM-DD. */
export function dayBefore(now_ms: number, days: number): string {
	return utcDay(now_ms - days * DAY_MS);
}

/** The end of an instant's UTC day in epoch milliseconds, when the limits reset. */
export function endOfDay(now_ms: number): number {
	return (Math.floor(now_ms / DAY_MS) + 1) * DAY_MS;
}

/** Calls to providers, paid searches, and the estimated cost of both in USD. */
export type Amount = {
	calls: number;
	usd: number;
	/** None if absent. */
	searches?: number;
};

/** The budget that a step of a run needs. */
export type Need = Amount & {
	/** Unique within the run, so that repeating a reservation adds nothing. */
	step: string;
	/** Replaces the step's reservation. Otherwise a reservation is never lowered. */
	exact?: true;
};

/** The daily limits of the whole site; 0 means unlimited. */
export type DayLimits = Amount;

export type DayLimit = keyof DayLimits;

/** Whose limit or share of the day has no room. */
export type Passed = { limit: DayLimit; of: "site" | "member" | "network" };

export type LedgerAnswer = { ok: true } | ({ ok: false; lifts_at_ms: number } & Passed);

/** Who has a run analyzed, and the most that they may take of the day. */
export type Payer = {
	member: string;
	/** Of an address with several spellings; the ledger keeps a salted hash. */
	mailbox: string | null;
	/** As `networkOf` returns it; the ledger keeps a salted hash. null if it tells nobody apart. */
	network: string | null;
	/** Whether the account is too young for a whole share. */
	is_new: boolean;
	shares: { member: DayLimits; network: DayLimits };
};

/** What one member or network has taken of the day. */
export type Taker = {
	/** null for a network. */
	member: string | null;
	is_new: boolean;
	taken: Required<Amount>;
};

export type DayStanding = {
	/** The UTC day as YYYY-MM-DD. */
	day: string;
	/** When the limits reset, in epoch milliseconds. */
	lifts_at_ms: number;
	taken: Amount;
	/** The limit or share that has no room for the amount, or null. */
	passed: Passed | null;
};

/** Sums of costs have rounding errors up to this size. */
const ROUNDING_USD = 1e-9;

/** The limit that `taken` plus `more` would exceed; null if none. */
export function limitPassedBy(more: Amount, taken: Amount, limits: DayLimits): DayLimit | null {
	const passes = (limit: DayLimit, slack: number) =>
		(limits[limit] ?? 0) > 0 &&
		(more[limit] ?? 0) > 0 &&
		(taken[limit] ?? 0) + (more[limit] ?? 0) > (limits[limit] ?? 0) + slack;
	if (passes("calls", 0)) return "calls";
	if (passes("searches", 0)) return "searches";
	if (passes("usd", ROUNDING_USD)) return "usd";
	return null;
}
