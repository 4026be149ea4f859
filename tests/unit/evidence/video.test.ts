import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lean } from "#contract/verdicts.ts";
import { decideStatement } from "#features/evidence/statement-verdict.ts";
import { decideVideo } from "#features/evidence/video-basis.ts";
import { anyCase, judgement, panelOf, statementCase } from "#tests/support/fixtures/judgements.ts";

/** As a report has it: with the models' lean beside the verdict. */
const decide = (...input: Parameters<typeof decideStatement>) => ({
	...decideStatement(...input),
	lean: null as Lean | null,
});

const refuted = decide(statementCase(panelOf(judgement({ score: 80 }))));
const abstained = judgement({ verdict: "not_enough_evidence", citations: [] });
const unverified = decide(statementCase(panelOf(abstained)));
const uncheckable = decide(
	statementCase(panelOf(judgement({ verdict: "not_checkable", citations: [] }))),
);

const times = (count: number, result: ReturnType<typeof decide>) =>
	Array.from({ length: count }, () => result);

describe("decideVideo", () => {
	it("returns the mean of the checked statements with an interval", () => {
		const one = { ...refuted, confidence_level: 46, interval: { low: 68, high: 94 } };
		const other = { ...one, ai_score: 91, confidence_level: 61, interval: { low: 81, high: 99 } };
		expect(decideVideo([one, one, other, unverified])).toEqual({
			basis: "evidence",
			bs_score: 84,
			confidence_level: 51,
			interval: { low: 72, high: 96 },
			lean: null,
			coverage: { checkable: 4, checked: 3 },
		});
	});

	it.each([
		[3, 6, 0, "evidence"],
		[3, 7, 0, "memory"],
		[2, 1, 0, "memory"],
		[2, 0, 0, "evidence"],
		[1, 0, 0, "evidence"],
		[1, 1, 0, "memory"],
		[2, 0, 9, "evidence"],
		[3, 6, 9, "evidence"],
		[0, 3, 0, "memory"],
		[0, 0, 3, "memory"],
	])(
		"with %i checked, %i unverified and %i not checkable statements rests on %s",
		(checked, open, never, basis) => {
			const result = decideVideo([
				...times(checked, refuted),
				...times(open, unverified),
				...times(never, uncheckable),
			]);
			expect(result).toMatchObject({ basis, coverage: { checkable: checked + open, checked } });
			expect(result.interval === null).toBe(basis === "memory");
		},
	);

	it("returns no number if too few were checked, and the mean of the leans beside it", () => {
		const lean = (score: number, confidence: number) => ({ lean: { score, confidence } });
		const statements = [
			{ ...refuted, ...lean(20, 40) },
			{ ...unverified, ...lean(90, 70) },
			unverified,
		];
		expect(decideVideo(statements)).toEqual({
			basis: "memory",
			bs_score: null,
			confidence_level: null,
			interval: null,
			lean: { score: 55, confidence: 55 },
			coverage: { checkable: 3, checked: 1 },
		});
	});

	it("returns the leans beside a score too", () => {
		const lean = { score: 12, confidence: 60 };
		expect(decideVideo([{ ...refuted, lean }])).toMatchObject({ bs_score: 80, lean });
	});

	it("returns 0 with confidence 95 if there are no statements", () => {
		expect(decideVideo([])).toEqual({
			basis: "memory",
			bs_score: 0,
			confidence_level: 95,
			interval: null,
			lean: null,
			coverage: { checkable: 0, checked: 0 },
		});
	});
});

describe("decideVideo, for any statements", () => {
	const anyStatements = fc.array(
		anyCase.map((input) => decide({ ...input, support: null })),
		{ minLength: 1, maxLength: 12 },
	);

	it("an unverified statement changes the coverage but no score that rests on evidence", () => {
		let kept = 0;
		fc.assert(
			fc.property(anyStatements, (statements) => {
				const before = decideVideo(statements);
				const after = decideVideo([...statements, unverified]);
				expect(after.coverage).toEqual({
					checkable: before.coverage.checkable + 1,
					checked: before.coverage.checked,
				});
				if (before.basis !== "evidence" || after.basis !== "evidence") return;
				kept += 1;
				expect({ ...after, coverage: null }).toEqual({ ...before, coverage: null });
			}),
			{ numRuns: 4_000, seed: 4 },
		);
		expect(kept).toBeGreaterThan(50);
	});

	it("the interval contains the score", () => {
		fc.assert(
			fc.property(anyStatements, (statements) => {
				const { bs_score, interval } = decideVideo(statements);
				expect(interval === null).toBe(bs_score === null);
				if (interval === null || bs_score === null) return;
				expect(interval.low).toBeLessThanOrEqual(bs_score);
				expect(interval.high).toBeGreaterThanOrEqual(bs_score);
			}),
			{ numRuns: 2_000, seed: 5 },
		);
	});

	it("the order of the statements does not matter", () => {
		fc.assert(
			fc.property(anyStatements, (statements) => {
				expect(decideVideo([...statements].reverse())).toEqual(decideVideo(statements));
			}),
			{ numRuns: 500, seed: 6 },
		);
	});
});
