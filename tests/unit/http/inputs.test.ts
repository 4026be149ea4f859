import { describe, expect, it } from "vitest";
import { Cursor, InstantInput } from "#contract/ids.ts";

describe("an instant in a request", () => {
	it.each([
		["2027-01-31T12:00:00Z", "2027-01-31T12:00:00.000Z"],
		["2027-01-31T12:00:00+00:00", "2027-01-31T12:00:00.000Z"],
		["2027-01-31T12:00:00.123456+05:30", "2027-01-31T06:30:00.123Z"],
		["2027-01-31T12:00:00-08:00", "2027-01-31T20:00:00.000Z"],
	])("%s is %s", (written, instant) => {
		expect(InstantInput.parse(written)).toBe(instant);
	});

	it.each(["2027-01-31", "2027-01-31T12:00:00", "tomorrow", "2027-13-31T12:00:00+00:00"])(
		"is not %s",
		(written) => {
			expect(InstantInput.safeParse(written).success).toBe(false);
		},
	);
});

it("an empty cursor is the first page's", () => {
	expect([Cursor.parse(""), Cursor.parse(undefined), Cursor.parse("x")]).toEqual([
		undefined,
		undefined,
		"x",
	]);
});
