import { DurableObject } from "cloudflare:workers";
import type { SqlStorageValue } from "@cloudflare/workers-types";
import type { Need } from "#features/spending/budget.ts";
import {
	type Amount,
	type DayLimits,
	dayBefore,
	endOfDay,
	limitPassedBy,
	utcDay,
} from "#features/spending/day.ts";
import type {
	DayStanding,
	LedgerAnswer,
} from "#features/spending/day-ledger.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS entry (
	run_id TEXT NOT NULL, step TEXT NOT NULL, day TEXT NOT NULL,
	calls INTEGER NOT NULL, usd REAL NOT NULL, PRIMARY KEY (run_id, step))`;
/** The step of an entry for a run that has ended. */
const SPENT = "spent";
/** A run may end on the day after its budget was reserved. */
const DAYS_KEPT = 2;

/**
 * What the site's runs use of a day (UTC): the reserved amount until a run ends, then the
 * actual one. Checking the limits and reserving is one step, also for concurrent callers.
 */
export class DayLedger extends DurableObject {
	#sql = this.ctx.storage.sql;

	/**
	 * Reserves all of it, or nothing and names the limit that prevents it. Repeating the
	 * call reserves nothing more.
	 */
	reserve(
		run_id: string,
		needs: Need[],
		limits: DayLimits,
		now_ms: number,
	): LedgerAnswer {
		this.#sql.exec(SCHEMA);
		const today = utcDay(now_ms);
		this.#sql.exec(
			"DELETE FROM entry WHERE day < ?",
			dayBefore(now_ms, DAYS_KEPT),
		);
		const wanted = needs.map((need) => this.#wanted(run_id, need));
		const more = {
			calls: wanted.reduce((sum, it) => sum + it.more.calls, 0),
			usd: wanted.reduce((sum, it) => sum + it.more.usd, 0),
		};
		const passed = limitPassedBy(more, this.#taken(today), limits);
		if (passed)
			return { ok: false, limit: passed, lifts_at_ms: endOfDay(now_ms) };
		for (const { step, total } of wanted)
			this.#sql.exec(
				`INSERT INTO entry (run_id, step, day, calls, usd) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET calls = excluded.calls, usd = excluded.usd`,
				run_id,
				step,
				today,
				total.calls,
				total.usd,
			);
		return { ok: true };
	}

	/** Replaces what was reserved for a run with what it used. */
	reconcile(run_id: string, spent: Amount, now_ms: number): void {
		this.#sql.exec(SCHEMA);
		const [first] = this.#rows(
			"SELECT min(day) AS day FROM entry WHERE run_id = ?",
			run_id,
		);
		const day = String(first?.day ?? utcDay(now_ms));
		this.#sql.exec("DELETE FROM entry WHERE run_id = ?", run_id);
		this.#sql.exec(
			"INSERT INTO entry (run_id, step, day, calls, usd) VALUES (?, ?, ?, ?, ?)",
			run_id,
			SPENT,
			day,
			spent.calls,
			spent.usd,
		);
	}

	/** Whether `more` fits into the day, without reserving it, and how much of the day is used. */
	look(more: Amount, limits: DayLimits, now_ms: number): DayStanding {
		this.#sql.exec(SCHEMA);
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
			"SELECT calls, usd FROM entry WHERE run_id = ? AND step = ?",
			run_id,
			need.step,
		);
		const had = { calls: Number(row?.calls ?? 0), usd: Number(row?.usd ?? 0) };
		const least = need.exact ? { calls: 0, usd: 0 } : had;
		const total = {
			calls: Math.max(least.calls, need.calls),
			usd: Math.max(least.usd, need.usd),
		};
		const more = { calls: total.calls - had.calls, usd: total.usd - had.usd };
		return { step: need.step, total, more };
	}

	#taken(day: string): Amount {
		const [row] = this.#rows(
			"SELECT sum(calls) AS calls, sum(usd) AS usd FROM entry WHERE day = ?",
			day,
		);
		return { calls: Number(row?.calls ?? 0), usd: Number(row?.usd ?? 0) };
	}

	#rows(query: string, ...bindings: SqlStorageValue[]) {
		return this.#sql.exec(query, ...bindings).toArray();
	}
}
