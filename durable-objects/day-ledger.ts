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
	type Passed,
	type Payer,
	type Taker,
	utcDay,
} from "#features/spending/day.ts";
import { networkHash } from "#identity/network.ts";
import { newToken } from "#identity/tokens.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS entry (
	run_id TEXT NOT NULL, step TEXT NOT NULL, day TEXT NOT NULL,
	calls INTEGER NOT NULL, usd REAL NOT NULL, searches INTEGER NOT NULL, PRIMARY KEY (run_id, step))`;
/** Who has a run analyzed: apart from the entries, so that a ledger of 1.0.0 needs no change. */
const PAYERS = `CREATE TABLE IF NOT EXISTS payer (
	run_id TEXT PRIMARY KEY, day TEXT NOT NULL, member TEXT NOT NULL, network TEXT,
	is_new INTEGER NOT NULL, shares TEXT NOT NULL)`;
/** The account that pays for all accounts of its mailbox; the mailbox is a salted hash. */
const MAILBOXES = `CREATE TABLE IF NOT EXISTS mailbox (
	hash TEXT PRIMARY KEY, day TEXT NOT NULL, member TEXT NOT NULL)`;
const SALTS = "CREATE TABLE IF NOT EXISTS salt (day TEXT PRIMARY KEY, salt TEXT NOT NULL)";
/** Of each kind; the operator looks for the largest. */
const TAKERS_SHOWN = 5;

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
		for (const table of [SCHEMA, PAYERS, MAILBOXES, SALTS]) this.#sql.exec(table);
		this.#is_open = true;
	}

	/**
	 * Reserves all needs, or reserves nothing and names the limit that prevents it. Repeating the
	 * call reserves nothing more.
	 */
	reserve(run_id: string, needs: Need[], limits: DayLimits, now_ms: number): LedgerAnswer {
		this.#open();
		const today = utcDay(now_ms);
		this.#forget(now_ms);
		const wanted = needs.map((need) => this.#wanted(run_id, need));
		const more = {
			calls: wanted.reduce((sum, it) => sum + it.more.calls, 0),
			usd: wanted.reduce((sum, it) => sum + it.more.usd, 0),
			searches: wanted.reduce((sum, it) => sum + it.more.searches, 0),
		};
		const passed = this.#passed(run_id, more, limits, today);
		if (passed) return { ok: false, ...passed, lifts_at_ms: endOfDay(now_ms) };
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
		return this.#standing("", more, limits, now_ms);
	}

	/** The same for a run that is about to start, whose payer is noted. */
	admit(
		run_id: string,
		{ member, mailbox, network, is_new, shares }: Payer,
		more: Amount,
		limits: DayLimits,
		now_ms: number,
	): DayStanding {
		this.#open();
		this.#forget(now_ms);
		const day = utcDay(now_ms);
		this.#sql.exec(
			"INSERT OR REPLACE INTO payer (run_id, day, member, network, is_new, shares) VALUES (?, ?, ?, ?, ?, ?)",
			run_id,
			day,
			mailbox === null ? member : this.#payerOf(day, mailbox, member),
			network && networkHash(this.#saltOf(day), network),
			is_new ? 1 : 0,
			JSON.stringify(shares),
		);
		return this.#standing(run_id, more, limits, now_ms);
	}

	/** The members and the networks that have taken the most calls of the day. */
	takers(now_ms: number): Taker[] {
		this.#open();
		const largest = (by: "member" | "network") =>
			this.#rows(
				`SELECT ${by} AS name, max(is_new) AS is_new, ${SUMS} FROM entry JOIN payer USING (run_id)
				WHERE entry.day = ? AND ${by} IS NOT NULL GROUP BY ${by} ORDER BY calls DESC, usd DESC LIMIT ${TAKERS_SHOWN}`,
				utcDay(now_ms),
			).map((row) => ({
				member: by === "member" ? String(row.name) : null,
				is_new: row.is_new === 1,
				taken: amountIn(row),
			}));
		return [...largest("member"), ...largest("network")];
	}

	#standing(run_id: string, more: Amount, limits: DayLimits, now_ms: number): DayStanding {
		const day = utcDay(now_ms);
		return {
			day,
			lifts_at_ms: endOfDay(now_ms),
			taken: this.#taken(day),
			passed: this.#passed(run_id, more, limits, day),
		};
	}

	/** The site's limit, or the share of the run's member or network, that has no room. */
	#passed(run_id: string, more: Amount, limits: DayLimits, day: string): Passed | null {
		const of_site = limitPassedBy(more, this.#taken(day), limits);
		if (of_site) return { limit: of_site, of: "site" };
		const [payer] = this.#rows(
			"SELECT member, network, shares FROM payer WHERE run_id = ?",
			run_id,
		);
		if (!payer) return null;
		const shares: Payer["shares"] = JSON.parse(String(payer.shares));
		for (const kind of ["member", "network"] as const) {
			const name = payer[kind];
			if (name == null) continue;
			const limit = limitPassedBy(more, this.#takenBy(kind, String(name), day), shares[kind]);
			if (limit) return { limit, of: kind };
		}
		return null;
	}

	#takenBy(by: "member" | "network", name: string, day: string): Required<Amount> {
		const [row] = this.#rows(
			`SELECT ${SUMS} FROM entry JOIN payer USING (run_id) WHERE entry.day = ? AND payer.${by} = ?`,
			day,
			name,
		);
		return amountIn(row);
	}

	/** The first account of the mailbox that had a run analyzed on this day. */
	#payerOf(day: string, mailbox: string, member: string): string {
		const hash = networkHash(this.#saltOf(day), mailbox);
		this.#sql.exec(
			"INSERT OR IGNORE INTO mailbox (hash, day, member) VALUES (?, ?, ?)",
			hash,
			day,
			member,
		);
		const [row] = this.#rows("SELECT member FROM mailbox WHERE hash = ?", hash);
		return String(row?.member);
	}

	/** Random for each day, and deleted with its payers. */
	#saltOf(day: string): string {
		this.#sql.exec("INSERT OR IGNORE INTO salt (day, salt) VALUES (?, ?)", day, newToken());
		const [row] = this.#rows("SELECT salt FROM salt WHERE day = ?", day);
		return String(row?.salt);
	}

	#forget(now_ms: number): void {
		for (const table of ["entry", "payer", "mailbox", "salt"])
			this.#sql.exec(`DELETE FROM ${table} WHERE day < ?`, dayBefore(now_ms, DAYS_KEPT));
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
		const [row] = this.#rows(`SELECT ${SUMS} FROM entry WHERE day = ?`, day);
		return amountIn(row);
	}

	#rows(query: string, ...bindings: SqlStorageValue[]) {
		return this.#sql.exec(query, ...bindings).toArray();
	}
}

const SUMS = "sum(calls) AS calls, sum(usd) AS usd, sum(searches) AS searches";

const NOTHING: Required<Amount> = { calls: 0, usd: 0, searches: 0 };

function amountIn(row: Record<string, SqlStorageValue> | undefined): Required<Amount> {
	const amount = (name: keyof Amount) => Number(row?.[name] ?? 0);
	return { calls: amount("calls"), usd: amount("usd"), searches: amount("searches") };
}
