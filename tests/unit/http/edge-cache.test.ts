import { describe, expect, it } from "vitest";
import { BoundedCache, type EdgeCache, ENTRY_BYTES, edgeCache } from "#http/edge-cache.ts";

const PAGE_BYTES = 1_000;
const SIZE = PAGE_BYTES + ENTRY_BYTES;
const page = (letter = "x", bytes = PAGE_BYTES) =>
	new Response(letter.repeat(bytes), { headers: { etag: `"${letter}"` } });

/** A cache without a bound, which waits before it does something, as the platform's. */
function slowCache() {
	const kept = new Map<string, Response>();
	const state = { kept, most: 0, fails: false };
	const turn = async () => {
		await new Promise((resolve) => setTimeout(resolve, 1));
		if (state.fails) throw new Error("disk full");
	};
	const cache: EdgeCache = {
		match: async (key) => kept.get(key)?.clone(),
		async put(key, response) {
			await turn();
			kept.set(key, response);
			state.most = Math.max(state.most, kept.size);
		},
		async delete(key) {
			await turn();
			return kept.delete(key);
		},
	};
	return { kept, cache, state };
}

describe("BoundedCache", () => {
	it("returns what was put, with its headers", async () => {
		const { cache } = slowCache();
		const bounded = new BoundedCache(() => cache, SIZE);
		await bounded.put("a", page("a"));
		const found = await bounded.match("a");
		expect(found?.headers.get("etag")).toBe('"a"');
		expect(await found?.text()).toBe("a".repeat(PAGE_BYTES));
		expect(await bounded.delete("a")).toBe(true);
		expect(await bounded.match("a")).toBeUndefined();
	});

	it("drops what was unused for longest", async () => {
		const { cache, kept } = slowCache();
		const bounded = new BoundedCache(() => cache, 3 * SIZE);
		for (const key of ["a", "b", "c"]) await bounded.put(key, page(key));
		await bounded.match("a");
		await bounded.put("d", page());
		expect([...kept.keys()].sort()).toEqual(["a", "c", "d"]);
		// Written again, it takes the room of one.
		await bounded.put("c", page());
		await bounded.put("c", page());
		await bounded.put("e", page());
		expect([...kept.keys()].sort()).toEqual(["c", "d", "e"]);
	});

	it("never keeps more, however many are written at once", async () => {
		const { cache, kept, state } = slowCache();
		const bounded = new BoundedCache(() => cache, 4 * SIZE);
		for (let round = 0; round < 5; round += 1) {
			await Promise.all(
				Array.from({ length: 50 }, (_, at) => bounded.put(`${round} ${at}`, page())),
			);
			expect(kept.size).toBeGreaterThan(0);
		}
		await Promise.all(Array.from({ length: 20 }, () => bounded.put("same", page())));
		expect(state.most).toBeLessThanOrEqual(4);
		for (const key of ["w", "x", "y", "z"]) await bounded.put(key, page());
		expect([...kept.keys()]).toEqual(["w", "x", "y", "z"]);
	});

	it("keeps nothing that is too large, and drops nothing for it", async () => {
		const { cache, kept } = slowCache();
		const bounded = new BoundedCache(() => cache, SIZE);
		await bounded.put("a", page());
		await bounded.put("b", page("b", SIZE));
		expect([...kept.keys()]).toEqual(["a"]);
	});

	it("counts on after the disk failed", async () => {
		const { cache, kept, state } = slowCache();
		const bounded = new BoundedCache(() => cache, 2 * SIZE);
		for (const key of ["a", "b"]) await bounded.put(key, page());
		state.fails = true;
		for (const key of ["c", "d", "e"])
			await expect(bounded.put(key, page())).rejects.toThrow("disk full");
		await expect(bounded.delete("a")).rejects.toThrow("disk full");
		state.fails = false;
		for (const key of ["f", "g"]) await bounded.put(key, page());
		expect([...kept.keys()]).toEqual(["f", "g"]);
	});
});

describe("edgeCache", () => {
	it("is one for everything that fills the same folder", () => {
		const local = { LOCAL_CACHE_BYTES: 1 };
		expect(edgeCache(local)).toBe(edgeCache({ ...local }));
	});
});
