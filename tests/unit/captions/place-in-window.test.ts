import { describe, expect, it } from "vitest";
import { parseClockTime, placeInWindow } from "#features/captions/transcriber.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const place = (starts: (number | null)[], start: number, end: number) =>
	placeInWindow(
		starts.map((at, index) => ({ start: at, text: `s${index}` })),
		{ start, end },
	)?.map((cue) => cue.start) ?? null;

describe("parseClockTime", () => {
	it.each([
		["0:00", 0],
		["1:05", 65],
		["62:03", 3_723],
		["1:02:03", 3_723],
		["01:02:03.500", 3_723.5],
		["12.5", 12.5],
		["12s", 12],
		[" 7 ", 7],
		[75, 75],
		["", null],
		["-1:00", null],
		["a:b", null],
		["1:2:3:4", null],
		["1e3", null],
		[-5, null],
		[Number.NaN, null],
	])("reads %j as %s", (value, seconds) => {
		expect(parseClockTime(value)).toBe(seconds);
	});
});

describe("placeInWindow", () => {
	it("keeps times that count from the start of the video", () => {
		expect(place([600, 630, 659], 600, 660)).toEqual([600, 630, 659]);
	});

	it("shifts times that count from the window's start", () => {
		expect(place([0, 30, 59], 600, 660)).toEqual([600, 630, 659]);
	});

	it("distinguishes the two in windows longer than their start", () => {
		expect(place([300, 500, 700, 890], 300, 900)).toEqual([300, 500, 700, 890]);
		expect(place([0, 200, 400, 590], 300, 900)).toEqual([300, 500, 700, 890]);
	});

	it("moves times up to two seconds outside to the edge", () => {
		expect(place([598.5, 620, 661.9], 600, 660)).toEqual([600, 620, 660]);
	});

	it("drops a single time that is far off or goes back", () => {
		expect(place([600, 655, 610, 620, 630], 600, 660)).toEqual([600, 610, 620, 630]);
		expect(place([600, 610, 9_000, 620, null], 600, 660)).toBeNull();
		expect(place([600, 610, 9_000, 620], 600, 660)).toEqual([600, 610, 620]);
	});

	it("returns null if more than a quarter of the times are invalid", () => {
		expect(place([600, 5, 610, 9_000], 600, 660)).toBeNull();
	});

	it("accepts a window without speech", () => {
		expect(place([], 600, 660)).toEqual([]);
	});

	it("returns ascending times within the window for any input", () => {
		const random = seededRandom(7);
		for (let round = 0; round < 300; round += 1) {
			const start = Math.floor(random() * 1_000);
			const end = start + 1 + Math.floor(random() * 600);
			const starts = Array.from(
				{ length: Math.floor(random() * 40) },
				() => start + Math.floor((random() - 0.1) * (end - start) * 1.2),
			);
			const sorted = random() < 0.5 ? starts.sort((a, b) => a - b) : starts;
			const placed = place(sorted, start, end) ?? [];
			expect(placed).toEqual([...placed].sort((a, b) => a - b));
			expect(placed.every((at) => at >= start && at <= end)).toBe(true);
		}
	});
});
