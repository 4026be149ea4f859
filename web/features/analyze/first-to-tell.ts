/** The tabs hear of one end within moments; a later run of the same video is told again. */
const HOLD_MS = 3_000;

/**
 * Whether this tab is the first to tell a run's end. What tabs store for each
 * other arrives too late to settle that; a lock does not. Without locks, as over
 * plain http, each visible tab tells it.
 */
export function isFirstToTell(
	id: string,
	locks: Pick<LockManager, "request"> | null = navigator.locks ?? null,
): Promise<boolean> {
	if (locks === null) return Promise.resolve(true);
	return new Promise((resolve) => {
		const hold = (lock: Lock | null) => {
			resolve(lock !== null);
			return lock && new Promise((let_go) => setTimeout(let_go, HOLD_MS));
		};
		void locks.request(`run-told ${id}`, { ifAvailable: true }, hold);
	});
}
