import { expect } from "vitest";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import type { ReadEvent } from "./event-reader.ts";
import { progressOf } from "./kill-moments.ts";
import type { OutsideCall } from "./outside-calls.ts";
import type { StoredRun } from "./stored-run.ts";

/** A life of the server, from its start or the run's to the kill. Epoch milliseconds. */
export type Life = {
	began: number;
	killed_at: number;
	/** All of it was gone, and what it had sent had arrived. */
	over_at: number;
	stored: StoredRun;
};

/** An answer is stored within this, also on a busy machine. */
const STORED_WITHIN_MS = 500;

/** Nothing stored is asked for again, and only what was in flight is asked for twice. */
export function expectNothingPaidTwice(
	calls: OutsideCall[],
	lives: Life[],
): void {
	for (const { began, killed_at, over_at, stored } of lives) {
		const done = new Set(questions(stored, ["done"]));
		const asked = calls.filter((it) => it.started_at < over_at);
		const later = calls.filter((it) => it.started_at >= over_at);
		expect(asked.map(questionOf)).toEqual(expect.arrayContaining([...done]));
		expect(later.map(questionOf).filter((it) => done.has(it))).toEqual([]);

		const now_asked = asked.filter((it) => it.started_at >= began);
		expectOnce(now_asked.map(questionOf));
		const unstored = now_asked.filter(({ question }) => !done.has(question));
		expect(questions(stored, ["leased"])).toEqual(
			expect.arrayContaining(unstored.map(questionOf)),
		);
		for (const { ended_at } of unstored)
			expect(ended_at).toBeGreaterThan(killed_at - STORED_WITHIN_MS);
	}
	const last_over_at = lives.at(-1)?.over_at ?? 0;
	const last_asked = calls.filter((it) => it.started_at >= last_over_at);
	expectOnce(last_asked.map(questionOf));
}

/** Over all connections: no gap, no double, never back, and the end last. */
export function expectWholeStory(events: ReadEvent[], report: Report): void {
	const [first] = events;
	const [run, start] = first?.id.split("-") ?? [];
	expect(events.map(({ id }) => id)).toEqual(
		events.map((_, index) => `${run}-${Number(start) + index}`),
	);
	expect(events.slice(1).filter(({ event }) => event === "snapshot")).toEqual(
		[],
	);
	expect(
		events.filter(({ event }) => event === "completed" || event === "failed"),
	).toEqual([events.at(-1)]);
	expect(events.at(-1)?.event).toBe("completed");

	const progress = events.flatMap((event) => progressOf(event) ?? []);
	expect(progress).toEqual([...progress].sort((a, b) => a - b));
	// Who comes after the end finds no run under way.
	expect(progress.at(-1) ?? 100).toBe(100);
	expectOnce(toldStatements(events));
	expect(toldStatements(events).sort()).toEqual(
		report.statements.map(({ id }) => id).sort(),
	);
}

/** Ids of the statements in the first snapshot and in the events. */
function toldStatements(events: ReadEvent[]): string[] {
	return events.flatMap(({ event, data }) => {
		if (event === "statement") return [(data as Statement).id];
		if (event !== "snapshot") return [];
		return (data as Report).statements.map(({ id }) => id);
	});
}

function questions(
	{ tasks }: StoredRun,
	states: StoredRun["tasks"][number]["state"][],
): string[] {
	return tasks.flatMap(({ state, question }) =>
		question !== null && states.includes(state) ? [question] : [],
	);
}

function questionOf({ question }: OutsideCall): string {
	return question;
}

function expectOnce(names: string[]): void {
	expect(names).toEqual([...new Set(names)]);
}

/** Comparable with the instants of calls. */
export function now(): number {
	return performance.timeOrigin + performance.now();
}
