import { describe, expect, it } from "vitest";
import { RecentlyUsed } from "#worker/recently-used.ts";

const key = (name: string, chars: number) => name.padEnd(chars, "-");

describe("RecentlyUsed", () => {
	it("forgets what was unused for longest when the keys become too long", () => {
		const kept = new RecentlyUsed<{ name: string }>(30);
		for (const name of ["a", "b", "c"]) kept.set(key(name, 10), { name });
		expect(kept.get(key("a", 10))).toEqual({ name: "a" });
		kept.set(key("d", 10), { name: "d" });
		const names = ["a", "b", "c", "d"];
		expect(names.filter((name) => kept.get(key(name, 10)))).toEqual(["a", "c", "d"]);
	});

	it("makes room for a long key, and frees it again", () => {
		const kept = new RecentlyUsed<object>(30);
		for (const name of ["a", "b", "c"]) kept.set(key(name, 10), {});
		kept.set(key("long", 25), {});
		expect(kept.get(key("c", 10))).toBeUndefined();
		for (const name of ["d", "e", "f"]) kept.set(key(name, 10), {});
		expect(kept.get(key("long", 25))).toBeUndefined();
		expect(kept.get(key("d", 10))).toBeDefined();
	});

	it("counts a key once that is set again", () => {
		const kept = new RecentlyUsed<object>(30);
		kept.set(key("a", 10), {});
		for (let again = 0; again < 5; again += 1) kept.set(key("b", 10), {});
		expect(kept.get(key("a", 10))).toBeDefined();
	});

	it("keeps nothing under a key that is longer than all keys may be", () => {
		const kept = new RecentlyUsed<object>(30);
		kept.set(key("long", 31), {});
		expect(kept.get(key("long", 31))).toBeUndefined();
	});
});
