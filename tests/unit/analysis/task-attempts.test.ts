import { describe, expect, it } from "vitest";
import type { OpenTask } from "#features/analysis/run-store.ts";
import type { Task } from "#features/analysis/task.ts";
import { isSpent, startable, waitAfter } from "#features/analysis/task-attempts.ts";
import type { ReadAnswer } from "#features/evidence/find-pages.ts";

const row = (input: Task, attempts = 0): OpenTask => ({
	key: JSON.stringify(input),
	state: "due",
	due_at_ms: 0,
	input,
	attempts,
});
const read = (page: string, attempts = 0) => row({ kind: "read", page }, attempts);
const reads = (count: number, attempts: number) =>
	Array.from({ length: count }, (_, at) => read(`${attempts}:${at}`, attempts));

const NO_LIMIT = 24;
const started = (running: OpenTask[], due: OpenTask[]) => startable(running, due, NO_LIMIT);

const interrupted = { ok: false, reason: "interrupted", status: null } as const;
const blocked = { ok: false, reason: "blocked", status: 403 } as const;
/** A run that has left out so many pages. */
const withReads = (count: number, answer: ReadAnswer = interrupted) => ({
	reads: new Map(Array.from({ length: count }, (_, page) => [String(page), answer])),
});
const mostAttempts = (task: Task, run = withReads(0)) =>
	Array.from({ length: 100 }, (_, at) => at).find((it) => isSpent(run, row(task, it)));

describe("the attempts of a task", () => {
	it("are limited, except for what ends the run", () => {
		expect(mostAttempts({ kind: "search", statement: 0, round: 1 })).toBe(25);
		expect(mostAttempts({ kind: "publish" })).toBeUndefined();
		expect(mostAttempts({ kind: "retire" })).toBeUndefined();
	});

	it("are three for a page, and one after five pages have used them up", () => {
		const page: Task = { kind: "read", page: "a" };
		expect(mostAttempts(page)).toBe(3);
		expect(mostAttempts(page, withReads(4))).toBe(3);
		expect(mostAttempts(page, withReads(5))).toBe(1);
		expect(mostAttempts(page, withReads(5, blocked))).toBe(3);
	});

	it("are further and further apart", () => {
		expect([1, 2, 3, 100].map(waitAfter)).toEqual([500, 1_000, 2_000, 60_000]);
	});
});

describe("the pages that are read at the same time", () => {
	it("are all of those without an earlier attempt", () => {
		expect(started([], reads(100, 0))).toHaveLength(100);
	});

	it("are six after one attempt, and one after two", () => {
		expect(started([], reads(100, 1))).toHaveLength(6);
		expect(started(reads(4, 1), reads(100, 1))).toHaveLength(2);
		expect(started([], reads(100, 2))).toHaveLength(1);
		expect(started(reads(1, 2), reads(100, 2))).toEqual([]);
	});

	it("are those with most attempts first", () => {
		const fresh = reads(10, 0);
		const again = reads(10, 1);
		const last = reads(10, 2);
		const due = [...fresh, ...again, ...last];
		expect(started([], due)).toEqual(last.slice(0, 1));
		expect(started(last.slice(0, 1), due)).toEqual([]);
		expect(started([], [...fresh, ...again])).toEqual(again.slice(0, 6));
		expect(started(again.slice(0, 6), fresh)).toEqual([]);
		// None of them waits for the others to be due.
		expect(started(fresh, last)).toEqual([]);
		expect(started(fresh.slice(0, 5), [...again, ...last])).toEqual(again.slice(0, 1));
	});

	it("hold back no other work, and keep the planned order", () => {
		const rate = row({ kind: "rate", statement: 0, provider: "openai" }, 3);
		const search = row({ kind: "search", statement: 1, round: 1 }, 3);
		const [one, two] = [read("one"), read("two")];
		const due = [one, rate, two, search];
		expect(started([], due)).toEqual(due);
		expect(started(reads(1, 2), due)).toEqual([rate, search]);
	});
});
