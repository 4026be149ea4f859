import type { Analysis } from "#contract/analysis.ts";
import type { ReadEvent } from "./event-reader.ts";
import type { OutsideCall, Stage } from "./outside-calls.ts";
import type { StoredRun } from "./stored-run.ts";

/** What the outside sees of a run while it is on. */
export type Seen = {
	/** What the viewer was told so far. */
	events: ReadEvent[];
	/** Calls for this run, in this life of the server and in earlier ones. */
	calls: OutsideCall[];
	/** When the run or the server was started last; as calls have it. */
	life_began: number;
};

/** When to kill: as soon as `reached`, or up to `within_ms` later. */
export type Moment = { reached: (seen: Seen) => boolean; within_ms: number };

/** How far an analysis had come, by what was stored. */
export type Phase =
	| "metadata"
	| "transcript"
	| "extraction"
	| "early ratings"
	| "late ratings"
	| "publication"
	| "completed";

const EARLY_SHARE = 0.1;
const LATE_SHARE = 0.75;

export function momentOf(name: Phase, ratings: number): Moment {
	switch (name) {
		case "metadata":
			return asking("player");
		case "transcript":
			return asking("captions");
		case "extraction":
			return asking("extraction");
		case "early ratings":
			return answering(EARLY_SHARE * ratings);
		case "late ratings":
			return answering(LATE_SHARE * ratings);
		case "publication":
			return {
				reached: ({ events }) => events.some((it) => progressOf(it) === 90),
				within_ms: 15,
			};
		case "completed":
			return {
				reached: ({ events }) => events.at(-1)?.event === "completed",
				within_ms: 5,
			};
	}
}

export function phaseOf({ ended, tasks }: StoredRun): Phase {
	if (ended) return "completed";
	const open = tasks.filter(({ state }) => state !== "done");
	switch (open[0]?.kind) {
		case "metadata":
		case "transcript":
			return open[0].kind;
		case "extract":
		case "choose":
			return "extraction";
		case "rate": {
			const ratings = tasks.filter(({ kind }) => kind === "rate");
			const early = open.length > ratings.length / 2;
			return early ? "early ratings" : "late ratings";
		}
		default:
			return "publication";
	}
}

export function progressOf({ event, data }: ReadEvent): number | null {
	if (event !== "progress" && event !== "snapshot") return null;
	return (data as { analysis: Analysis | null }).analysis?.progress ?? null;
}

function asking(stage: Stage): Moment {
	return {
		reached: ({ calls, life_began }) =>
			calls.some((it) => it.stage === stage && it.started_at >= life_began),
		within_ms: 30,
	};
}

function answering(ratings: number): Moment {
	return {
		reached: ({ calls }) => {
			const answered = calls.filter(
				({ stage, status, ended_at }) =>
					stage === "rating" && status === 200 && ended_at !== null,
			);
			return new Set(answered.map((it) => it.question)).size >= ratings;
		},
		within_ms: 20,
	};
}
