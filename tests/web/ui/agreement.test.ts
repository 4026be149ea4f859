import { describe, expect, it } from "vitest";
import { agreementPercent } from "#contract/vote-counts.ts";
import { agreementWords } from "#web/ui/format.ts";

describe("agreementWords", () => {
	it.each([
		[0, 0, "No votes yet"],
		[1, 0, "1 vote agrees"],
		[0, 1, "1 vote disagrees"],
		[2, 1, "67% of 3 votes agree"],
		[1_000, 234, "81% of 1,234 votes agree"],
	])("for %i upvotes and %i downvotes is “%s”", (agree, disagree, words) => {
		const percent = agreementPercent(agree, disagree);
		expect(agreementWords(percent, agree + disagree)).toBe(words);
	});
});
