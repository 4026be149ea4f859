/** What the election needs of the browser; tests bring their own. */
export type TabEnvironment = {
	visible: () => boolean;
	/** Calls back when the tab comes into view or leaves it; answers how to stop that. */
	whenVisibilityChanges: (callback: () => void) => () => void;
	/** null where the browser has none, e.g. over plain http. */
	locks: Pick<LockManager, "request"> | null;
};

export const THIS_TAB: TabEnvironment = {
	visible: () => document.visibilityState === "visible",
	whenVisibilityChanges: (callback) => {
		document.addEventListener("visibilitychange", callback);
		return () => document.removeEventListener("visibilitychange", callback);
	},
	locks: navigator.locks ?? null,
};

/**
 * Has `work` done in one of the visible tabs that ask under this name: it is
 * started here when no other does it, and ended when this tab is hidden, so
 * that the next one goes on. Without locks each visible tab does its own.
 * `work` answers how to end it; so does this.
 */
export function inOneVisibleTab(
	name: string,
	work: () => () => void,
	{ visible, whenVisibilityChanges, locks }: TabEnvironment = THIS_TAB,
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
				// Granted in the very moment in which it was given up.
				if (waiting.signal.aborted) return resolve();
				const stop = work();
				end = () => {
					stop();
					resolve();
				};
			});
		manager
			.request(name, { signal: waiting.signal }, turn)
			// Only giving up the wait rejects.
			.catch(() => undefined);
		return () => end();
	}

	function withdraw(): void {
		leave?.();
		leave = null;
	}

	const ignore = whenVisibilityChanges(update);
	update();
	return () => {
		ignore();
		withdraw();
	};
}
