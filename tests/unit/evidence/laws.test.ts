import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import { clampToVerdict, UNVERIFIED_REASONS, VERDICT_RANGES } from "#contract/verdicts.ts";
import type { PanelAnswer } from "#features/evidence/judgement.ts";
import { decideStatement, type StatementCase } from "#features/evidence/statement-verdict.ts";
import {
	anyCase,
	anyJudgement,
	judgement,
	panelOf,
	statementCase,
} from "#tests/support/fixtures/judgements.ts";

const abstaining = judgement({ verdict: "not_enough_evidence", citations: [] });
const decide = (answers: PanelAnswer[]) => decideStatement(statementCase(answers));

describe("decideStatement, for any answers of the raters", () => {
	const always = (holds: (input: StatementCase) => void) =>
		fc.assert(fc.property(anyCase, holds), { numRuns: 1_000, seed: 1 });

	it("never returns a verdict that disagrees with the band", () => {
		const bands = {
			supported: "factual",
			outdated: "factual",
			refuted: "high",
			missing_context: "moderate",
			conflicting: "moderate",
		};
		const seen = new Set<string>();
		always((input) => {
			const { verdict, ai_score } = decideStatement(input);
			seen.add(verdict);
			if (verdict === "unverified") expect(ai_score).toBeNull();
			else expect(bandFor(ai_score ?? -1)).toBe(bands[verdict]);
		});
		expect(seen.size).toBe(6);
	});

	it("returns an interval within the scale that contains the score", () => {
		always((input) => {
			const { interval, ai_score, basis } = decideStatement(input);
			expect(interval === null).toBe(basis === "memory");
			expect(ai_score === null).toBe(basis === "memory");
			if (interval === null || ai_score === null) return;
			expect(interval.low).toBeLessThanOrEqual(ai_score);
			expect(interval.high).toBeGreaterThanOrEqual(ai_score);
			expect(interval.low).toBeGreaterThanOrEqual(0);
			expect(interval.high).toBeLessThanOrEqual(100);
		});
	});

	it("returns a verdict only with a source, and a reason only without a verdict", () => {
		const seen = new Set<string | null>();
		always((input) => {
			const result = decideStatement(input);
			seen.add(result.unverified_reason);
			const checked = result.verdict !== "unverified";
			expect(result.basis).toBe(checked ? "evidence" : "memory");
			expect(result.unverified_reason === null).toBe(checked);
			expect(result.independent_sources > 0).toBe(checked);
		});
		// Without a rater no answers are decided.
		const reasons = UNVERIFIED_REASONS.filter((it) => it !== "no_rater");
		expect(seen).toEqual(new Set([null, ...reasons]));
	});

	it("does not depend on the order of the answers", () => {
		always((input) => {
			const answers = [...input.answers].reverse();
			expect(decideStatement({ ...input, answers })).toEqual(decideStatement(input));
		});
	});

	it("ignores failed raters in score and verdict", () => {
		fc.assert(
			fc.property(fc.array(anyJudgement, { minLength: 1, maxLength: 2 }), (given) => {
				const without = decide(panelOf(...given));
				const { confidence_level, interval, ...rest } = decide(panelOf(...given, null));
				expect(without).toMatchObject(rest);
				// A failed rater may only lower the confidence and widen the interval.
				expect(confidence_level === null).toBe(without.confidence_level === null);
				expect(confidence_level ?? 0).toBeLessThanOrEqual(without.confidence_level ?? 0);
				if (interval && without.interval)
					expect(interval.low).toBeLessThanOrEqual(without.interval.low);
			}),
			{ numRuns: 1_000, seed: 2 },
		);
	});

	it("turns a verdict only into unverified when an abstention is added", () => {
		fc.assert(
			fc.property(fc.array(anyJudgement, { minLength: 1, maxLength: 2 }), (given) => {
				const without = decide(panelOf(...given)).verdict;
				expect([without, "unverified"]).toContain(decide(panelOf(...given, abstaining)).verdict);
			}),
			{ numRuns: 1_000, seed: 3 },
		);
	});
});

describe("verdict range", () => {
	it("lies within one band, as does every clamped score", () => {
		for (const verdict of Object.keys(VERDICT_RANGES) as (keyof typeof VERDICT_RANGES)[]) {
			const { low, high } = VERDICT_RANGES[verdict];
			expect(bandFor(low)).toBe(bandFor(high));
			for (let score = 0; score <= 100; score += 1)
				expect(bandFor(clampToVerdict(score, verdict))).toBe(bandFor(low));
		}
	});
});
