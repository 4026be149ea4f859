import { describe, expect, it } from "vitest";
import { FullName } from "#contract/account.ts";

describe("A member's name", () => {
	it.each([
		["Ada\u202eecalevoL", "AdaecalevoL"],
		["A\u200bda \u2066L\u2069", "Ada L"],
		["\u3164Ada\u00ad", "Ada"],
		[" José Ñandú ", "José Ñandú"],
	])(
		"holds nothing that is not seen or turns the text around: %j",
		(given, kept) => {
			expect(FullName.parse(given)).toBe(kept);
		},
	);

	it.each(["\u200b\u200b", "\u3164", " ", "x".repeat(101)])(
		"is refused if nothing is left of it, or too much: %j",
		(given) => {
			expect(FullName.safeParse(given).success).toBe(false);
		},
	);
});
