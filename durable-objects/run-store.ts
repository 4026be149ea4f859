import type { DurableObjectStorage, SqlStorageValue } from "@cloudflare/workers-types";
import type { RunId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { EndedRun } from "#features/analysis/resume-from-previous.ts";
import { type RunInput, readRunInput } from "#features/analysis/run-input.ts";
import type { DoneTask, OpenTask, RunStore } from "#features/analysis/run-store.ts";
import { type Task, taskKey } from "#features/analysis/task.ts";
import { encodeEvent, formatEventId } from "#http/event-stream.ts";

type EventRow = { seq: number; name: string; data: string };

/** The event as a stream has it. */
export function encodeRow(run: RunId, { seq, name, data }: EventRow): string {
	return encodeEvent({ id: formatEventId({ run, seq }), name, data });
}

const SCHEMA = [
	`CREATE TABLE IF NOT EXISTS run (
		run_id TEXT PRIMARY KEY, input TEXT NOT NULL, error TEXT,
		worked_ms INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0,
		registered INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0)`,
	`CREATE TABLE IF NOT EXISTS task (
		run_id TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'due',
		attempts INTEGER NOT NULL DEFAULT 0, due_at_ms INTEGER NOT NULL,
		lease TEXT, input TEXT NOT NULL, output TEXT, PRIMARY KEY (run_id, key))`,
	`CREATE TABLE IF NOT EXISTS event (
		run_id TEXT NOT NULL, seq INTEGER NOT NULL, name TEXT NOT NULL,
		data TEXT NOT NULL, PRIMARY KEY (run_id, seq))`,
];

/** The run's record, stored in the object's own SQLite. */
export class SqlRunStore implements RunStore {
	readonly #storage: DurableObjectStorage;

	constructor(storage: DurableObjectStorage) {
		this.#storage = storage;
	}

	#exec(query: string, ...bindings: SqlStorageValue[]) {
		return this.#storage.sql.exec(query, ...bindings);
	}

	#rows(query: string, ...bindings: SqlStorageValue[]) {
		return this.#exec(query, ...bindings).toArray();
	}

	#exists(): boolean {
		const tables = this.#rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'run'");
		return tables.length > 0;
	}

	transaction(write: () => void): void {
		this.#storage.transactionSync(write);
	}

	/**
	 * Replaces any earlier run, whose late answers then match no row. `answers` are stored from the
	 * start. Those of the `kept` runs stay, so that a later run can resume them.
	 */
	begin(input: RunInput, answers: DoneTask[], kept: readonly RunId[]): void {
		for (const statement of SCHEMA) this.#exec(statement);
		const others = "run_id NOT IN (SELECT value FROM json_each(?))";
		for (const table of ["run", "task"])
			this.#exec(`DELETE FROM ${table} WHERE ${others}`, JSON.stringify(kept));
		this.#exec("DELETE FROM event");
		this.#exec("UPDATE run SET kept = 1");
		this.#exec(
			"INSERT INTO run (run_id, input) VALUES (?, ?)",
			input.run_id,
			JSON.stringify(input),
		);
		for (const { key, input: task, output } of answers)
			this.#exec(
				"INSERT INTO task (run_id, key, state, attempts, due_at_ms, input, output) VALUES (?, ?, 'done', 1, 0, ?, ?)",
				input.run_id,
				key,
				JSON.stringify(task),
				JSON.stringify(output),
			);
	}

	/** null if no run was ever started, for example in an object that was only queried. */
	run() {
		const row = this.#exists() ? this.#rows("SELECT * FROM run WHERE kept = 0")[0] : undefined;
		if (!row) return null;
		return {
			...readRunInput(JSON.parse(String(row.input))),
			error: readJson<RunError>(row.error),
			ended: row.ended === 1,
			registered: row.registered === 1,
		};
	}

	/** The ended runs with their answers, the latest first. One that cannot be read is left out. */
	ended(): EndedRun[] {
		if (!this.#exists()) return [];
		return this.#rows("SELECT * FROM run WHERE ended = 1 ORDER BY rowid DESC").flatMap((row) => {
			const { input, readable } = readRunInput(JSON.parse(String(row.input)));
			const error = readJson<RunError>(row.error);
			return readable ? [{ input, error, done: this.done(input.run_id) }] : [];
		});
	}

	/** The run's id and whether it has ended, without reading its input. */
	status(): { run_id: RunId; ended: boolean } | null {
		if (!this.#exists()) return null;
		const row = this.#rows("SELECT run_id, ended FROM run WHERE kept = 0")[0];
		return row ? { run_id: row.run_id as RunId, ended: row.ended === 1 } : null;
	}

	markRegistered(run_id: string): void {
		this.#exec("UPDATE run SET registered = 1 WHERE run_id = ?", run_id);
	}

	workedMs(run_id: string): number {
		const row = this.#rows("SELECT worked_ms FROM run WHERE run_id = ?", run_id)[0];
		return Number(row?.worked_ms ?? 0);
	}

	addWork(run_id: string, worked_ms: number): void {
		this.#exec("UPDATE run SET worked_ms = worked_ms + ? WHERE run_id = ?", worked_ms, run_id);
	}

	fail(run_id: string, error: RunError): void {
		this.#exec(
			"UPDATE run SET error = ? WHERE run_id = ? AND error IS NULL",
			JSON.stringify(error),
			run_id,
		);
	}

	end(run_id: string): void {
		this.#exec("UPDATE run SET ended = 1 WHERE run_id = ?", run_id);
	}

	add(run_id: string, tasks: Task[], due_at_ms: number): void {
		for (const task of tasks)
			this.#exec(
				"INSERT OR IGNORE INTO task (run_id, key, due_at_ms, input) VALUES (?, ?, ?, ?)",
				run_id,
				taskKey(task),
				due_at_ms,
				JSON.stringify(task),
			);
	}

	open(run_id: string): OpenTask[] {
		return this.#rows(
			"SELECT key, state, attempts, due_at_ms, input FROM task WHERE run_id = ? AND state <> 'done' ORDER BY rowid",
			run_id,
		).map(openTask);
	}

	done(run_id: string): DoneTask[] {
		return this.#rows(
			"SELECT key, input, output FROM task WHERE run_id = ? AND state = 'done' ORDER BY rowid",
			run_id,
		).map((row) => ({
			key: String(row.key),
			input: JSON.parse(String(row.input)),
			output: readJson(row.output),
		}));
	}

	nextDue(run_id: string): number | null {
		const row = this.#rows(
			"SELECT min(due_at_ms) AS due FROM task WHERE run_id = ? AND state <> 'done'",
			run_id,
		)[0];
		return row?.due == null ? null : Number(row.due);
	}

	bringForward(run_id: string, latest_ms: number): void {
		this.#exec(
			"UPDATE task SET due_at_ms = ? WHERE run_id = ? AND state <> 'done' AND due_at_ms > ?",
			latest_ms,
			run_id,
			latest_ms,
		);
	}

	releaseLeases(run_id: string, dueAt: (task: OpenTask) => number): void {
		const leased = this.open(run_id).filter(({ state }) => state === "leased");
		for (const task of leased)
			this.#exec(
				"UPDATE task SET state = 'due', lease = NULL, due_at_ms = ? WHERE run_id = ? AND key = ?",
				dueAt(task),
				run_id,
				task.key,
			);
	}

	lease(run_id: string, key: string, lease: string): void {
		this.#exec(
			"UPDATE task SET state = 'leased', lease = ?, attempts = attempts + 1 WHERE run_id = ? AND key = ? AND state = 'due'",
			lease,
			run_id,
			key,
		);
	}

	postpone(run_id: string, key: string, lease: string, due_at_ms: number): void {
		this.#exec(
			"UPDATE task SET state = 'due', lease = NULL, due_at_ms = ? WHERE run_id = ? AND key = ? AND lease = ?",
			due_at_ms,
			run_id,
			key,
			lease,
		);
	}

	finish(run_id: string, key: string, lease: string, output: unknown): boolean {
		const finished = this.#rows(
			"UPDATE task SET state = 'done', lease = NULL, output = ? WHERE run_id = ? AND key = ? AND lease = ? RETURNING key",
			JSON.stringify(output),
			run_id,
			key,
			lease,
		);
		return finished.length > 0;
	}

	dropOpen(run_id: string): void {
		this.#exec("DELETE FROM task WHERE run_id = ? AND state <> 'done'", run_id);
	}

	lastSeq(run_id: string): number {
		const row = this.#rows("SELECT max(seq) AS seq FROM event WHERE run_id = ?", run_id)[0];
		return Number(row?.seq ?? 0);
	}

	append(run_id: string, name: string, data: unknown): void {
		this.#exec(
			"INSERT INTO event (run_id, seq, name, data) VALUES (?, ?, ?, ?)",
			run_id,
			this.lastSeq(run_id) + 1,
			name,
			JSON.stringify(data),
		);
	}

	lastProgress(run_id: string): string | null {
		const row = this.#rows(
			"SELECT data FROM event WHERE run_id = ? AND name = 'progress' ORDER BY seq DESC LIMIT 1",
			run_id,
		)[0];
		return row ? String(row.data) : null;
	}

	/** Events with `after` < seq <= `until`. */
	events(run_id: string, after: number, until: number): EventRow[] {
		return this.#rows(
			"SELECT seq, name, data FROM event WHERE run_id = ? AND seq > ? AND seq <= ? ORDER BY seq",
			run_id,
			after,
			until,
		).map((row) => ({ seq: Number(row.seq), name: String(row.name), data: String(row.data) }));
	}
}

function openTask(row: Record<string, SqlStorageValue>): OpenTask {
	return {
		key: String(row.key),
		state: row.state === "leased" ? "leased" : "due",
		attempts: Number(row.attempts),
		due_at_ms: Number(row.due_at_ms),
		input: JSON.parse(String(row.input)),
	};
}

function readJson<T>(value: SqlStorageValue | undefined): T | null {
	return value == null ? null : (JSON.parse(String(value)) as T);
}
