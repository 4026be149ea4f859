import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import type { Task } from "#domain/analysis/plan-tasks.ts";
import type { RunInput } from "#domain/analysis/run-state.ts";
import { rowsOf } from "./stored-files.ts";
import { OBJECTS } from "./stored-run.ts";

/** A table's row by column; those that hold JSON are parsed. */
type RecordedRow = Record<string, unknown>;

export type RecordedTask = RecordedRow & {
	key: string;
	state: "due" | "leased" | "done";
	attempts: number;
	input: Task;
	output: unknown;
};

/** What an object held of its run when its server died. */
export type RecordedRun = {
	/** Counts the recordings of all moments: 1 is the oldest. */
	version: number;
	moment: string;
	/** Milliseconds since the epoch; the rows tell of times shortly before. */
	recorded_at_ms: number;
	/** The statements that made the tables. */
	tables: string[];
	run: RecordedRow & { run_id: string; input: RunInput; error: unknown };
	task: RecordedTask[];
	event: (RecordedRow & { seq: number; name: string; data: unknown })[];
};

/** What differs from one place to the next, and the words that a recording has for it. */
export type Names = {
	run: string;
	video: string;
	member: string;
	platform: string;
};
const PLACEHOLDERS: Names = {
	run: "the-run",
	video: "the-video",
	member: "the-member",
	platform: "http://the-platform",
};

const TABLES = ["run", "task", "event"] as const;
const JSON_COLUMNS = ["input", "output", "error", "data"];
const FOLDER = new URL("../recorded-runs", import.meta.url).pathname;
/** A time this near to the recording is one of the run's own. */
const RUN_MS = 60 * 60_000;

/** Where the recordings of a version are. */
export function recordingsOf(version: number | string): string {
	return join(FOLDER, String(version));
}

export async function readRecordedRuns(): Promise<RecordedRun[]> {
	const names = await readdir(FOLDER, { recursive: true });
	const files = names.filter((name) => name.endsWith(".json")).sort();
	return Promise.all(
		files.map(async (name) =>
			JSON.parse(await readFile(join(FOLDER, name), "utf8")),
		),
	);
}

/** Reads the object of a server that is down. */
export async function recordRun(
	data_dir: string,
	video_id: string,
	about: Pick<RecordedRun, "version" | "moment">,
	platform: string,
): Promise<RecordedRun> {
	const file = await objectOf(data_dir, video_id);
	const master = await rowsOf(
		file,
		"SELECT sql FROM sqlite_master WHERE type = 'table' AND name IN (?, ?, ?)",
		...TABLES,
	);
	const [run = [], task, event] = await Promise.all(
		TABLES.map(async (table) =>
			(await rowsOf(file, `SELECT * FROM ${table} ORDER BY rowid`)).map(parsed),
		),
	);
	const [only] = run as RecordedRun["run"][];
	if (!only) throw new Error(`The object of ${video_id} has no run.`);
	const recorded = {
		...about,
		recorded_at_ms: Date.now(),
		tables: master.map(({ sql }) => String(sql)),
		run: only,
		task,
		event,
	} as RecordedRun;
	const named = renamed(recorded, namesOf(only.input, platform), PLACEHOLDERS);
	return withReadableIds(named);
}

/**
 * Puts a recording in the place of what an object of a server that is down
 * holds of its video, as if it had been recorded just now: its run gets the
 * name of the one that was there. Answers what is there now.
 */
export async function plantRun(
	data_dir: string,
	video_id: string,
	recorded: RecordedRun,
	platform: string,
): Promise<RecordedRun> {
	const file = await objectOf(data_dir, video_id);
	const [row] = await rowsOf(file, "SELECT input FROM run");
	const names = namesOf(JSON.parse(String(row?.input)), platform);
	const planted = renamed(
		movedBy(Date.now() - recorded.recorded_at_ms, recorded),
		PLACEHOLDERS,
		names,
	);
	const client = createClient({ url: `file:${file}` });
	await client.batch(
		[
			...TABLES.map((table) => `DROP TABLE ${table}`),
			...planted.tables,
			insertion("run", planted.run),
			...planted.task.map((it) => insertion("task", it)),
			...planted.event.map((it) => insertion("event", it)),
		],
		"write",
	);
	client.close();
	return planted;
}

async function objectOf(data_dir: string, video_id: string): Promise<string> {
	const folder = join(data_dir, OBJECTS);
	for (const name of await readdir(folder)) {
		if (!/^[0-9a-f]+\.sqlite$/.test(name)) continue;
		const file = join(folder, name);
		const has = await rowsOf(
			file,
			"SELECT 1 FROM sqlite_master WHERE name = 'run'",
		);
		const [run] = has.length ? await rowsOf(file, "SELECT input FROM run") : [];
		if (run && JSON.parse(String(run.input)).video_id === video_id) return file;
	}
	throw new Error(`No object has a run of ${video_id}.`);
}

function namesOf(input: RunInput, platform: string): Names {
	const { run_id, video_id, started_by } = input;
	if (!started_by) throw new Error(`${video_id} was started by nobody.`);
	return { run: run_id, video: video_id, member: started_by, platform };
}

function renamed(recorded: RecordedRun, from: Names, to: Names): RecordedRun {
	let text = JSON.stringify(recorded);
	for (const name of Object.keys(from) as (keyof Names)[])
		text = text.replaceAll(from[name], to[name]);
	return JSON.parse(text);
}

/** No two runs share them, as they begin with the run's own. */
function withReadableIds(recorded: RecordedRun): RecordedRun {
	let text = JSON.stringify(recorded);
	const ids = [...text.matchAll(/"new_id":"([^"]+)"/g)];
	for (const [index, [, id = ""]] of ids.entries())
		text = text.replaceAll(id, `${PLACEHOLDERS.run}-statement-${index}`);
	return JSON.parse(text);
}

/** All of the run's own times; when the video was published stays as it was. */
function movedBy(by_ms: number, recorded: RecordedRun): RecordedRun {
	const { recorded_at_ms } = recorded;
	const isOwn = (ms: number) => Math.abs(ms - recorded_at_ms) < RUN_MS;
	const text = JSON.stringify(recorded)
		.replaceAll(/\b\d{13}\b/g, (ms) =>
			isOwn(Number(ms)) ? String(Number(ms) + by_ms) : ms,
		)
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) =>
			isOwn(Date.parse(at))
				? new Date(Date.parse(at) + by_ms).toISOString()
				: at,
		);
	return JSON.parse(text);
}

function parsed(row: object): RecordedRow {
	return Object.fromEntries(
		Object.entries(row).map(([column, value]) => [
			column,
			JSON_COLUMNS.includes(column) ? JSON.parse(value ?? "null") : value,
		]),
	);
}

function insertion(table: string, row: RecordedRow) {
	const columns = Object.keys(row);
	const args = columns.map((column) => {
		const value = row[column] as string | number | null;
		const is_json = JSON_COLUMNS.includes(column) && value !== null;
		return is_json ? JSON.stringify(value) : value;
	});
	const places = columns.map(() => "?").join(", ");
	return {
		sql: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`,
		args,
	};
}
