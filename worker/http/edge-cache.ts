import type { Bindings } from "#worker/bindings.ts";

/** The part of the platform's cache that the product uses. Keys are addresses. */
export type EdgeCache = {
	match(key: string): Promise<Response | undefined>;
	put(key: string, response: Response): Promise<void>;
	delete(key: string): Promise<boolean>;
};

/** On Cloudflare the data center's cache, which the platform bounds; elsewhere a bounded one. */
export function edgeCache({ LOCAL_CACHE_BYTES }: Pick<Bindings, "LOCAL_CACHE_BYTES">): EdgeCache {
	if (LOCAL_CACHE_BYTES === undefined) return platformCache();
	local ??= new BoundedCache(platformCache, LOCAL_CACHE_BYTES);
	return local;
}

/** One for all requests and objects, because they fill the same folder. */
let local: BoundedCache | null = null;

/** The browser's type of `caches` has no `default`; the platform's has one. */
function platformCache(): EdgeCache {
	return (caches as CacheStorage & { default: Cache }).default;
}

/** Of the file system and the index, for each response, whatever its size. */
export const ENTRY_BYTES = 4_096;

/**
 * A cache whose responses together never have more than `max_bytes`. The one that was unused for
 * longest makes room. A response is not kept if there is no room for it beside those that are
 * being written. The cache must be empty at first: only what is put here is counted.
 */
export class BoundedCache implements EdgeCache {
	readonly #cache: () => EdgeCache;
	readonly #max_bytes: number;
	/** Of what is kept, by key; the most recently used is last. */
	readonly #sizes = new Map<string, number>();
	/** Includes what is being written or deleted. */
	#used_bytes = 0;

	constructor(cache: () => EdgeCache, max_bytes: number) {
		this.#cache = cache;
		this.#max_bytes = max_bytes;
	}

	match(key: string): Promise<Response | undefined> {
		const size = this.#sizes.get(key);
		if (size !== undefined) this.#setLast(key, size);
		return this.#cache().match(key);
	}

	async put(key: string, response: Response): Promise<void> {
		const body = await response.arrayBuffer();
		const size = body.byteLength + ENTRY_BYTES;
		if (size > this.#max_bytes) return;
		// Counted before the first wait, so that writes at the same time do not take the same room.
		this.#used_bytes += size;
		let is_kept = false;
		try {
			if (!(await this.#makeRoom())) return;
			await this.#cache().put(key, new Response(body, response));
			is_kept = true;
		} finally {
			this.#used_bytes -= is_kept ? (this.#sizes.get(key) ?? 0) : size;
		}
		this.#setLast(key, size);
	}

	async delete(key: string): Promise<boolean> {
		const size = this.#sizes.get(key) ?? 0;
		this.#sizes.delete(key);
		try {
			const was_there = await this.#cache().delete(key);
			this.#used_bytes -= size;
			return was_there;
		} catch (error) {
			// It still takes its room.
			if (size > 0) this.#sizes.set(key, size);
			throw error;
		}
	}

	/** False if what is left is being written. */
	async #makeRoom(): Promise<boolean> {
		while (this.#used_bytes > this.#max_bytes) {
			const [oldest] = this.#sizes.keys();
			if (oldest === undefined) return false;
			await this.delete(oldest);
		}
		return true;
	}

	#setLast(key: string, size: number): void {
		this.#sizes.delete(key);
		this.#sizes.set(key, size);
	}
}
