/** The values that were used last, as many as there is room for: an isolate has 128 MB. */
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

	/** A value that is larger than the whole room is not kept, and removes no other. */
	set(key: string, value: Value, size: number): void {
		// Moved to the end, so that the value that was unused for longest comes first.
		this.delete(key);
		if (size > this.#max_size) return;
		this.#values.set(key, { value, size });
		this.#size += size;
		for (const oldest of this.#values.keys()) {
			if (this.#size <= this.#max_size) return;
			this.delete(oldest);
		}
	}

	/** Whether the value was there. */
	delete(key: string): boolean {
		this.#size -= this.#values.get(key)?.size ?? 0;
		return this.#values.delete(key);
	}
}
