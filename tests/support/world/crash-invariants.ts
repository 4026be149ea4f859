import { expect } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import type { FakeAi } from "../fakes/ai.ts";
import type { Asked } from "../fakes/web-sites.ts";
import type { FakeYoutube } from "../fakes/youtube.ts";
import type { ReadEvent } from "./client.ts";
import type { StoredRun, StoredTask } from "./stored-data.ts";

/** Stored answers are not requested again, and only calls in flight are repeated. */
export function expectNothingPaidTwice(calls: OutsideCall[], lives: Life[]): void {
	for (const { over_at, stored } of lives) {
		const asked = calls.filter((it) => it.started_at < over_at);
		expect(asked.map(({ question }) => question)).toEqual(
			expect.arrayContaining(questionsOf(stored, "done")),
		);
	}
	expect(paymentsOf(calls, lives)).toMatchObject({ stored_again: 0, unexplained: [] });
}

/** Over all connections, events have no gaps, duplicates or steps back, and the end is last. */
export function expectWholeStory(events: ReadEvent[], report: Report): void {
	const [first] = events;
	const [run, start] = first?.id.split("-") ?? [];
	expect(events.map(({ id }) => id)).toEqual(
		events.map((_, index) => `${run}-${Number(start) + index}`),
	);
	expect(events.slice(1).filter(({ event }) => event === "snapshot")).toEqual([]);
	expect(events.filter(({ event }) => event === "completed" || event === "failed")).toEqual([
		events.at(-1),
	]);
	expect(events.at(-1)?.event).toBe("completed");

	const progress = events.flatMap((event) => progressOf(event) ?? []);
	expect(progress).toEqual([...progress].sort((a, b) => a - b));
	// A viewer who connects after the end has no running analysis.
	expect(progress.at(-1) ?? 100).toBe(100);
	expectOnce(toldStatements(events));
	expect(toldStatements(events).sort()).toEqual(report.statements.map(({ id }) => id).sort());
}

/** The statement ids in the first snapshot and in the events. */
function toldStatements(events: ReadEvent[]): string[] {
	return events.flatMap(({ event, data }) => {
		if (event === "statement") return [(data as Statement).id];
		if (event !== "snapshot") return [];
		return (data as Report).statements.map(({ id }) => id);
	});
}

function expectOnce(names: string[]): void {
	expect(names).toEqual([...new Set(names)]);
}

/** The current time, comparable with the times of calls. */
export function now(): number {
	return performance.timeOrigin + performance.now();
}

/** What is visible of a run in progress. */
type Seen = {
	/** The viewer's events so far. */
	events: ReadEvent[];
	/** The run's calls, in this and earlier lives of the server. */
	calls: OutsideCall[];
	/** The start of the run or of the server, whichever is later. */
	life_began: number;
};

/** When to kill: from the time `reached` is true until `within_ms` later. */
type Moment = { reached: (seen: Seen) => boolean; within_ms: number };

/** How far an analysis had come, according to its stored state. */
export type Phase =
	| "metadata"
	| "transcript"
	| "extraction"
	| "wording"
	| "planning"
	| "searching"
	| "reading"
	| "early ratings"
	| "late ratings"
	| "second reading"
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
		case "wording":
		case "planning":
		case "searching":
		case "reading":
		case "second reading":
			return asking(name);
		case "early ratings":
			return answering(EARLY_SHARE * ratings);
		case "late ratings":
			return answering(LATE_SHARE * ratings);
		case "publication":
			return { reached: ({ events }) => events.some((it) => progressOf(it) === 90), within_ms: 15 };
		case "completed":
			return { reached: ({ events }) => events.at(-1)?.event === "completed", within_ms: 5 };
	}
}

/** `ratings` is their final number; with sources they are not all planned from the start. */
export function phaseOf({ ended, tasks }: StoredRun, ratings: number): Phase {
	if (ended) return "completed";
	const open = tasks.filter(({ state }) => state !== "done");
	const kind = furthest(open);
	switch (kind) {
		case "metadata":
		case "transcript":
			return kind;
		case "extract":
		case "choose":
			return "extraction";
		case "check_wording":
			return "wording";
		case "plan":
			return "planning";
		case "search":
			return "searching";
		case "read":
			return "reading";
		case "rate": {
			const rated = tasks.filter(({ kind, state }) => kind === "rate" && state === "done");
			return rated.length < ratings / 2 ? "early ratings" : "late ratings";
		}
		case "check_support":
			return "second reading";
		default:
			return "publication";
	}
}

/** Statements are searched, read and rated in parallel, so the most advanced task counts. */
function furthest(open: StoredTask[]): StoredTask["kind"] | undefined {
	const first = open[0]?.kind;
	if (first !== "search" && first !== "read") return first;
	const asks = (kind: StoredTask["kind"]) =>
		open.some((it) => it.kind === kind && it.state === "leased");
	return (["rate", "read"] as const).find(asks) ?? first;
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
				({ stage, status, ended_at }) => stage === "rating" && status === 200 && ended_at !== null,
			);
			return new Set(answered.map((it) => it.question)).size >= ratings;
		},
		within_ms: 20,
	};
}

/** A life of the server, from its start or the run's to the kill, in epoch milliseconds. */
export type Life = {
	began: number;
	/** The time when all its processes were gone and everything they sent had arrived. */
	over_at: number;
	stored: StoredRun;
};

/** The repeated calls of a run over the lives of a killed server. */
export type Payments = {
	/** Answers stored at a kill, and how many of them were requested again. */
	stored: number;
	stored_again: number;
	/** Calls in flight at a kill, and how many of them were repeated. */
	in_flight: number;
	in_flight_again: number;
	/** Calls repeated within one life or without a stored task. */
	unexplained: string[];
};

/** `calls` and `lives` belong to one run. */
export function paymentsOf(calls: OutsideCall[], lives: Life[]): Payments {
	const total = addPayments();
	for (const { began, over_at, stored } of lives) {
		const done = questionsOf(stored, "done");
		const leased = questionsOf(stored, "leased");
		const asked = calls
			.filter((it) => it.started_at >= began && it.started_at < over_at)
			.map(({ question }) => question);
		const later = new Set(
			calls.filter((it) => it.started_at >= over_at).map(({ question }) => question),
		);
		const flying = leased.filter((question) => asked.includes(question));
		total.stored += done.length;
		total.stored_again += done.filter((it) => later.has(it)).length;
		total.in_flight += flying.length;
		total.in_flight_again += flying.filter((it) => later.has(it)).length;
		total.unexplained.push(
			...repeated(asked),
			...asked.filter((it) => !done.includes(it) && !leased.includes(it)),
		);
	}
	const last_over_at = lives.at(-1)?.over_at ?? 0;
	const last = calls.filter((it) => it.started_at >= last_over_at);
	total.unexplained.push(...repeated(last.map(({ question }) => question)));
	return total;
}

/** The sum; zero for none. */
export function addPayments(...all: Payments[]): Payments {
	const sum = (of: (one: Payments) => number) => all.reduce((total, one) => total + of(one), 0);
	return {
		stored: sum((one) => one.stored),
		stored_again: sum((one) => one.stored_again),
		in_flight: sum((one) => one.in_flight),
		in_flight_again: sum((one) => one.in_flight_again),
		unexplained: all.flatMap((one) => one.unexplained),
	};
}

function questionsOf({ tasks }: StoredRun, state: StoredTask["state"]): string[] {
	return tasks.flatMap((task) =>
		task.question !== null && task.state === state ? [task.question] : [],
	);
}

function repeated(names: string[]): string[] {
	return names.filter((name, place) => names.indexOf(name) !== place);
}

export type Stage =
	| "player"
	| "captions"
	| "extraction"
	| "wording"
	| "planning"
	| "searching"
	| "reading"
	| "rating"
	| "second reading"
	| "elsewhere";

/** A call to one of the fakes. */
export type OutsideCall = {
	stage: Stage;
	/** Identifies what was requested. */
	question: string;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null until the response has ended. */
	ended_at: number | null;
	/** null if no headers were sent. */
	status: number | null;
};

const YOUTUBE_STAGES: Record<string, Stage> = { player: "player", timedtext: "captions" };

export function videoQuestion(stage: Stage, video_id: string): string {
	return `${stage} ${video_id}`;
}

export function extractionQuestion(window: string): string {
	return `extraction ${window}`;
}

export function ratingQuestion(provider: string, statement: string): string {
	return `rating ${provider} ${statement}`;
}

/** Who reads follows from the ratings. */
export function supportQuestion(statement: string): string {
	return `second reading ${statement}`;
}

/** A run with few statements checks their wording once. */
export const WORDING_QUESTION = "wording";

/** A run plans once. */
export const PLAN_QUESTION = "planning";

export function searchQuestion(query: string): string {
	return `searching ${query}`;
}

export function readQuestion(title: string): string {
	return `reading ${title}`;
}

/** A search, or the first of the two requests that read an article. */
function wikipediaCall(asked: Asked): OutsideCall[] {
	const { started_at, ended_at, status } = asked;
	const { pathname, searchParams } = new URL(asked.path, "http://wiki.invalid");
	const query = searchParams.get("q");
	const title = searchParams.get("titles");
	const times = { started_at, ended_at, status };
	if (pathname.endsWith("/search/page") && query !== null)
		return [{ stage: "searching", question: searchQuestion(query), ...times }];
	if (title !== null) return [{ stage: "reading", question: readQuestion(title), ...times }];
	return [];
}

/** All calls to the fakes so far, by time. */
export function outsideCalls(
	ai: FakeAi,
	youtube: FakeYoutube,
	wikipedia: readonly Asked[] = [],
): OutsideCall[] {
	const toYoutube = youtube.calls.map((call): OutsideCall => {
		const stage = YOUTUBE_STAGES[call.kind] ?? "elsewhere";
		const { started_at, ended_at, id } = call;
		const status = ended_at === null ? null : 200;
		const question = videoQuestion(stage, id);
		return { stage, question, started_at, ended_at, status };
	});
	// Each start asks each provider a tiny question, which belongs to no run.
	const asked = ai.calls.filter(({ kind }) => kind !== "test");
	const toAi = asked.map((call): OutsideCall => {
		const { started_at, ended_at, status } = call;
		const rates = call.statement !== null;
		const times = { started_at, ended_at, status };
		if (call.kind === "check_support")
			return { stage: "second reading", question: supportQuestion(call.statement ?? ""), ...times };
		if (call.kind === "plan") return { stage: "planning", question: PLAN_QUESTION, ...times };
		if (call.kind === "check_wording")
			return { stage: "wording", question: WORDING_QUESTION, ...times };
		return {
			stage: rates ? "rating" : "extraction",
			question: rates
				? ratingQuestion(call.provider, call.statement ?? "")
				: extractionQuestion(call.transcript ?? ""),
			...times,
		};
	});
	const toWikipedia = wikipedia.flatMap(wikipediaCall);
	return [...toYoutube, ...toAi, ...toWikipedia].sort((a, b) => a.started_at - b.started_at);
}
