import { afterEach, describe, expect, it, vi } from "vitest";
import {
	clockTime,
	formatCount,
	formatDate,
	formatMinute,
	formatNumber,
	formatPercent,
	formatUtcDate,
	inQuotes,
	isolated,
	plural,
	viewsWords,
} from "#contract/format.ts";
import { formatDayWithin, formatRelativeDay } from "#web/ui/format.ts";

describe("formatted numbers", () => {
	it.each([
		[0, "0"],
		[999, "999"],
		[1_000, "1.0K"],
		[1_050, "1.1K"],
		[1_150, "1.2K"],
		[1_234, "1.2K"],
		[999_949, "999.9K"],
		[999_950, "1.0M"],
		[1_000_000, "1.0M"],
		[22_360_000, "22.4M"],
		[999_940_000, "999.9M"],
		[999_950_000, "1.0B"],
		[15_400_000_000, "15.4B"],
		[15_400_000_000_000, "15,400.0B"],
	])("shorten %i to %s", (count, text) => {
		expect(formatCount(count)).toBe(text);
	});

	it("count views in the right number", () => {
		expect([1, 2, 1_000].map(viewsWords)).toEqual(["1 view", "2 views", "1.0K views"]);
		expect(formatPercent(73.25)).toBe("73.3%");
	});

	it.each([0, 999, 1_000, 12_345, 123_456, 1_234_567, -1_234])(
		"group the thousands of %i as in English",
		(count) => {
			expect(formatNumber(count)).toBe(count.toLocaleString("en"));
		},
	);

	it("have a noun in the right number", () => {
		expect(plural(1_000, "statement")).toBe("1,000 statements");
		expect(plural(1, "statement")).toBe("1 statement");
		expect(plural(0, "statement")).toBe("0 statements");
	});
});

describe("clockTime", () => {
	it.each([
		[0, "0:00"],
		[9.9, "0:09"],
		[83, "1:23"],
		[3_599, "59:59"],
		[3_600, "1:00:00"],
		[28_805, "8:00:05"],
		[-4, "0:00"],
	])("formats %d seconds as %s", (seconds, text) => {
		expect(clockTime(seconds)).toBe(text);
	});
});

describe("formatRelativeDay", () => {
	const now = new Date(2026, 0, 31, 0, 30);

	it.each([
		[new Date(2026, 0, 31, 0, 10), "Today"],
		[new Date(2026, 0, 30, 23, 50), "Yesterday"],
		[new Date(2026, 0, 29, 12), "2 days ago"],
		[new Date(2026, 0, 25, 12), "6 days ago"],
	])("counts calendar days: %s is %s", (then, text) => {
		expect(formatRelativeDay(then.toISOString(), now)).toBe(text);
	});

	it("returns a date from a week on", () => {
		const then = new Date(2026, 0, 24, 12).toISOString();
		expect(formatRelativeDay(then, now)).toBe(formatDate(then));
		expect(formatDate(then)).toContain("2026");
	});

	it("returns Today for a future time", () => {
		expect(formatRelativeDay(new Date(2026, 1, 2).toISOString(), now)).toBe("Today");
	});
});

describe("dates and times", () => {
	afterEach(() => {
		vi.restoreAllMocks();
	});

	const asDate = { year: "numeric", month: "short", day: "numeric" } as const;
	const asTime = { hour: "numeric", minute: "2-digit" } as const;
	const days = ["2026-01-01", "2026-11-23", "1999-12-31", "2024-02-29"];

	it.each(days)("are written in US English: %s", (day) => {
		const utc = new Date(day).toLocaleDateString("en-US", { ...asDate, timeZone: "UTC" });
		expect(formatUtcDate(day)).toBe(utc);
		for (const time of ["T00:30:00Z", "T12:05:00Z", "T23:30:00Z"]) {
			const at = new Date(day + time);
			const [date, clock] = [
				at.toLocaleDateString("en-US", asDate),
				at.toLocaleTimeString("en-US", asTime).replace("\u202f", " "),
			];
			expect(formatDate(day + time)).toBe(date);
			expect(formatMinute(day + time)).toBe(`${date}, ${clock}`);
		}
	});

	it.each(["ja-JP", "de-DE", "en-GB"])("are the same in a browser in %s", (language) => {
		vi.spyOn(navigator, "language", "get").mockReturnValue(language);
		expect(formatDate("2026-01-31T12:00:00Z")).toBe("Jan 31, 2026");
		expect(formatUtcDate("2026-01-31")).toBe("Jan 31, 2026");
	});

	it("name an invalid date as such, without an error", () => {
		expect(formatDate("soon")).toBe("Invalid Date");
		expect(formatUtcDate("2026-13-40")).toBe("Invalid Date");
	});
});

describe("formatDayWithin", () => {
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

	it("writes today and yesterday as words within a sentence, and leaves dates", () => {
		expect(formatDayWithin(daysAgo(0))).toBe("today");
		expect(formatDayWithin(daysAgo(1))).toBe("yesterday");
		expect(formatDayWithin(daysAgo(3))).toBe("3 days ago");
		expect(formatDayWithin(daysAgo(30))).toBe(formatDate(daysAgo(30)));
	});
});

describe("texts from right to left", () => {
	it("have their quotation marks the other way round", () => {
		expect(["Harbour", "「港」", "1. ميناء", "נמל"].map(inQuotes)).toEqual([
			"“Harbour”",
			"“「港」”",
			"”1. ميناء“",
			"”נמל“",
		]);
	});

	it("are isolated in plain sentences", () => {
		expect(["Harbour", "ميناء"].map(isolated)).toEqual(["Harbour", "\u2068ميناء\u2069"]);
	});
});
