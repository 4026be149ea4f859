import { expect, it } from "vitest";
import { Rating } from "#contract/statement.ts";
import { ratingFallback } from "#features/raters/consensus.ts";

it("ratingFallback returns score 50 and confidence 30 and names provider and error", () => {
	const rating = ratingFallback("claude", "m-1", "timed out after 30 s");
	expect(rating).toEqual({
		provider: "claude",
		model: "m-1",
		status: "failed",
		score: 50,
		confidence: 30,
		explanation: "Claude analysis failed: timed out after 30 s",
		sources: [],
		verdict: null,
		lean: null,
		citations: [],
		dropped: [],
	});
	expect(Rating.parse(rating)).toEqual(rating);
});
