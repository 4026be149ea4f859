import type { Analysis } from "#contract/analysis.ts";
import { type Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import { type Task, taskKey } from "#features/analysis/plan-steps.ts";
import { RunEngine } from "#features/analysis/run-engine.ts";
import type { RunInput } from "#features/analysis/run-state.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import { MemoryRunStore } from "./memory-run-store.ts";

export const PANEL: Provider[] = ["openai", "claude", "gemini"];
export const STATEMENTS = 4;

const input: RunInput = {
	run_id: RunId.parse("run1"),
	video_id: VideoId.parse("abcdefghijk"),
	url: "https://www.youtube.com/watch?v=abcdefghijk",
	started_by: "member",
	started_at_ms: 0,
	panel: PANEL,
	simulated: false,
	member_transcript: null,
	earlier_source: null,
};

const cue = { start: 0, text: "Water boils at 100 degrees at sea level." };

/** What each task brings where nothing goes wrong. */
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
			return { method: "provider", found: [], calls: [] };
		case "choose":
			return {
				chosen: Array.from({ length: STATEMENTS }, (_, index) => ({
					content: `Statement ${index}`,
					quote: cue.text,
					quote_key: `key${index}`,
					timestamp: index,
					timestamp_source: "cue" as const,
					new_id: StatementId.parse(`s${index}`),
					earlier: null,
				})),
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
				},
				calls: [],
			};
		default:
			return { done: true };
	}
}

/** A run, its clock and those who do its tasks. */
export type World = {
	store: MemoryRunStore;
	clock: { ms: number };
	/** Keys of the tasks that were asked for, in order. */
	asked: string[];
	perform: (task: Task) => Promise<TaskOutput>;
	deadline_ms?: number;
	concurrency?: number;
};

let leases = 0;

export function engineOf(world: World): RunEngine {
	return new RunEngine({
		store: world.store,
		runStep: (_run, task) => {
			world.asked.push(taskKey(task));
			return world.perform(task);
		},
		unrated: (provider, message) => ({
			rating: ratingFallback(provider, "", message),
			calls: [],
		}),
		ending: async (run) => ({
			name: run.error ? "failed" : "completed",
			data: run.error ?? {},
		}),
		emit: async () => {},
		now: () => world.clock.ms,
		newLease: () => `lease${leases++}`,
		rating_concurrency: world.concurrency ?? 24,
		deadline_ms: world.deadline_ms ?? 300_000,
		log: () => {},
	});
}

export function worldOf(
	perform: World["perform"] = async (task) => outputOf(task),
): World {
	return {
		store: new MemoryRunStore(input),
		clock: { ms: 0 },
		asked: [],
		perform,
	};
}

/** The progress that was told, in order. */
export function progressOf(world: World): Analysis[] {
	return world.store.events
		.filter((event) => event.name === "progress")
		.map((event) => JSON.parse(event.data).analysis);
}
