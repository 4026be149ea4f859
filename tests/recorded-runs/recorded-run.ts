import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import type { RunInput } from "#features/analysis/run-input.ts";
import type { Task } from "#features/analysis/task.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { pageId } from "#features/evidence/find-pages.ts";
import type { Article } from "#tests/support/fakes/evidence-sources.ts";
import { OBJECTS, rowsOf } from "#tests/support/world/stored-data.ts";

/** A table's row by column, with JSON columns parsed. */
export type RecordedRow = Record<string, unknown>;

type RecordedTask = RecordedRow & {
	key: string;
	state: "due" | "leased" | "done";
	attempts: number;
	input: Task;
	output: unknown;
};

/** The stored run of an object whose server was killed. */
export type RecordedRun = {
	/** Epoch milliseconds; the rows contain times shortly before. */
	recorded_at_ms: number;
	/** The SQL statements that created the tables. */
	tables: string[];
	run: RecordedRow & { run_id: string; input: RunInput; error: unknown };
	task: RecordedTask[];
	event: (RecordedRow & { seq: number; name: string; data: unknown })[];
};

/** Values that differ between environments, and their placeholders in a recording. */
type Names = { run: string; video: string; member: string; platform: string; wikipedia: string };
export const PLACEHOLDERS: Names = {
	run: "the-run",
	video: "the-video",
	member: "the-member",
	platform: "http://the-platform",
	wikipedia: "http://the-wikipedia",
};

export const TABLES = ["run", "task", "event"] as const;
export const JSON_COLUMNS = ["input", "output", "error", "data"];

/** The file of the run that this version left half done. */
export const recordingOf = (version: string) =>
	fileURLToPath(new URL(`./${version}.json`, import.meta.url));

const VERSIONED = /^(\d+\.\d+\.\d+)\.json$/;

/** The versions that have a recorded run, in no order. */
export async function recordedVersions(): Promise<string[]> {
	const names = await readdir(new URL(".", import.meta.url));
	return names.flatMap((name) => VERSIONED.exec(name)?.[1] ?? []);
}

export async function readRecordedRun(version: string): Promise<RecordedRun> {
	return JSON.parse(await readFile(recordingOf(version), "utf8"));
}

/** Found by the number of its harbour, which all statements of its talk name. */
export function articleOn(harbour: number): Article {
	return {
		title: String(harbour),
		revised: "2026-01-01T00:00:00Z",
		paragraphs: [
			`Records show that pier 1 of harbour ${harbour} was 100 metres long in 1800, and that the pier was built of oak.`,
			ABOUT_ARCHIVES,
			ABOUT_ARCHIVES,
		],
	};
}

/** Fills an article, as a page with hardly any text is none. */
const ABOUT_ARCHIVES =
	"The archive has kept the plans of the port since it was founded, and most of them can be read in the building beside the station. Visitors are told who drew them, who paid for them, and which engineer lost the second competition after winning the first.";

export async function objectOf(data_dir: string, video_id: string): Promise<string> {
	const folder = join(data_dir, OBJECTS);
	for (const name of await readdir(folder)) {
		if (!/^[0-9a-f]+\.sqlite$/.test(name)) continue;
		const file = join(folder, name);
		const has = await rowsOf(file, "SELECT 1 FROM sqlite_master WHERE name = 'run'");
		const [run] = has.length ? await rowsOf(file, "SELECT input FROM run") : [];
		if (run && JSON.parse(String(run.input)).video_id === video_id) return file;
	}
	throw new Error(`No object has a run of ${video_id}.`);
}

export type Origins = Pick<Names, "platform" | "wikipedia">;

export function namesOf(input: RunInput, origins: Origins): Names {
	const { run_id, video_id, started_by } = input;
	if (!started_by) throw new Error(`${video_id} was started by nobody.`);
	return { run: run_id, video: video_id, member: started_by, ...origins };
}

export function renamed(recorded: RecordedRun, from: Names, to: Names): RecordedRun {
	let text = JSON.stringify(recorded);
	for (const name of Object.keys(from) as (keyof Names)[])
		text = text.replaceAll(from[name], to[name]);
	return JSON.parse(text);
}

/** The pages that the searches found, each once, in order. */
function pagesOf({ task }: RecordedRun): string[] {
	const hits = task.flatMap(({ output }) => (output as { hits?: Hit[] } | null)?.hits ?? []);
	return [...new Set(hits.map(pageId))];
}

const pageName = (place: number) => `the-page-${place}`;

/** Replaces page ids, which are hashes of addresses and so differ between environments. */
export function withReadablePages(recorded: RecordedRun): RecordedRun {
	let text = JSON.stringify(recorded);
	for (const [place, page] of pagesOf(recorded).entries())
		text = text.replaceAll(page, pageName(place));
	return JSON.parse(text);
}

function withOwnPages(planted: RecordedRun): RecordedRun {
	let text = JSON.stringify(planted);
	for (const [place, page] of pagesOf(planted).entries())
		text = text.replaceAll(`${pageName(place)}"`, `${page}"`);
	return JSON.parse(text);
}

/** Times within this distance of the recording belong to the run. */
const RUN_MS = 60 * 60_000;

/**
 * Replaces the stored run of a stopped server's object with a recording, as if it had been recorded
 * just now and under the existing run's id. Returns the planted recording.
 */
export async function plantRun(
	data_dir: string,
	video_id: string,
	recorded: RecordedRun,
	origins: Origins,
): Promise<RecordedRun> {
	const file = await objectOf(data_dir, video_id);
	const [row] = await rowsOf(file, "SELECT input FROM run");
	const names = namesOf(JSON.parse(String(row?.input)), origins);
	const planted = withOwnPages(
		renamed(movedBy(Date.now() - recorded.recorded_at_ms, recorded), PLACEHOLDERS, names),
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

/** Shifts all of the run's own times; the video's publication date stays. */
function movedBy(by_ms: number, recorded: RecordedRun): RecordedRun {
	const { recorded_at_ms } = recorded;
	const isOwn = (ms: number) => Math.abs(ms - recorded_at_ms) < RUN_MS;
	const text = JSON.stringify(recorded)
		.replaceAll(/\b\d{13}\b/g, (ms) => (isOwn(Number(ms)) ? String(Number(ms) + by_ms) : ms))
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) =>
			isOwn(Date.parse(at)) ? new Date(Date.parse(at) + by_ms).toISOString() : at,
		);
	return JSON.parse(text);
}

function insertion(table: string, row: RecordedRow) {
	const columns = Object.keys(row);
	const args = columns.map((column) => {
		const value = row[column] as string | number | null;
		const is_json = JSON_COLUMNS.includes(column) && value !== null;
		return is_json ? JSON.stringify(value) : value;
	});
	const places = columns.map(() => "?").join(", ");
	return { sql: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`, args };
}
