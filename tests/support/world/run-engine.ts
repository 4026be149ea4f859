import type { Analysis } from "#contract/analysis.ts";
import { type Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { RunEngine } from "#features/analysis/run-engine.ts";
import type { RunInput } from "#features/analysis/run-input.ts";
import type { OpenTask, RunStore } from "#features/analysis/run-store.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import { type Task, taskKey } from "#features/analysis/task.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { pageId } from "#features/evidence/find-pages.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { ratingFallback, WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { judgement } from "../fixtures/judgements.ts";

export const PANEL: Provider[] = ["openai", "claude", "gemini"];
export const STATEMENTS = 4;

export const runInput: RunInput = {
	run_id: RunId.parse("run1"),
	video_id: VideoId.parse("abcdefghijk"),
	url: "https://www.youtube.com/watch?v=abcdefghijk",
	started_by: "member",
	started_at_ms: 0,
	panel: PANEL,
	simulated: false,
	member_transcript: null,
	captions_read_by: null,
	earlier_source: null,
	evidence: [],
	second_reading: false,
	selected: null,
	adds_to: null,
	rechecks: null,
	moment: null,
	keeps: null,
	keeps_asked: null,
	searches_afresh: false,
	origin: "https://checks.example",
};

/** The statement whose wording does not stand. */
export const REWORDED = 2;

const cue = { start: 0, text: "Water boils at 100 degrees at sea level." };

/** Each task's output if nothing fails. */
export function outputOf(task: Task): TaskOutput {
	switch (task.kind) {
		case "metadata":
			return {
				metadata: {
					title: "A title",
					channel_name: "A channel",
					channel_id: null,
					thumbnail_url: "",
					duration: 60,
					view_count: null,
					published_at: null,
					description: "",
				},
				player: null,
			};
		case "transcript":
			return {
				transcript: {
					source: "captions",
					language: "en",
					track: null,
					cues: [cue],
					text: cue.text,
				},
			};
		case "extract":
			return { provider: "openai", found: [], calls: [] };
		case "choose":
			return {
				chosen: Array.from({ length: STATEMENTS }, (_, index) => ({
					content: `Statement ${index}`,
					quote: cue.text,
					context: { before: "", after: "" },
					quote_key: `key${index}`,
					timestamp: index,
					timestamp_source: "cue" as const,
					out_of_budget: false,
					new_id: StatementId.parse(`s${index}`),
					earlier: null,
				})),
				extraction: null,
				left_out: [],
				kept: [],
				rechosen: [],
			};
		case "check_wording":
			return {
				wordings: Array.from({ length: STATEMENTS }, (_, statement) => ({
					statement,
					stands: statement !== REWORDED,
				})),
				calls: [],
			};
		case "rate":
			return {
				rating: {
					provider: task.provider,
					model: "m",
					status: "ok",
					score: 10 * task.statement,
					confidence: 80,
					explanation: "",
					sources: [],
					...WITHOUT_PAGES,
				},
				judgement: null,
				next_query: null,
				calls: [],
			};
		case "check_support": {
			const support = { shows: "contrary", missing_part: "", probability: 90, by: PANEL[0] };
			return { support, calls: [] } as TaskOutput;
		}
		default:
			return { done: true };
	}
}

/** The statement that needs a second search, and the one for which nothing is found. */
export const SEARCHED_TWICE = 1;
const NOT_FOUND = 3;
const PASSAGE = "Water boils at 100 degrees, as the page says.";

function hitOf(name: string): Hit {
	return {
		source: "wikipedia",
		title: name,
		language: "en",
		as_of: null,
		key: name,
		url: `https://en.wikipedia.org/wiki/${name}`,
		review: null,
	};
}

/** The page that only the second search finds. */
export const SECOND_PAGE = pageId(hitOf("second"));

/** Each task's output in a run with sources if nothing fails. */
export function outputWithSources(task: Task): TaskOutput {
	switch (task.kind) {
		case "plan": {
			const statements = Array.from({ length: STATEMENTS }, (_, index) =>
				planWithoutModel(`Statement ${index}`),
			);
			return { plans: statements, calls: [] };
		}
		case "search": {
			const { statement, round } = task;
			const names = round === 1 ? ["shared", `page${statement}`] : ["second"];
			const hits = statement === NOT_FOUND ? [] : names.map(hitOf);
			return {
				searches: [{ source: "wikipedia", query: "water", failure: null, hits: hits.length }],
				hits,
				reviews: [],
				calls: [],
			};
		}
		case "read":
			return {
				ok: true,
				fetched_at: "2026-01-01T00:00:00.000Z",
				facts: {
					final_url: `https://en.wikipedia.org/${task.page}`,
					title: "A page",
					site: "wikipedia.org",
					kind: "encyclopedia",
					language: "en",
					content_hash: task.page,
					published_at: null,
					published_by: null,
				},
				reviews: [],
				passages: [{ start: 0, end: PASSAGE.length, text: PASSAGE, before: "", after: "" }],
				by_statement: Array.from({ length: STATEMENTS }, (_, statement) => ({
					statement,
					passages: [0],
				})),
			};
		case "rate": {
			const abstains = task.statement === SEARCHED_TWICE && !task.round;
			return {
				...outputOf(task),
				judgement: judgement(
					abstains ? { verdict: "not_enough_evidence", citations: [] } : { verdict: "refuted" },
				),
				next_query: abstains ? "boiling water" : null,
			};
		}
		default:
			return outputOf(task);
	}
}

/** A run, its clock and its task performer. */
export type World = {
	store: MemoryRunStore;
	clock: { ms: number };
	/** The keys of the requested tasks, in order. */
	asked: string[];
	perform: (task: Task) => Promise<TaskOutput>;
	deadline_ms?: number;
	deadline?: { total_ms: number; silent_ms: number };
	concurrency?: number;
	/** Told how long each task may take. */
	noteLeft?: (ms: number) => void;
	waitsFor?: () => Promise<string | null>;
};

let leases = 0;

export function engineOf(world: World): RunEngine {
	return new RunEngine({
		store: world.store,
		runStep: (_run, task, left_ms) => {
			world.noteLeft?.(left_ms);
			world.asked.push(taskKey(task));
			return world.perform(task);
		},
		unrated: (provider, message) => ({
			rating: ratingFallback(provider, "", message),
			judgement: null,
			next_query: null,
			calls: [],
		}),
		waitsFor: world.waitsFor ?? (async () => null),
		ending: async (run) => ({ name: run.error ? "failed" : "completed", data: run.error ?? {} }),
		emit: async () => {},
		now: () => world.clock.ms,
		newLease: () => `lease${leases++}`,
		rating_concurrency: world.concurrency ?? 24,
		deadline: world.deadline ?? {
			total_ms: world.deadline_ms ?? 300_000,
			silent_ms: world.deadline_ms ?? 300_000,
		},
		log: () => {},
	});
}

export function worldOf(
	perform: World["perform"] = async (task) => outputOf(task),
	over: Partial<RunInput> = {},
): World {
	return {
		store: new MemoryRunStore({ ...runInput, ...over }),
		clock: { ms: 0 },
		asked: [],
		perform,
	};
}

/** The progress events, in order. */
export function progressOf(world: World): Analysis[] {
	return world.store.events
		.filter((event) => event.name === "progress")
		.map((event) => JSON.parse(event.data).analysis);
}

type Row = Omit<OpenTask, "state"> & {
	state: OpenTask["state"] | "done";
	lease: string | null;
	output: string | null;
};

type ToldEvent = { seq: number; name: string; data: string };

/** A run's record in memory, which survives the engine as a disk survives a process. */
class MemoryRunStore implements RunStore {
	readonly rows: Row[] = [];
	readonly events: ToldEvent[] = [];
	worked = 0;
	ended = false;
	error: RunError | null = null;
	readonly input: RunInput;

	constructor(input: RunInput) {
		this.input = input;
	}

	transaction(write: () => void): void {
		const rows = this.rows.map((row) => ({ ...row }));
		const { worked, ended, error } = this;
		const told = this.events.length;
		try {
			write();
		} catch (failure) {
			this.rows.splice(0, this.rows.length, ...rows);
			this.events.length = told;
			Object.assign(this, { worked, ended, error });
			throw failure;
		}
	}

	run() {
		const { input, error, ended } = this;
		return { input, readable: true, error, ended };
	}

	workedMs(): number {
		return this.worked;
	}

	addWork(_run_id: string, worked_ms: number): void {
		this.worked += worked_ms;
	}

	fail(_run_id: string, error: RunError): void {
		this.error ??= error;
	}

	end(): void {
		this.ended = true;
	}

	add(_run_id: string, tasks: Task[], due_at_ms: number): void {
		for (const input of tasks) {
			const key = taskKey(input);
			if (this.rows.some((row) => row.key === key)) continue;
			this.rows.push({
				key,
				state: "due",
				attempts: 0,
				due_at_ms,
				lease: null,
				input,
				output: null,
			});
		}
	}

	open(): OpenTask[] {
		return this.rows.flatMap((row) => (row.state === "done" ? [] : [{ ...row, state: row.state }]));
	}

	done() {
		return this.rows
			.filter((row) => row.state === "done")
			.map((row) => ({ ...row, output: JSON.parse(row.output ?? "null") }));
	}

	nextDue(): number | null {
		const due = this.open().map((row) => row.due_at_ms);
		return due.length ? Math.min(...due) : null;
	}

	bringForward(_run_id: string, latest_ms: number): void {
		for (const row of this.rows)
			if (row.state !== "done" && row.due_at_ms > latest_ms) row.due_at_ms = latest_ms;
	}

	releaseLeases(_run_id: string, dueAt: (task: OpenTask) => number): void {
		const leased = this.rows.filter(({ state }) => state === "leased");
		for (const row of leased) {
			row.due_at_ms = dueAt({ ...row, state: "leased" });
			Object.assign(row, { state: "due", lease: null });
		}
	}

	lease(_run_id: string, key: string, lease: string): void {
		const row = this.rows.find((it) => it.key === key && it.state === "due");
		if (row) Object.assign(row, { state: "leased", lease, attempts: row.attempts + 1 });
	}

	postpone(_run_id: string, key: string, lease: string, due_at_ms: number): void {
		const row = this.rows.find((it) => it.key === key && it.lease === lease);
		if (row) Object.assign(row, { state: "due", lease: null, due_at_ms });
	}

	finish(_run_id: string, key: string, lease: string, output: unknown): boolean {
		const row = this.rows.find((it) => it.key === key && it.lease === lease);
		if (!row) return false;
		Object.assign(row, { state: "done", lease: null, output: JSON.stringify(output) });
		return true;
	}

	dropOpen(): void {
		const done = this.rows.filter((row) => row.state === "done");
		this.rows.splice(0, this.rows.length, ...done);
	}

	append(_run_id: string, name: string, data: unknown): void {
		this.events.push({ seq: this.events.length + 1, name, data: JSON.stringify(data) });
	}

	lastSeq(): number {
		return this.events.length;
	}

	lastProgress(): string | null {
		return this.events.findLast((it) => it.name === "progress")?.data ?? null;
	}
}
