import { describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import {
	computeConsensus,
	type GivenRating,
	ratingFallback,
	videoScore,
	WITHOUT_PAGES,
	whyUnanswered,
} from "#features/raters/consensus.ts";

function rating(change: Partial<GivenRating>): GivenRating {
	return {
		provider: "openai",
		model: "m",
		status: "ok",
		score: 50,
		confidence: 50,
		explanation: "",
		sources: [],
		...WITHOUT_PAGES,
		...change,
	};
}

describe("bandFor", () => {
	it.each([
		[0, "factual"],
		[29, "factual"],
		[30, "moderate"],
		[69, "moderate"],
		[70, "high"],
		[100, "high"],
	])("puts the score %i into the band %s", (score, band) => {
		expect(bandFor(score)).toBe(band);
	});
});

describe("computeConsensus", () => {
	it("returns the rounded means of scores and confidences", () => {
		const result = computeConsensus([
			rating({ provider: "openai", score: 10, confidence: 90 }),
			rating({ provider: "claude", score: 11, confidence: 90 }),
			rating({ provider: "gemini", score: 11, confidence: 91 }),
		]);
		expect(result).toMatchObject({ ai_score: 11, confidence_level: 90 });
	});

	it("rounds halves up", () => {
		const result = computeConsensus([
			rating({ score: 29, confidence: 0 }),
			rating({ provider: "claude", score: 30, confidence: 1 }),
		]);
		expect(result).toMatchObject({ ai_score: 30, confidence_level: 1 });
	});

	it("returns score and confidence 50 with a reason if every provider failed", () => {
		const failed = (["openai", "claude", "gemini"] as const).map((provider) =>
			ratingFallback(provider, "m", `no answer in time (${provider})`),
		);
		expect(computeConsensus(failed)).toEqual({
			ai_score: 50,
			confidence_level: 50,
			sources: [],
			explanation: "Analysis failed: no answer in time (openai)",
		});
	});

	it("includes the fallback of a failed provider in the means", () => {
		const result = computeConsensus([
			rating({ score: 10, confidence: 90 }),
			rating({ provider: "claude", status: "failed", score: 50, confidence: 30 }),
		]);
		expect(result).toMatchObject({ ai_score: 30, confidence_level: 60 });
	});

	it("takes the explanation of the first provider that answered, in the panel's order", () => {
		const result = computeConsensus([
			rating({ provider: "gemini", explanation: "third" }),
			rating({ provider: "claude", explanation: "second" }),
			rating({ provider: "openai", status: "failed", explanation: "first" }),
		]);
		expect(result.explanation).toBe("second");
	});

	it("explains with the first failure if no provider answered", () => {
		const result = computeConsensus([
			rating({ provider: "gemini", status: "failed", explanation: "third" }),
			rating({ provider: "claude", status: "failed", explanation: "second" }),
		]);
		expect(result.explanation).toBe("Analysis failed: second");
	});

	it("treats a simulated rating as an answer", () => {
		const simulated = rating({ status: "simulated", explanation: "simulated" });
		expect(computeConsensus([simulated]).explanation).toBe("simulated");
	});

	it("lists each source once, as first written", () => {
		const result = computeConsensus([
			rating({ provider: "claude", sources: ["HTTPS://WWW.Nasa.gov", "who.int/a"] }),
			rating({ provider: "openai", sources: ["https://nasa.gov/", " ", "b.org"] }),
			rating({ provider: "gemini", sources: ["who.int/A", "b.org"] }),
		]);
		expect(result.sources).toEqual(["https://nasa.gov/", "b.org", "who.int/a", "who.int/A"]);
	});

	it("throws if there are no ratings", () => {
		expect(() => computeConsensus([])).toThrow(RangeError);
	});

	it("does not reorder the ratings it is given", () => {
		const ratings = [rating({ provider: "gemini" }), rating({})];
		computeConsensus(ratings);
		expect(ratings.map((it) => it.provider)).toEqual(["gemini", "openai"]);
	});
});

describe("videoScore", () => {
	it("returns the rounded means of the statements' scores and confidences", () => {
		expect(
			videoScore([
				{ ai_score: 10, confidence_level: 80 },
				{ ai_score: 95, confidence_level: 71 },
			]),
		).toEqual({ bs_score: 53, confidence_level: 76 });
	});

	it("returns 0 with confidence 95 if there are no statements", () => {
		expect(videoScore([])).toEqual({ bs_score: 0, confidence_level: 95 });
	});
});

describe("whyUnanswered", () => {
	const failures = (messages: Partial<Record<GivenRating["provider"], string[]>>) =>
		(Object.keys(messages) as GivenRating["provider"][]).flatMap((provider) =>
			(messages[provider] ?? []).map((message) => ratingFallback(provider, "m", message)),
		);

	it("names each provider's most frequent reason, in display order", () => {
		const { reasons } = whyUnanswered(
			failures({
				gemini: ["timed out after 30 s", "no credit is left", "no credit is left"],
				openai: ["the key was refused"],
			}),
		);
		expect(reasons).toBe("OpenAI: the key was refused. Gemini: no credit is left.");
	});

	it.each([
		[["the key was refused", "timed out after 30 s"], "Try again in a few minutes."],
		[["the key was refused", "the day's limit is used up"], "Try again tomorrow."],
	])("of %j it advises “%s”", (messages, remedy) => {
		expect(whyUnanswered(failures({ openai: messages }))).toMatchObject({ remedy });
	});

	it.each([
		"the key was refused",
		"no credit is left",
		"it has no model of this name",
		"the request was refused (400)",
		"the provider declined to answer",
		"the provider is no longer configured",
	])("advises no wait where only “%s” is known", (message) => {
		expect(whyUnanswered(failures({ openai: [message] })).remedy).not.toMatch(/again in|tomorrow/);
	});
});
