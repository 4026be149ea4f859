import { describe, expect, it } from "vitest";
import { matchesTag } from "#domain/matches-tag.ts";

describe("An If-None-Match header", () => {
	it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ,"c"', "*", " * "])(
		"%s names the tag",
		(header) => {
			expect(matchesTag(header, '"a"')).toBe(true);
		},
	);

	it.each(["", "a", '"b"', '"aa"', '"A"', '"b, a"', '"*"'])(
		"%s does not",
		(header) => {
			expect(matchesTag(header, '"a"')).toBe(false);
		},
	);
});
