import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Task } from "#features/analysis/plan-steps.ts";
import type { RunInput } from "#features/analysis/run-state.ts";
import { rowsOf } from "./stored-files.ts";
import { OBJECTS } from "./stored-run.ts";

/** A table's row by column; those that hold JSON are parsed. */
export type RecordedRow = Record<string, unknown>;

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
export const PLACEHOLDERS: Names = {
	run: "the-run",
	video: "the-video",
	member: "the-member",
	platform: "http://the-platform",
};

export const TABLES = ["run", "task", "event"] as const;
export const JSON_COLUMNS = ["input", "output", "error", "data"];
const FOLDER = fileURLToPath(new URL("../recorded-runs", import.meta.url));
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

export async function objectOf(
	data_dir: string,
	video_id: string,
): Promise<string> {
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

export function namesOf(input: RunInput, platform: string): Names {
	const { run_id, video_id, started_by } = input;
	if (!started_by) throw new Error(`${video_id} was started by nobody.`);
	return { run: run_id, video: video_id, member: started_by, platform };
}

export function renamed(
	recorded: RecordedRun,
	from: Names,
	to: Names,
): RecordedRun {
	let text = JSON.stringify(recorded);
	for (const name of Object.keys(from) as (keyof Names)[])
		text = text.replaceAll(from[name], to[name]);
	return JSON.parse(text);
}
