/**
 * Values by long keys, such as the data that they were made from. The ones that were used last are
 * kept, as many as their keys have room for: an isolate has 128 MB, and a value grows with its key.
 */
export class RecentlyUsed<Value extends object> {
	readonly #max_chars: number;
	readonly #values = new Map<string, Value>();
	#chars = 0;

	/** `max_chars`: of all keys together. */
	constructor(max_chars: number) {
		this.#max_chars = max_chars;
	}

	get(key: string): Value | undefined {
		const value = this.#values.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** Keeps nothing if the key alone is too long. */
	set(key: string, value: Value): void {
		// Moved to the end, so that the value that was unused for longest comes first.
		this.#delete(key);
		this.#values.set(key, value);
		this.#chars += key.length;
		for (const oldest of this.#values.keys()) {
			if (this.#chars <= this.#max_chars) return;
			this.#delete(oldest);
		}
	}

	#delete(key: string): void {
		if (this.#values.delete(key)) this.#chars -= key.length;
	}
}
