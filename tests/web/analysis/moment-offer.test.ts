import { describe, expect, it } from "vitest";
import { linkTime } from "#web/features/analysis/moment-offer.tsx";

describe("linkTime", () => {
	it.each([
		["https://www.youtube.com/watch?v=abcdefghijk&t=754", 754],
		["https://youtu.be/abcdefghijk?t=12m34s", 754],
		["youtu.be/abcdefghijk?start=90", 90],
		["https://www.youtube.com/watch?v=abcdefghijk#t=1h2m3s", 3723],
		["https://www.youtube.com/watch?v=abcdefghijk&t=0", 0],
	])("reads the time of %s", (link, seconds) => {
		expect(linkTime(link)).toBe(seconds);
	});

	it.each([
		"https://www.youtube.com/watch?v=abcdefghijk",
		"https://youtu.be/abcdefghijk?t=soon",
		"https://youtu.be/abcdefghijk?t=",
		"no link?t=5",
		"",
	])("finds none in %j", (link) => {
		expect(linkTime(link)).toBeNull();
	});
});
