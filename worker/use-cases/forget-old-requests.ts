/** Long past any program's interest in how its request went; results themselves stay. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

type Forgetful = { forget(before: string): Promise<void> };

export function forgetOldRequests(
	{ forget }: Forgetful,
	now: Date,
): Promise<void> {
	return forget(new Date(now.getTime() - KEPT_MS).toISOString());
}
