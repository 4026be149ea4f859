/** The browser features that the election uses; tests replace them. */
export type TabEnvironment = {
	visible: () => boolean;
	/**
	 * Registers a callback for changes of the tab's visibility. Returns a function that unregisters
	 * it.
	 */
	onVisibilityChange: (callback: () => void) => () => void;
	/** null if the browser does not provide locks, for example over plain http. */
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
 * Runs `work` in one of the visible tabs with this name. It starts here if no other tab runs it
 * and ends when this tab is hidden, so that another tab takes over. Without locks, every visible
 * tab runs it. `work` returns a function that stops it. The returned function stops it too.
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
