/** When a statement was said, and in which words. */
export type Said = {
	quote_key: string;
	/** Seconds into the video. */
	timestamp: number;
};

/** Caption formats round the start of the same cue differently, by less than this. */
const SAME_CUE_S = 0.5;

/**
 * Finds for each new statement the earlier one with the same words at the same cue, or null. An
 * earlier statement is used at most once.
 */
export function pairStatements<T extends Said>(
	earlier: readonly T[],
	fresh: readonly Said[],
): (T | null)[] {
	const waiting = new Map<string, T[]>();
	for (const statement of earlier) {
		const same = waiting.get(statement.quote_key);
		if (same) same.push(statement);
		else waiting.set(statement.quote_key, [statement]);
	}
	return fresh.map((statement) => {
		const same = waiting.get(statement.quote_key) ?? [];
		const index = same.findIndex((it) => Math.abs(it.timestamp - statement.timestamp) < SAME_CUE_S);
		return index < 0 ? null : (same.splice(index, 1)[0] ?? null);
	});
}
