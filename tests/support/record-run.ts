import {
	JSON_COLUMNS,
	namesOf,
	objectOf,
	PLACEHOLDERS,
	type RecordedRow,
	type RecordedRun,
	renamed,
	TABLES,
} from "./recorded-run.ts";
import { rowsOf } from "./stored-files.ts";

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

/** No two runs share them, as they begin with the run's own. */
function withReadableIds(recorded: RecordedRun): RecordedRun {
	let text = JSON.stringify(recorded);
	const ids = [...text.matchAll(/"new_id":"([^"]+)"/g)];
	for (const [index, [, id = ""]] of ids.entries())
		text = text.replaceAll(id, `${PLACEHOLDERS.run}-statement-${index}`);
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
