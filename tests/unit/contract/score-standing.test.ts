import { describe, expect, it } from "vitest";
import { hasScore, scoreStanding, shownScore } from "#contract/score-standing.ts";
import {
	isAfterVideo,
	isLeanContradicted,
	UNVERIFIED_REASONS,
	UNVERIFIED_WORDS,
	VERDICT_WORDS,
	VERDICTS,
} from "#contract/verdicts.ts";

describe("scoreStanding", () => {
	it.each([
		[40, "memory", "panel"],
		[0, "evidence", "checked"],
		[null, "memory", "too_little"],
	] as const)("for the score %j and basis %s is %s", (bs_score, basis, standing) => {
		expect(scoreStanding({ bs_score, basis })).toBe(standing);
	});
});

describe("shownScore", () => {
	const coverage = { checkable: 3, checked: 3 };

	it("is the score, 0 included, and null without one", () => {
		expect(shownScore({ bs_score: 0, coverage })).toBe(0);
		expect(shownScore({ bs_score: null, coverage })).toBeNull();
	});

	it("is null if there was nothing to check, for which a result stores 0", () => {
		const nothing = { checkable: 0, checked: 0 };
		expect(shownScore({ bs_score: 0, coverage: nothing })).toBeNull();
	});
});

describe("hasScore", () => {
	it("is true for a score of 0 and false without one", () => {
		expect(hasScore({ ai_score: 0 })).toBe(true);
		expect(hasScore({ ai_score: null })).toBe(false);
	});
});

describe("isLeanContradicted", () => {
	const statement = (ai_score: number, score: number, confidence = 80) => ({
		verdict: "supported" as const,
		ai_score,
		ratings: [{ lean: { score, confidence } }, { lean: null }],
	});

	it("is true for more than 30 points of difference", () => {
		expect(isLeanContradicted(statement(20, 51))).toBe(true);
		expect(isLeanContradicted(statement(20, 50))).toBe(false);
	});

	it("is false without a lean, and without a score", () => {
		expect(isLeanContradicted(statement(20, 90, 0))).toBe(false);
		const unverified = { ...statement(20, 90), verdict: "unverified" as const, ai_score: null };
		expect(isLeanContradicted(unverified)).toBe(false);
	});
});

describe("isAfterVideo", () => {
	it("compares days, and is false if a date is unknown", () => {
		const video = "2025-05-04T18:30:00.000Z";
		expect(isAfterVideo("2025-05-05", video)).toBe(true);
		expect(isAfterVideo("2025-05-04", video)).toBe(false);
		expect(isAfterVideo(null, video)).toBe(false);
		expect(isAfterVideo("2025-05-05", null)).toBe(false);
	});
});

it("every verdict and every unverified reason has words of its own", () => {
	const verdicts = VERDICTS.map((verdict) => VERDICT_WORDS[verdict]);
	expect(new Set(verdicts).size).toBe(VERDICTS.length);
	const reasons = UNVERIFIED_REASONS.map((reason) => UNVERIFIED_WORDS[reason]);
	expect(new Set(reasons).size).toBe(UNVERIFIED_REASONS.length);
});
