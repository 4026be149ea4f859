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
/** The step under which a run that has ended stands. */
const SPENT = "spent";
/** A run may end on the day after the one it was counted on. */
const DAYS_KEPT = 2;

/**
 * What the site's runs take out of a day (UTC): set aside before they ask a
 * provider, and replaced by what they did take once they have ended. A day's
 * room is looked at and taken in one go, whoever asks at the same time.
 */
export class DayLedger extends DurableObject {
	#sql = this.ctx.storage.sql;

	/** Sets all of it aside, or nothing and says which limit stands against it. Asked again, it takes nothing more. */
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

	/** Puts what an ended run took in the place of what was set aside for it. */
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

	/** Whether there is room for `more` today, without taking it, and how the day stands. */
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
