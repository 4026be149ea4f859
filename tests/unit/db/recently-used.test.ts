import { describe, expect, it } from "vitest";
import { RecentlyUsed } from "#worker/recently-used.ts";

function keep(sizes: Record<string, number>): RecentlyUsed<object> {
	const kept = new RecentlyUsed<object>(30);
	for (const [key, size] of Object.entries(sizes)) kept.set(key, {}, size);
	return kept;
}

const present = (kept: RecentlyUsed<object>, keys: string) =>
	[...keys].filter((key) => kept.get(key)).join("");

describe("RecentlyUsed", () => {
	it("forgets what was unused for longest when there is no more room", () => {
		const kept = keep({ a: 10, b: 10, c: 10 });
		expect(kept.get("a")).toEqual({});
		kept.set("d", {}, 10);
		expect(present(kept, "abcd")).toBe("acd");
	});

	it("makes room for a large value, and frees it again", () => {
		const kept = keep({ a: 10, b: 10, c: 10, large: 25 });
		expect(present(kept, "abc")).toBe("");
		for (const key of "def") kept.set(key, {}, 10);
		expect(kept.get("large")).toBeUndefined();
		expect(present(kept, "def")).toBe("def");
	});

	it("counts a value once that is set again, and none that is deleted", () => {
		const kept = keep({ a: 10, b: 10 });
		for (let again = 0; again < 5; again += 1) kept.set("b", {}, 10);
		expect(kept.delete("b")).toBe(true);
		expect(kept.delete("b")).toBe(false);
		kept.set("c", {}, 20);
		expect(present(kept, "abc")).toBe("ac");
	});

	it("keeps nothing that is larger than the room, and removes nothing for it", () => {
		const kept = keep({ a: 10, large: 31 });
		expect(present(kept, "a")).toBe("a");
		expect(kept.get("large")).toBeUndefined();
	});
});
