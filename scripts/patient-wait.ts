/*
 * Miniflare's stubs wait for their helper thread with one Atomics.wait. The
 * thread stores its word and only then notifies, so on a busy machine the
 * notice of one call can wake the next call, which then finds no answer and
 * fails. Waiting again while the word is unchanged is what its caller means.
 */
const wait = Atomics.wait.bind(Atomics) as (
	array: Int32Array,
	index: number,
	value: number,
	timeout?: number,
) => "ok" | "not-equal" | "timed-out";

function patientWait(
	array: Int32Array,
	index: number,
	value: number,
	timeout?: number,
) {
	for (;;) {
		const woken = wait(array, index, value, timeout);
		if (woken !== "ok" || Atomics.load(array, index) !== value) return woken;
	}
}

Object.defineProperty(Atomics, "wait", { value: patientWait });
