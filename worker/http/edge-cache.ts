import type { Bindings } from "#worker/bindings.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";

/** The part of the platform's cache that the product uses. Keys are addresses. */
export type EdgeCache = {
	match(key: string): Promise<Response | undefined>;
	put(key: string, response: Response): Promise<void>;
	delete(key: string): Promise<boolean>;
};

/** On Cloudflare the data center's cache, which the platform bounds; elsewhere a bounded one. */
export function edgeCache({ LOCAL_CACHE_BYTES }: Pick<Bindings, "LOCAL_CACHE_BYTES">): EdgeCache {
	// The browser's type of `caches` has no `default`; the platform's has one.
	if (LOCAL_CACHE_BYTES === undefined) return (caches as CacheStorage & { default: Cache }).default;
	local ??= new MemoryCache(LOCAL_CACHE_BYTES);
	return local;
}

/** One for all requests and objects, which share the process. */
let local: MemoryCache | null = null;

const MAX_AGE = /\b(?:s-maxage|max-age)=(\d+)/;

/** A cache of at most `max_bytes`, which ends with the process. */
export class MemoryCache implements EdgeCache {
	readonly #kept: RecentlyUsed<{ body: ArrayBuffer; headers: Headers; until_ms: number }>;

	constructor(max_bytes: number) {
		this.#kept = new RecentlyUsed(max_bytes);
	}

	async match(key: string): Promise<Response | undefined> {
		const found = this.#kept.get(key);
		if (!found || found.until_ms < Date.now()) return;
		return new Response(found.body, { headers: found.headers });
	}

	async put(key: string, response: Response): Promise<void> {
		const body = await response.arrayBuffer();
		const { headers } = response;
		const [, age_s = "0"] = MAX_AGE.exec(headers.get("cache-control") ?? "") ?? [];
		const until_ms = Date.now() + Number(age_s) * 1_000;
		this.#kept.set(key, { body, headers, until_ms }, key.length + body.byteLength);
	}

	async delete(key: string): Promise<boolean> {
		return this.#kept.delete(key);
	}
}
