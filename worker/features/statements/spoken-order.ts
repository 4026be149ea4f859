import type { Statement } from "#contract/statement.ts";

type Spoken = Pick<Statement, "timestamp" | "quote" | "context">;

/**
 * Statements of one time in the order in which they are said: a turn of a debate is one long cue with
 * one time. Each follows those that are in the words before it. Expects an order of time.
 */
export function inSpokenOrder<T extends Spoken>(statements: readonly T[]): T[] {
	const placed = statements.map((statement) => ({
		statement,
		before: statements.filter((other) => isBefore(other, statement)).length,
	}));
	placed.sort((a, b) => a.statement.timestamp - b.statement.timestamp || a.before - b.before);
	return placed.map(({ statement }) => statement);
}

/** Whether both have one time, and the first one is said before the second. */
function isBefore(a: Spoken, b: Spoken): boolean {
	return (
		a !== b && a.timestamp === b.timestamp && a.quote !== "" && b.context.before.includes(a.quote)
	);
}
