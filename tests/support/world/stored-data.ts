import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Row } from "@libsql/client";
import { PROVIDERS } from "#contract/providers.ts";
import type { RunInput } from "#features/analysis/run-input.ts";
import type { ChosenStatement } from "#features/analysis/step-output.ts";
import type { Task } from "#features/analysis/task.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { pageId } from "#features/evidence/find-pages.ts";
import type { StatementPlan } from "#features/evidence/search-plan.ts";
import { findMoment } from "#features/statements/moment-window.ts";
import { transcriptWindows } from "#features/statements/transcript-windows.ts";
import {
	extractionQuestion,
	PLAN_QUESTION,
	ratingQuestion,
	readQuestion,
	searchQuestion,
	supportQuestion,
	videoQuestion,
	WORDING_QUESTION,
} from "./crash-invariants.ts";

export type StoredTask = {
	kind: Task["kind"];
	state: "due" | "leased" | "done";
	/** The task's call in OutsideCall's terms; null if it makes none. */
	question: string | null;
};

/** A stopped product's stored state of a video's run. */
export type StoredRun = { tasks: StoredTask[]; ended: boolean };

/** Within the data folder: the files of all videos' objects. */
export const OBJECTS = "objects/bs-detector-VideoAnalysis";

/** Reads a copy, so that the next start finds the files unchanged. */
export async function readStoredRun(data_dir: string, video_id: string): Promise<StoredRun> {
	const run = await new StoredRuns(data_dir).find(video_id);
	if (!run) throw new Error(`No object has a run of ${video_id}.`);
	return run;
}

/** The runs of a product that is stopped repeatedly; remembers each video's file. */
export class StoredRuns {
	readonly #folder: string;
	readonly #files = new Map<string, string>();

	constructor(data_dir: string) {
		this.#folder = join(data_dir, OBJECTS);
	}

	/** null if no object has a run of the video. */
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
			/^[0-9a-f]+\.sqlite$/.test(name) && (own ? name === own : !others.has(name));
	}
}

async function readObject(file: string, video_id: string) {
	const tables = await rowsOf(file, "SELECT name FROM sqlite_master WHERE name = 'run'");
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
	const outputs = rows.map((row) => row.output);
	const brought: Brought = {
		...Object.assign({}, ...outputs),
		hits: outputs.flatMap((output) => output?.hits ?? []),
	};
	return {
		ended: run.ended === 1,
		tasks: rows.map(({ state, task }) => ({
			kind: task.kind,
			state,
			question: questionOf(task, input, brought),
		})),
	};
}

/** The parts of tasks' outputs that determine later calls. */
type Brought = {
	transcript?: Transcript;
	chosen?: ChosenStatement[];
	plans?: StatementPlan[];
	/** The hits of all searches. */
	hits?: Hit[];
};

function questionOf(
	task: Task,
	{ video_id, moment }: RunInput,
	{ transcript, chosen, plans, hits }: Brought,
): string | null {
	switch (task.kind) {
		case "metadata":
			return videoQuestion("player", video_id);
		case "transcript":
			return videoQuestion("captions", video_id);
		case "extract": {
			if (!transcript) return extractionQuestion("");
			const window = moment
				? findMoment(transcript, null, moment)
				: transcriptWindows(transcript)[task.window];
			return extractionQuestion(typeof window === "object" ? window.text : "");
		}
		case "check_wording":
			return WORDING_QUESTION;
		case "plan":
			return PLAN_QUESTION;
		case "search":
			return searchQuestion(plans?.[task.statement]?.neutral ?? "");
		case "read": {
			const hit = hits?.find((it) => pageId(it) === task.page);
			return readQuestion(hit?.key ?? "");
		}
		case "rate": {
			const content = chosen?.[task.statement]?.content ?? "";
			return ratingQuestion(task.provider, content);
		}
		case "check_support":
			return supportQuestion(chosen?.[task.statement]?.content ?? "");
		default:
			return null;
	}
}

/**
 * Passes copies of a folder's databases to `read`, by name, so that the next start finds the files
 * unchanged.
 */
export async function withCopies<T>(
	folder: string,
	wanted: (name: string) => boolean,
	read: (files: Map<string, string>) => Promise<T>,
): Promise<T> {
	const copy = await mkdtemp(join(tmpdir(), "stored-"));
	try {
		const names = await readdir(folder);
		const files = new Map<string, string>();
		for (const name of names.filter(wanted)) {
			// The write-ahead log holds the latest transactions.
			for (const part of [name, `${name}-wal`])
				if (names.includes(part)) await copyFile(join(folder, part), join(copy, part));
			files.set(name, join(copy, name));
		}
		return await read(files);
	} finally {
		await rm(copy, { recursive: true });
	}
}

export async function rowsOf(file: string, query: string, ...values: string[]): Promise<Row[]> {
	const client = createClient({ url: `file:${file}` });
	try {
		return (await client.execute(query, values)).rows;
	} finally {
		client.close();
	}
}

const DATABASES = "d1/miniflare-D1DatabaseObject";

/** Queries that return the rows violating the named invariant. */
const LAWS: [law: string, query: string][] = [
	[
		"a statement's counters are its votes",
		`SELECT s.id FROM statements s
		WHERE upvotes <> (SELECT count(*) FROM votes v WHERE v.statement_id = s.id AND vote_type = 'upvote')
		OR downvotes <> (SELECT count(*) FROM votes v WHERE v.statement_id = s.id AND vote_type = 'downvote')`,
	],
	[
		"a video's counters are its statements'",
		`SELECT id FROM videos v WHERE (upvotes, downvotes) <>
		(SELECT ifnull(sum(upvotes), 0), ifnull(sum(downvotes), 0) FROM statements s
		WHERE s.video_id = v.id AND retired_at IS NULL)`,
	],
	[
		"a video has as many statements as it says",
		`SELECT id FROM videos v WHERE claims_count <>
		(SELECT count(*) FROM statements s WHERE s.video_id = v.id AND retired_at IS NULL AND on_request = 0)`,
	],
	[
		"a video's score is the rounded mean of its statements'",
		`SELECT id FROM videos v WHERE claims_count > 0 AND bs_score <>
		(SELECT round(avg(ai_score)) FROM statements s WHERE s.video_id = v.id AND retired_at IS NULL AND on_request = 0)`,
	],
	[
		"a statement's score is the rounded mean of its ratings'",
		`SELECT s.id FROM statements s JOIN statement_details r ON r.statement_id = s.id
		WHERE ai_score <> (SELECT round(avg(value ->> 'score')) FROM json_each(r.ratings))`,
	],
	[
		"a rating has a score if its statement has one, and otherwise none",
		`SELECT s.id FROM statements s JOIN statement_details r ON r.statement_id = s.id
		JOIN json_each(r.ratings) given WHERE (ai_score IS NULL) <> (given.value ->> 'score' IS NULL)`,
	],
	[
		"every statement has one result of each provider",
		`SELECT s.id FROM statements s LEFT JOIN statement_details r ON r.statement_id = s.id
		WHERE retired_at IS NULL AND ifnull((SELECT count(DISTINCT value ->> 'provider') FROM json_each(r.ratings)), 0)
		<> ${PROVIDERS.length} OR json_array_length(r.ratings) <> ${PROVIDERS.length}`,
	],
	[
		"a member has one vote on a statement",
		"SELECT user_id FROM votes GROUP BY user_id, statement_id HAVING count(*) > 1",
	],
	[
		"a video that was analysed once is published once",
		"SELECT video_id FROM publications GROUP BY video_id HAVING count(*) > 1",
	],
	[
		"the site's totals are those of its videos",
		`SELECT 'site' FROM site_counters WHERE simulated = 0 AND (total_videos, total_claims) <>
		(SELECT count(*), ifnull(sum(claims_count), 0) FROM videos
		WHERE simulated = 0 AND listed = 1 AND analysis_status = 'completed')`,
	],
	[
		"a result can be found, and what is found is a result",
		`SELECT id FROM videos WHERE analysis_status = 'completed' AND listed = 1
		AND id NOT IN (SELECT video_id FROM search_docs)`,
	],
	[
		"every statement that is not retired can be found, and no other",
		`SELECT s.id FROM statements s FULL JOIN statement_docs d ON d.statement_id = s.id
		WHERE (s.retired_at IS NULL AND s.id IS NOT NULL) <> (d.id IS NOT NULL)`,
	],
];

/** A member's vote on a statement as stored by a killed product. */
export type StoredVote = { user_id: string; statement_id: string; vote_type: string };

/** The votes in a stopped product's database, and the invariants that it violates. */
export function readStoredDatabase(
	data_dir: string,
): Promise<{ broken: string[]; votes: StoredVote[] }> {
	const folder = join(data_dir, DATABASES);
	const wanted = (name: string) => /^[0-9a-f]{64}\.sqlite$/.test(name);
	return withCopies(folder, wanted, async (files) => {
		const [file, ...more] = files.values();
		if (file === undefined || more.length > 0)
			throw new Error(`There is no single database in ${folder}.`);
		const broken: string[] = [];
		for (const [law, query] of LAWS) {
			const rows = await rowsOf(file, query);
			if (rows.length > 0) broken.push(`${law}: not ${shown(rows)}`);
		}
		const rows = await rowsOf(file, "SELECT user_id, statement_id, vote_type FROM votes");
		const votes = rows.map(({ user_id, statement_id, vote_type }) => ({
			user_id: String(user_id),
			statement_id: String(statement_id),
			vote_type: String(vote_type),
		}));
		return { broken, votes };
	});
}

function shown(rows: Row[]): string {
	return rows.map((row) => String(row[0])).join(", ");
}
