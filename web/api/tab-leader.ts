/** What the election needs from the browser; tests pass their own. */
export type TabEnvironment = {
	visible: () => boolean;
	/** Calls back when the tab becomes visible or hidden; returns a function that stops it. */
	onVisibilityChange: (callback: () => void) => () => void;
	/** null if the browser has none, e.g. over plain http. */
	locks: Pick<LockManager, "request"> | null;
};

export const BROWSER: TabEnvironment = {
	visible: () => document.visibilityState === "visible",
	onVisibilityChange: (callback) => {
		document.addEventListener("visibilitychange", callback);
		return () => document.removeEventListener("visibilitychange", callback);
	},
	locks: navigator.locks ?? null,
};

/**
 * Runs `work` in one of the visible tabs that use this name: it starts here if no other tab runs
 * it, and ends when this tab is hidden, so that the next tab takes over. Without locks each visible
 * tab runs its own. `work` returns a function that ends it; so does this.
 */
export function runInLeaderTab(
	name: string,
	work: () => () => void,
	{ visible, onVisibilityChange, locks }: TabEnvironment = BROWSER,
): () => void {
	let leave: (() => void) | null = null;

	function update(): void {
		if (visible()) leave ??= locks ? queue(locks) : work();
		else withdraw();
	}

	function queue(manager: Pick<LockManager, "request">): () => void {
		const waiting = new AbortController();
		let end = () => waiting.abort();
		const turn = () =>
			new Promise<void>((resolve) => {
				// The lock was granted at the same moment as the wait was cancelled.
				if (waiting.signal.aborted) return resolve();
				const stop = work();
				end = () => {
					stop();
					resolve();
				};
			});
		manager
			.request(name, { signal: waiting.signal }, turn)
			// Only cancelling the wait rejects.
			.catch(() => undefined);
		return () => end();
	}

	function withdraw(): void {
		leave?.();
		leave = null;
	}

	const ignore = onVisibilityChange(update);
	update();
	return () => {
		ignore();
		withdraw();
	};
}
