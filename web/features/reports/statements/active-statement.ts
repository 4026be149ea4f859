/** A player that was sent to a second may stand a little before it. */
const EARLY_S = 0.5;

/** The id of what is being said: the last statement begun by `time` (seconds), or null before the first. */
export function activeStatement<Id extends string>(
	statements: readonly { id: Id; timestamp: number }[],
	time: number | null,
): Id | null {
	if (time === null) return null;
	let active: { id: Id; timestamp: number } | null = null;
	for (const statement of statements) {
		if (statement.timestamp > time + EARLY_S) continue;
		if (active === null || statement.timestamp >= active.timestamp) {
			active = statement;
		}
	}
	return active?.id ?? null;
}
