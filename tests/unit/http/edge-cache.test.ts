import { afterEach, describe, expect, it, vi } from "vitest";
import { edgeCache, MemoryCache } from "#http/edge-cache.ts";

const BYTES = 1_000;
/** The length of each key is one. */
const SIZE = BYTES + 1;
const page = (letter = "x", bytes = BYTES) =>
	new Response(letter.repeat(bytes), {
		headers: { etag: `"${letter}"`, "cache-control": "public, s-maxage=60" },
	});

async function keptOf(cache: MemoryCache, keys: string): Promise<string> {
	const found = await Promise.all([...keys].map((key) => cache.match(key)));
	return [...keys].filter((_, at) => found[at]).join("");
}

afterEach(() => void vi.useRealTimers());

describe("MemoryCache", () => {
	it("returns what was put, with its headers, as often as it is asked", async () => {
		const cache = new MemoryCache(SIZE);
		await cache.put("a", page("a"));
		for (const _ of [1, 2]) {
			const found = await cache.match("a");
			expect(found?.headers.get("etag")).toBe('"a"');
			expect(await found?.text()).toBe("a".repeat(BYTES));
		}
		expect(await cache.delete("a")).toBe(true);
		expect(await cache.delete("a")).toBe(false);
		expect(await cache.match("a")).toBeUndefined();
	});

	it("drops what was unused for longest", async () => {
		const cache = new MemoryCache(3 * SIZE);
		for (const key of "abc") await cache.put(key, page());
		await cache.match("a");
		await cache.put("d", page());
		expect(await keptOf(cache, "abcd")).toBe("acd");
		// Written again, it takes the room of one.
		for (const key of "ccce") await cache.put(key, page());
		expect(await keptOf(cache, "abcde")).toBe("cde");
	});

	it("keeps nothing that is too large, and drops nothing for it", async () => {
		const cache = new MemoryCache(SIZE);
		await cache.put("a", page());
		await cache.put("b", page("b", SIZE));
		expect(await keptOf(cache, "ab")).toBe("a");
	});

	it("returns nothing that is older than its headers allow", async () => {
		vi.useFakeTimers({ now: 0 });
		const cache = new MemoryCache(2 * SIZE);
		await cache.put("a", page());
		await cache.put("b", new Response("b"));
		vi.setSystemTime(60_000);
		expect(await keptOf(cache, "ab")).toBe("a");
		vi.setSystemTime(60_001);
		expect(await keptOf(cache, "ab")).toBe("");
	});
});

describe("edgeCache", () => {
	it("is one for all requests and objects of the process", () => {
		const local = { LOCAL_CACHE_BYTES: 1 };
		expect(edgeCache(local)).toBe(edgeCache({ ...local }));
	});
});
