import { expect, it } from "vitest";
import { parseIsoDuration } from "#features/youtube/data-api.ts";

it.each([
	["PT53M53S", 3233],
	["PT1H2M3S", 3723],
	["PT45S", 45],
	["PT2H", 7200],
	["P1DT1S", 86_401],
	["P2W", 1_209_600],
	["PT0S", 0],
	["P0D", 0],
	["PT1.5S", 1],
])("parseIsoDuration reads %s as %i seconds", (period, seconds) => {
	expect(parseIsoDuration(period)).toBe(seconds);
});

it.each(["", "P", "PT", "1:02", "PT1H2", "P1Y", "P1M", "pt5s", "PT-5S", "PT5S "])(
	"parseIsoDuration rejects %j",
	(period) => {
		expect(parseIsoDuration(period)).toBeNull();
	},
);
