import type { DurableObjectStorage } from "@cloudflare/workers-types";
import type { RunId } from "#contract/ids.ts";
import type { StartRequest } from "#features/analysis/objects.ts";
import { isAnsweredBy, kindOfRequest } from "#features/analysis/run-kind.ts";

/** The most requests for one video that wait for the run that is running. */
const MAX_WAITING = 10;
/** So many are left to analyses of the whole video and to statements that are checked again. */
const KEPT_FREE = 4;
/** Otherwise one member takes all places, and everybody else is refused. */
const MAX_WAITING_OF_MEMBER = 2;

/** A request that waits, and the id of the run that will answer it. */
export type Waiting = { run_id: RunId; request: StartRequest };

/** The requests that wait for a video's run to end, in the object's own SQLite. */
export class RunQueue {
	readonly #storage: DurableObjectStorage;

	constructor(storage: DurableObjectStorage) {
		this.#storage = storage;
	}

	/** In the order in which they begin: analyses of the whole video first. */
	list(): Waiting[] {
		if (!this.#exists()) return [];
		const rows = this.#storage.sql
			.exec("SELECT run_id, request FROM waiting ORDER BY first DESC, rowid")
			.toArray();
		return rows.map(({ run_id, request }) => ({
			run_id: run_id as RunId,
			request: JSON.parse(String(request)),
		}));
	}

	/** The waiting run that will do what is asked, or null. */
	find(request: StartRequest): RunId | null {
		const found = this.list().find((it) => isAnsweredBy(kindOfRequest(it.request), request));
		return found?.run_id ?? null;
	}

	has(run_id: RunId): boolean {
		return this.list().some((it) => it.run_id === run_id);
	}

	/** Why the request gets no place; null if it waits now. */
	add({ run_id, request }: Waiting): "busy" | "busy_with_own" | null {
		const refused = this.#refusal(request);
		if (refused) return refused;
		this.#storage.sql.exec(
			"CREATE TABLE IF NOT EXISTS waiting (run_id TEXT PRIMARY KEY, first INTEGER NOT NULL, request TEXT NOT NULL)",
		);
		this.#storage.sql.exec(
			"INSERT INTO waiting (run_id, first, request) VALUES (?, ?, ?)",
			run_id,
			kindOfRequest(request).kind === "full" ? 1 : 0,
			JSON.stringify(request),
		);
		return null;
	}

	#refusal(request: StartRequest): "busy" | "busy_with_own" | null {
		const waiting = this.list();
		const { started_by } = request;
		const own = waiting.filter((it) => it.request.started_by === started_by);
		if (started_by !== null && own.length >= MAX_WAITING_OF_MEMBER) return "busy_with_own";
		const { kind } = kindOfRequest(request);
		const is_first = kind === "full" || kind === "recheck";
		return waiting.length < MAX_WAITING - (is_first ? 0 : KEPT_FREE) ? null : "busy";
	}

	remove(run_id: RunId): void {
		if (this.#exists()) this.#storage.sql.exec("DELETE FROM waiting WHERE run_id = ?", run_id);
	}

	clear(): void {
		if (this.#exists()) this.#storage.sql.exec("DELETE FROM waiting");
	}

	#exists(): boolean {
		const tables = this.#storage.sql
			.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'waiting'")
			.toArray();
		return tables.length > 0;
	}
}
