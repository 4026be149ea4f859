import { expect } from "vitest";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import type { ReadEvent } from "./event-reader.ts";
import { progressOf } from "./kill-moments.ts";
import type { OutsideCall } from "./outside-calls.ts";
import { type Life, paymentsOf, questionsOf } from "./payments.ts";

/** Nothing stored is asked for again, and only what was in flight is asked for twice. */
export function expectNothingPaidTwice(
	calls: OutsideCall[],
	lives: Life[],
): void {
	for (const { over_at, stored } of lives) {
		const asked = calls.filter((it) => it.started_at < over_at);
		expect(asked.map(({ question }) => question)).toEqual(
			expect.arrayContaining(questionsOf(stored, "done")),
		);
	}
	expect(paymentsOf(calls, lives)).toMatchObject({
		stored_again: 0,
		unexplained: [],
	});
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

function expectOnce(names: string[]): void {
	expect(names).toEqual([...new Set(names)]);
}

/** Comparable with the instants of calls. */
export function now(): number {
	return performance.timeOrigin + performance.now();
}
