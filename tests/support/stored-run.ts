import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Row } from "@libsql/client";
import type { Task } from "#domain/analysis/plan-tasks.ts";
import type { ChosenStatement, RunInput } from "#domain/analysis/run-state.ts";
import type { Transcript } from "#domain/transcript.ts";
import { transcriptWindows } from "#domain/transcript-windows.ts";
import {
	extractionQuestion,
	ratingQuestion,
	videoQuestion,
} from "./outside-calls.ts";

export type StoredTask = {
	kind: Task["kind"];
	state: "due" | "leased" | "done";
	/** What it asks the outside world, as OutsideCall names it; null where it asks nothing. */
	question: string | null;
};

/** What a stopped product holds of a video's run. */
export type StoredRun = {
	tasks: StoredTask[];
	ended: boolean;
};

const OBJECTS = "objects/bs-detector-VideoAnalysis";

/** Reads a copy, so that the next start finds the files as the kill left them. */
export async function readStoredRun(
	data_dir: string,
	video_id: string,
): Promise<StoredRun> {
	const copy = await mkdtemp(join(tmpdir(), "stored-run-"));
	try {
		const objects = await copyDatabases(join(data_dir, OBJECTS), copy);
		const found = await Promise.all(
			objects.map((file) => readObject(file, video_id)),
		);
		const run = found.find((it) => it !== null);
		if (!run) throw new Error(`No object has a run of ${video_id}.`);
		return run;
	} finally {
		await rm(copy, { recursive: true });
	}
}

/** Each with its write-ahead log, which holds the latest transactions. */
async function copyDatabases(folder: string, copy: string): Promise<string[]> {
	const names = await readdir(folder);
	const kept = names.filter((name) => /^[0-9a-f]+\.sqlite(-wal)?$/.test(name));
	for (const name of kept) await copyFile(join(folder, name), join(copy, name));
	return kept
		.filter((name) => name.endsWith(".sqlite"))
		.map((name) => join(copy, name));
}

async function rowsOf(
	file: string,
	query: string,
	...values: string[]
): Promise<Row[]> {
	const client = createClient({ url: `file:${file}` });
	try {
		return (await client.execute(query, values)).rows;
	} finally {
		client.close();
	}
}

async function readObject(file: string, video_id: string) {
	const tables = await rowsOf(
		file,
		"SELECT name FROM sqlite_master WHERE name = 'run'",
	);
	const [run] = tables.length ? await rowsOf(file, "SELECT * FROM run") : [];
	if (!run) return null;
	const input = JSON.parse(String(run.input)) as RunInput;
	if (input.video_id !== video_id) return null;
	const rows = (
		await rowsOf(
			file,
			"SELECT state, input, output FROM task WHERE run_id = ? ORDER BY rowid",
			input.run_id,
		)
	).map((row) => ({
		state: row.state as StoredTask["state"],
		task: JSON.parse(String(row.input)) as Task,
		output: JSON.parse(String(row.output ?? "null")) as Brought | null,
	}));
	const brought = Object.assign({}, ...rows.map((row) => row.output));
	return {
		ended: run.ended === 1,
		tasks: rows.map(({ state, task }) => ({
			kind: task.kind,
			state,
			question: questionOf(task, video_id, brought),
		})),
	};
}

/** What of the tasks' outputs tells what was asked later. */
type Brought = { transcript?: Transcript; chosen?: ChosenStatement[] };

function questionOf(
	task: Task,
	video_id: string,
	{ transcript, chosen }: Brought,
): string | null {
	switch (task.kind) {
		case "metadata":
			return videoQuestion("player", video_id);
		case "transcript":
			return videoQuestion("captions", video_id);
		case "extract": {
			const windows = transcript ? transcriptWindows(transcript) : [];
			return extractionQuestion(windows[task.window]?.text ?? "");
		}
		case "rate": {
			const content = chosen?.[task.statement]?.content ?? "";
			return ratingQuestion(task.provider, content);
		}
		default:
			return null;
	}
}
