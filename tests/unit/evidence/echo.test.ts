import { describe, expect, it } from "vitest";
import { parseEvidenceAnswer } from "#features/evidence/parse-judgement.ts";
import { evidenceQuestion } from "#features/evidence/rate-question.ts";
import { parseSupport, supportQuestion } from "#features/evidence/support-check.ts";
import { parseRating } from "#features/raters/parse-rating.ts";
import { ratingQuestion } from "#features/raters/rater.ts";
import { saidIn } from "#tests/support/fixtures/said-in.ts";

const CONTENT = "The bridge was opened in 1932.";
const EXPLANATION =
	"In the language of the statement, two or three plain sentences with the fact that decides,";
const DATES = { said_on: null, today: "2026-01-01" };

describe("an answer that repeats the instructions", () => {
	it("is no explanation, nothing missing and no query of a rating by evidence", () => {
		const input = { statement: CONTENT, ...saidIn(CONTENT), ...DATES, passages: [] };
		const { system } = evidenceQuestion(input, () => 0);
		const parse = (fields: object) =>
			parseEvidenceAnswer(
				JSON.stringify({ verdict: "not_enough_evidence", citations: [], ...fields }),
				system,
			);
		const echo = {
			explanation: EXPLANATION,
			missing: "true as far as it goes",
			next_query: "not_enough_evidence",
		};
		expect(parse(echo)).toMatchObject({
			explanation: "No analysis available",
			missing: "",
			next_query: null,
		});
		const own = { explanation: CONTENT, missing: "By the mayor.", next_query: "bridge 1932" };
		expect(parse(own)).toMatchObject(own);
	});

	it("is no explanation of a rating from memory", () => {
		const { system } = ratingQuestion(
			{ statement: CONTENT, said_on: null, said_in: null },
			() => 0,
		);
		const parse = (explanation: string) =>
			parseRating(JSON.stringify({ score: 10, explanation }), system).explanation;
		expect(parse(EXPLANATION)).toBe("No analysis available");
		expect(parse(CONTENT)).toBe(CONTENT);
	});

	it("is no missing part of a second reading", () => {
		const context = { before: "", after: "" };
		const input = { statement: CONTENT, said: CONTENT, context, said_on: null, quotes: [] };
		const { system } = supportQuestion(input, () => 0);
		const parse = (missing_part: string) =>
			parseSupport(JSON.stringify({ shows: "part", missing_part, probability: 90 }), system)
				.missing_part;
		expect(parse("what the quotes leave open")).toBe("");
		expect(parse("who opened it")).toBe("who opened it");
	});
});
