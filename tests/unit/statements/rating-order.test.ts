import { describe, expect, it } from "vitest";
import { ratingOrder, spreadEvenly } from "#features/statements/rating-order.ts";

describe("spreadEvenly", () => {
	it("spreads equally important statements over the whole length, after the more important ones", () => {
		const found = Array.from({ length: 200 }, (_, place) => ({
			place,
			importance: place % 50 === 0 ? 40 : 20,
		}));
		const chosen = spreadEvenly(found);
		expect(chosen.slice(0, 4).every((it) => it.importance === 40)).toBe(true);
		const fifths = [0, 0, 0, 0, 0];
		for (const { place } of chosen.slice(4, 24))
			fifths[Math.floor(place / 40)] = (fifths[Math.floor(place / 40)] ?? 0) + 1;
		expect(Math.min(...fifths)).toBeGreaterThanOrEqual(3);
		expect(chosen.map((it) => it.place).sort((a, b) => a - b)).toEqual(found.map((it) => it.place));
	});
});

/** A statement in each minute of an hour and a half; the first half is more important. */
const TALK = Array.from({ length: 90 }, (_, minute) => ({
	minute,
	importance: minute < 45 ? 90 : 60,
}));
const MAX = 24;

const place = ({ minute }: { minute: number }) => minute / 90;
const eighths = (some: typeof TALK) => new Set(some.map((it) => Math.floor(place(it) * 8)));

describe("ratingOrder", () => {
	const order = ratingOrder(spreadEvenly(TALK), MAX, place);

	it("covers every eighth of the video even if its first half is more important", () => {
		expect(eighths(order.slice(0, MAX)).size).toBe(8);
	});

	it("covers the video again in the next batch", () => {
		expect(eighths(order.slice(MAX, 2 * MAX)).size).toBe(8);
	});

	it("gives most places to the more important statements", () => {
		const weighty = order.slice(0, MAX).filter(({ importance }) => importance === 90);
		expect(weighty.length).toBe(MAX - 4);
	});

	it("contains each statement exactly once", () => {
		expect(order.map(({ minute }) => minute).toSorted((a, b) => a - b)).toEqual(
			TALK.map(({ minute }) => minute),
		);
	});

	it("starts with the most important statement if there are too few places to divide", () => {
		const [first] = ratingOrder([{ minute: 80 }, { minute: 2 }, { minute: 40 }], 1, place);
		expect(first).toEqual({ minute: 80 });
	});
});
