import { join } from "node:path";
import type { Task } from "#features/analysis/plan-steps.ts";
import type {
	ChosenStatement,
	RunInput,
} from "#features/analysis/run-state.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { transcriptWindows } from "#features/statements/transcript-windows.ts";
import {
	extractionQuestion,
	ratingQuestion,
	videoQuestion,
} from "./outside-calls.ts";
import { rowsOf, withCopies } from "./stored-files.ts";

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

/** Below the data folder: the files of all videos' objects. */
export const OBJECTS = "objects/bs-detector-VideoAnalysis";

/** Reads a copy, so that the next start finds the files as the kill left them. */
export async function readStoredRun(
	data_dir: string,
	video_id: string,
): Promise<StoredRun> {
	const run = await new StoredRuns(data_dir).find(video_id);
	if (!run) throw new Error(`No object has a run of ${video_id}.`);
	return run;
}

/** The runs of a product that is stopped again and again; remembers which file is whose. */
export class StoredRuns {
	readonly #folder: string;
	readonly #files = new Map<string, string>();

	constructor(data_dir: string) {
		this.#folder = join(data_dir, OBJECTS);
	}

	/** null where no object has a run of the video. */
	find(video_id: string): Promise<StoredRun | null> {
		return withCopies(this.#folder, this.#namesFor(video_id), async (files) => {
			for (const [name, file] of files) {
				const run = await readObject(file, video_id);
				if (run) {
					this.#files.set(video_id, name);
					return run;
				}
			}
			return null;
		});
	}

	#namesFor(video_id: string) {
		const own = this.#files.get(video_id);
		const others = new Set(this.#files.values());
		return (name: string) =>
			/^[0-9a-f]+\.sqlite$/.test(name) &&
			(own ? name === own : !others.has(name));
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
