import { isRecent } from "#worker/durations.ts";

/**
 * Shares one read among all callers within `life_ms` of its start. If the read fails, it fails
 * for all callers that wait for it, and the next caller reads again.
 */
export class SharedRead<T> {
	readonly #life_ms: number;
	readonly #now: () => number;
	#latest: { value: Promise<T>; begun_at: number } | null = null;

	constructor(life_ms: number, now: () => number = () => Date.now()) {
		this.#life_ms = life_ms;
		this.#now = now;
	}

	read(begin: () => Promise<T>): Promise<T> {
		const now = this.#now();
		if (this.#latest && isRecent(this.#latest.begun_at, this.#life_ms, now))
			return this.#latest.value;
		const latest = { value: begin(), begun_at: now };
		this.#latest = latest;
		latest.value.catch(() => {
			if (this.#latest === latest) this.#latest = null;
		});
		return latest.value;
	}

	/** Makes the next caller read again. */
	forget(): void {
		this.#latest = null;
	}
}
