import { describe, expect, it } from "vitest";
import { etagMatches } from "#http/caching.ts";

describe("If-None-Match", () => {
	it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ,"c"', "*", " * "])("%s matches", (header) => {
		expect(etagMatches(header, '"a"')).toBe(true);
	});

	it.each(["", "a", '"b"', '"aa"', '"A"', '"b, a"', '"*"'])("%s does not match", (header) => {
		expect(etagMatches(header, '"a"')).toBe(false);
	});
});
