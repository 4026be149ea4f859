/**
 * The values that were used last, as many as there is room for: an isolate has 128 MB.
 */
export class RecentlyUsed<Value extends object> {
	readonly #max_size: number;
	readonly #values = new Map<string, { value: Value; size: number }>();
	#size = 0;

	/** `max_size`: of all values together. */
	constructor(max_size: number) {
		this.#max_size = max_size;
	}

	get(key: string): Value | undefined {
		const known = this.#values.get(key);
		if (known === undefined) return;
		this.set(key, known.value, known.size);
		return known.value;
	}

	/**
	 * Keeps nothing if the value alone is too large. `size` is the key's length if the key is the
	 * data that the value was made from, because the value grows with it.
	 */
	set(key: string, value: Value, size = key.length): void {
		// Moved to the end, so that the value that was unused for longest comes first.
		this.#delete(key);
		this.#values.set(key, { value, size });
		this.#size += size;
		for (const oldest of this.#values.keys()) {
			if (this.#size <= this.#max_size) return;
			this.#delete(oldest);
		}
	}

	#delete(key: string): void {
		this.#size -= this.#values.get(key)?.size ?? 0;
		this.#values.delete(key);
	}
}
