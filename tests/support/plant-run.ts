import { createClient } from "@libsql/client";
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

/** A time this near to the recording is one of the run's own. */
const RUN_MS = 60 * 60_000;

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
