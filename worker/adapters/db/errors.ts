const UNIQUE = /UNIQUE constraint failed: ([\w.]+(?:, [\w.]+)*)/;
/** Drivers wrap an error two or three times; a cycle must not hang us. */
const MAX_CAUSES = 8;

/**
 * The columns of the unique constraint that a write broke, as SQLite names
 * them ("members.email_key"), or null for any other error. Either engine.
 */
export function uniqueViolation(error: unknown): string | null {
	let current = error;
	for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
		if (!(current instanceof Error)) return null;
		const columns = UNIQUE.exec(current.message)?.[1];
		if (columns) return columns;
		current = current.cause;
	}
	return null;
}
