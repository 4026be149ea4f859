import { DurableObject } from "cloudflare:workers";
import type { SqlStorageValue } from "@cloudflare/workers-types";
import {
	type Amount,
	type DayLimits,
	type DayStanding,
	dayBefore,
	endOfDay,
	type LedgerAnswer,
	limitPassedBy,
	type Need,
	utcDay,
} from "#features/spending/day.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS entry (
	run_id TEXT NOT NULL, step TEXT NOT NULL, day TEXT NOT NULL,
	calls INTEGER NOT NULL, usd REAL NOT NULL, searches INTEGER NOT NULL, PRIMARY KEY (run_id, step))`;
/** The `step` of the entry that replaces a run's reservations when it ends. */
const SPENT = "spent";
/** A run may end on the day after its budget was reserved. */
const DAYS_KEPT = 2;

/**
 * The usage of the site's runs on a UTC day: the reserved amount until a run ends, then the
 * actual one. Checking the limits and reserving is a single synchronous step, so concurrent
 * callers cannot exceed a limit.
 */
export class DayLedger extends DurableObject {
	#sql = this.ctx.storage.sql;

	#is_open = false;

	/** The constructor writes nothing, so that looking for a ledger creates none. */
	#open(): void {
		if (this.#is_open) return;
		this.#sql.exec(SCHEMA);
		this.#is_open = true;
	}

	/**
	 * Reserves all needs, or reserves nothing and names the limit that prevents it. Repeating the
	 * call reserves nothing more.
	 */
	reserve(run_id: string, needs: Need[], limits: DayLimits, now_ms: number): LedgerAnswer {
		this.#open();
		const today = utcDay(now_ms);
		this.#sql.exec("DELETE FROM entry WHERE day < ?", dayBefore(now_ms, DAYS_KEPT));
		const wanted = needs.map((need) => this.#wanted(run_id, need));
		const more = {
			calls: wanted.reduce((sum, it) => sum + it.more.calls, 0),
			usd: wanted.reduce((sum, it) => sum + it.more.usd, 0),
			searches: wanted.reduce((sum, it) => sum + it.more.searches, 0),
		};
		const passed = limitPassedBy(more, this.#taken(today), limits);
		if (passed) return { ok: false, limit: passed, lifts_at_ms: endOfDay(now_ms) };
		for (const { step, total } of wanted)
			this.#sql.exec(
				`INSERT INTO entry (run_id, step, day, calls, usd, searches) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET calls = excluded.calls, usd = excluded.usd,
				searches = excluded.searches`,
				run_id,
				step,
				today,
				total.calls,
				total.usd,
				total.searches,
			);
		return { ok: true };
	}

	/** Replaces a run's reservation by its actual usage. */
	reconcile(run_id: string, spent: Amount, now_ms: number): void {
		this.#open();
		const [first] = this.#rows("SELECT min(day) AS day FROM entry WHERE run_id = ?", run_id);
		const day = String(first?.day ?? utcDay(now_ms));
		this.#sql.exec("DELETE FROM entry WHERE run_id = ?", run_id);
		this.#sql.exec(
			"INSERT INTO entry (run_id, step, day, calls, usd, searches) VALUES (?, ?, ?, ?, ?, ?)",
			run_id,
			SPENT,
			day,
			spent.calls,
			spent.usd,
			spent.searches ?? 0,
		);
	}

	/** Returns whether `more` fits into the day, without reserving it, and the day's usage. */
	look(more: Amount, limits: DayLimits, now_ms: number): DayStanding {
		this.#open();
		const taken = this.#taken(utcDay(now_ms));
		return {
			day: utcDay(now_ms),
			lifts_at_ms: endOfDay(now_ms),
			taken,
			passed: limitPassedBy(more, taken, limits),
		};
	}

	#wanted(run_id: string, need: Need) {
		const [row] = this.#rows(
			"SELECT calls, usd, searches FROM entry WHERE run_id = ? AND step = ?",
			run_id,
			need.step,
		);
		const had = amountIn(row);
		const least = need.exact ? NOTHING : had;
		const total = {
			calls: Math.max(least.calls, need.calls),
			usd: Math.max(least.usd, need.usd),
			searches: Math.max(least.searches, need.searches ?? 0),
		};
		const more = {
			calls: total.calls - had.calls,
			usd: total.usd - had.usd,
			searches: total.searches - had.searches,
		};
		return { step: need.step, total, more };
	}

	#taken(day: string): Required<Amount> {
		const [row] = this.#rows(
			"SELECT sum(calls) AS calls, sum(usd) AS usd, sum(searches) AS searches FROM entry WHERE day = ?",
			day,
		);
		return amountIn(row);
	}

	#rows(query: string, ...bindings: SqlStorageValue[]) {
		return this.#sql.exec(query, ...bindings).toArray();
	}
}

const NOTHING: Required<Amount> = { calls: 0, usd: 0, searches: 0 };

function amountIn(row: Record<string, SqlStorageValue> | undefined): Required<Amount> {
	const amount = (name: keyof Amount) => Number(row?.[name] ?? 0);
	return { calls: amount("calls"), usd: amount("usd"), searches: amount("searches") };
}
