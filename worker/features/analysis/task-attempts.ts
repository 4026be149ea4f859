import type { RunState } from "./run-state.ts";
import type { OpenTask } from "./run-store.ts";

/**
 * The attempts for one task: enough to survive crashes, but limited, because every attempt of a
 * crash loop may cost money.
 */
const MAX_ATTEMPTS = 25;
/**
 * How many pages may be read at the same time, by the earlier attempts of the one that has most. A
 * page can end the process that reads it, for example by taking all memory, and nothing tells which
 * of the pages in progress it was. So all of them are read again: first few at a time, then each
 * alone. Only the page itself can end its last attempt, after which it is left out: it has ended the
 * process three times at most, and no page is left out because of another one.
 */
const READS_AT_ONCE = [Number.POSITIVE_INFINITY, 6, 1];
/**
 * A run that has left out so many pages for this does not read the others again either: all of them
 * may be made to end the process.
 */
const MAX_INTERRUPTING_PAGES = 5;

/** The wait after an attempt without an answer doubles, up to a minute. */
const RETRY_BASE_MS = 500;
export const RETRY_CAP_MS = 60_000;

/**
 * Whether a task has had all its attempts. This is asked before each attempt, because one that ends
 * the process reports no failure.
 */
export function isSpent(
	run: Pick<RunState, "reads">,
	{ input: { kind }, attempts }: OpenTask,
): boolean {
	if (kind === "publish" || kind === "retire") return false;
	return attempts >= (kind === "read" ? readAttempts(run) : MAX_ATTEMPTS);
}

function readAttempts({ reads }: Pick<RunState, "reads">): number {
	const left_out = [...reads.values()].filter((it) => !it.ok && it.reason === "interrupted");
	return left_out.length < MAX_INTERRUPTING_PAGES ? READS_AT_ONCE.length : 1;
}

/** How long a task waits after its last of so many attempts, in milliseconds. */
export function waitAfter(attempts: number): number {
	return Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (attempts - 1));
}

/** The due tasks that may start beside the running ones, whose attempts do not count this one. */
export function startable(
	running: readonly OpenTask[],
	due: readonly OpenTask[],
	rated_at_once: number,
): OpenTask[] {
	const may_start = new Set([
		...startableRatings(running, due, rated_at_once),
		...startableReads(running, due),
	]);
	return due.filter((row) => may_start.has(row) || !["rate", "read"].includes(row.input.kind));
}

/** Those that keep at most `limit` statements in progress. */
function startableRatings(
	running: readonly OpenTask[],
	due: readonly OpenTask[],
	limit: number,
): OpenTask[] {
	const statements = new Set<number>();
	for (const { input } of running) if (input.kind === "rate") statements.add(input.statement);
	return due.filter(({ input }) => {
		if (input.kind !== "rate") return false;
		if (statements.has(input.statement)) return true;
		if (statements.size >= limit) return false;
		statements.add(input.statement);
		return true;
	});
}

/** Those with most attempts first, so that the page that ends the process is found soon. */
function startableReads(running: readonly OpenTask[], due: readonly OpenTask[]): OpenTask[] {
	const reads = running.filter(isRead);
	const before = reads.length;
	for (const row of due.filter(isRead).sort((a, b) => b.attempts - a.attempts)) {
		const together = [...reads, row];
		const most_attempts = Math.max(...together.map((it) => it.attempts));
		if (together.length <= (READS_AT_ONCE[most_attempts] ?? 1)) reads.push(row);
	}
	return reads.slice(before);
}

function isRead({ input }: OpenTask): boolean {
	return input.kind === "read";
}
