import { describe, expect, it } from "vitest";
import { etagMatches } from "#http/caching.ts";

describe("An If-None-Match header", () => {
	it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ,"c"', "*", " * "])(
		"%s names the tag",
		(header) => {
			expect(etagMatches(header, '"a"')).toBe(true);
		},
	);

	it.each(["", "a", '"b"', '"aa"', '"A"', '"b, a"', '"*"'])(
		"%s does not",
		(header) => {
			expect(etagMatches(header, '"a"')).toBe(false);
		},
	);
});
