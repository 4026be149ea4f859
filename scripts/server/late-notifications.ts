type Wait = (
	array: Int32Array,
	index: number,
	value: number,
	timeout?: number,
) => "ok" | "not-equal" | "timed-out";

/**
 * An `Atomics.wait` that waits again if it was woken while the value is unchanged. Miniflare's
 * stubs wait for their helper thread with a single call. The thread stores its answer first and
 * notifies afterwards: on a busy machine, the notification of one call can wake the next call,
 * which finds no answer and fails.
 */
export function ignoreLateNotifications(wait: Wait): Wait {
	return (array, index, value, timeout) => {
		for (;;) {
			const woken = wait(array, index, value, timeout);
			if (woken !== "ok" || Atomics.load(array, index) !== value) return woken;
		}
	};
}
