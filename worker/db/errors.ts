import { ProblemError, problem } from "#http/problems.ts";

const UNIQUE = /UNIQUE constraint failed: ([\w.]+(?:, [\w.]+)*)/;

/**
 * The columns of the unique constraint that a write violated, as SQLite names them
 * ("members.email_key"), or null for any other error. Works with both engines.
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

/** Short enough to notice soon that the database is back, long enough not to add load. */
export const RETRY_AFTER_S = 5;
/** Clients wrap an error two or three times. The limit also ends a cycle of causes. */
const MAX_CAUSES = 8;

const CODE = "database_unreachable";

/**
 * The database can neither be read nor written at the moment. Everything that was confirmed
 * before is stored.
 */
export function databaseUnreachable(cause?: unknown): ProblemError {
	return problem(CODE, { retry_after_s: RETRY_AFTER_S, cause });
}

/**
 * What SQLite says if the disk is full or fails, or if the database is damaged, in either engine
 * and in an object's storage. The last is what the platform says of an object that it cannot open,
 * for whatever reason.
 */
const STORAGE_FAILED =
	/SQLITE_(?:FULL|IOERR|CANTOPEN|CORRUPT|NOTADB)|database or disk is full|disk I\/O error|database disk image is malformed|file is not a database|^internal error; reference = /;

/**
 * Finds the databaseUnreachable error among an error's causes, or makes one of a failure of the
 * storage; null for any other error.
 */
export function unreachableWithin(error: unknown): ProblemError | null {
	let current = error;
	for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
		if (current instanceof ProblemError && current.code === CODE) return current;
		if (!(current instanceof Error)) return null;
		if (STORAGE_FAILED.test(current.message)) return databaseUnreachable(error);
		current = current.cause;
	}
	return null;
}

/** A handler that returns `instead` if the database is unreachable, and rethrows other errors. */
export function ifUnreachable<T>(instead: T): (error: unknown) => T {
	return (error) => {
		if (unreachableWithin(error)) return instead;
		throw error;
	};
}
