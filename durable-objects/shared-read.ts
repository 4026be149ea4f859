import { isRecent } from "#identity/is-recent.ts";

/**
 * One reading for all who ask within `life_ms` of its beginning. A reading that
 * fails fails for those who wait for it; who comes later reads anew.
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

	/** The next one reads anew. */
	forget(): void {
		this.#latest = null;
	}
}
