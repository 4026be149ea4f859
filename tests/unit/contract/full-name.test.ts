import { describe, expect, it } from "vitest";
import { FullName } from "#contract/account.ts";

describe("FullName", () => {
	it.each([
		["Ada\u202eecalevoL", "AdaecalevoL"],
		["A\u200bda \u2066L\u2069", "Ada L"],
		["\u3164Ada\u00ad", "Ada"],
		[" José Ñandú ", "José Ñandú"],
	])("removes invisible and direction characters: %j", (given, kept) => {
		expect(FullName.parse(given)).toBe(kept);
	});

	it.each(["\u200b\u200b", "\u3164", " ", "x".repeat(101)])(
		"rejects a name that is then empty or too long: %j",
		(given) => {
			expect(FullName.safeParse(given).success).toBe(false);
		},
	);
});
