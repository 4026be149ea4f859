/** After a seek the player may report a slightly earlier position. */
const EARLY_S = 0.5;

/** The id of the last statement that begins at or before `time` (seconds), or null before the first. */
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
