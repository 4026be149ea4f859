import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFairPlaces } from "#scripts/server/fair-places.ts";

const BOUNDS = { places: 2, max_waiting: 8, max_waiting_each: 4, max_wait_ms: 6_000 };

/** Takes places, and says in which order they were got. */
function places(bounds = BOUNDS) {
	const all = createFairPlaces(bounds);
	const got: string[] = [];
	const refused: string[] = [];
	return {
		got,
		refused,
		leave: all.leave,
		take: (asker: string) =>
			void all.take(asker).then((entered) => (entered ? got : refused).push(asker)),
	};
}

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe("fair places", () => {
	it("leave one for others while somebody floods them", async () => {
		const { take, got, leave } = places();
		for (let i = 0; i < 20; i += 1) take("flood");
		take("honest");
		await settle();
		expect(got).toEqual(["flood", "honest"]);
		leave("honest");
		take("other");
		await settle();
		expect(got).toEqual(["flood", "honest", "other"]);
	});

	it("are given in turn, also when two flood", async () => {
		const { take, got, leave } = places();
		for (let i = 0; i < 3; i += 1) for (const asker of ["a", "b"]) take(asker);
		take("honest");
		await settle();
		leave("a");
		await settle();
		// Before those who had a place already, although they came earlier.
		expect(got).toEqual(["a", "b", "honest"]);
		leave("honest");
		leave("b");
		await settle();
		expect(got.slice(3).sort()).toEqual(["a", "b"]);
	});

	it("bound those who wait, of one and of all, and for how long", async () => {
		const { take, got, refused } = places();
		for (let i = 0; i < 6; i += 1) take("flood");
		await settle();
		expect([got.length, refused.length]).toEqual([1, 1]);
		for (const asker of ["a", "b", "c", "d", "e", "f"]) take(asker);
		await settle();
		expect(refused.filter((it) => it !== "flood")).toEqual(["f"]);
		await settle(BOUNDS.max_wait_ms);
		expect(refused.length).toBe(10);
		expect(got).toEqual(["flood", "a"]);
	});
});
