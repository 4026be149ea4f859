import { Refusal } from "./refusal.ts";

/** Soon enough to be there when it is back, late enough not to be in its way. */
export const RETRY_AFTER_S = 5;
/** Clients wrap an error two or three times; a cycle must not hang us. */
const MAX_CAUSES = 8;

const CODE = "database_unreachable";

/** Nothing can be read or written for now. What was promised before is stored. */
export function databaseUnreachable(cause?: unknown): Refusal {
	const refusal = new Refusal({
		status: 503,
		code: CODE,
		title: "Briefly out of reach",
		detail:
			"Our database cannot be reached at the moment. What is stored is safe; please try again shortly.",
		retry_after_s: RETRY_AFTER_S,
	});
	refusal.cause = cause;
	return refusal;
}

/** The word of an unreachable database within whatever its client made of it, or null. */
export function unreachableWithin(error: unknown): Refusal | null {
	let current = error;
	for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
		if (current instanceof Refusal && current.code === CODE) return current;
		if (!(current instanceof Error)) return null;
		current = current.cause;
	}
	return null;
}
