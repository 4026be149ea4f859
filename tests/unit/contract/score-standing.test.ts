import { describe, expect, it } from "vitest";
import { scoreStanding } from "#contract/score-standing.ts";
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
		[[], "memory", "panel"],
		[["wikipedia"], "evidence", "checked"],
		[["wikipedia"], "memory", "too_little"],
	] as const)("for sources %j and basis %s is %s", (sources, basis, standing) => {
		expect(scoreStanding({ evidence_sources: sources, basis })).toBe(standing);
	});
});

describe("isLeanContradicted", () => {
	const statement = (ai_score: number, score: number, confidence = 80) => ({
		basis: "evidence" as const,
		ai_score,
		ratings: [{ lean: { score, confidence } }, { lean: null }],
	});

	it("is true for more than 30 points of difference", () => {
		expect(isLeanContradicted(statement(20, 51))).toBe(true);
		expect(isLeanContradicted(statement(20, 50))).toBe(false);
	});

	it("is false without a lean, and for a score that is itself a lean", () => {
		expect(isLeanContradicted(statement(20, 90, 0))).toBe(false);
		const unverified = { ...statement(20, 90), basis: "memory" as const };
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
