import { describe, expect, it } from "vitest";
import { calibratedConfidence } from "#contract/confidence.ts";
import { type Judgement, weighJudgement } from "#features/evidence/judgement.ts";
import type { StatementCase } from "#features/evidence/statement-verdict.ts";
import {
	abstaining,
	citation,
	decide,
	judgement,
	lacking,
	refuting,
	supporting,
	torn,
	unsupported,
} from "#tests/support/fixtures/judgements.ts";

describe("weighJudgement", () => {
	it.each([
		["supported", "supports", "counts"],
		["supported", "refutes", "unsupported"],
		["supported", "context", "unsupported"],
		["supported", "repeats", "unsupported"],
		["refuted", "refutes", "counts"],
		["refuted", "supports", "unsupported"],
		["refuted", "repeats", "unsupported"],
		["missing_context", "context", "counts"],
		["missing_context", "refutes", "counts"],
		["missing_context", "supports", "unsupported"],
		["conflicting", "refutes", "unsupported"],
		["not_enough_evidence", "refutes", "abstains"],
		["not_checkable", "refutes", "abstains"],
	] as const)("weighs %s with a quote that %s: %s", (verdict, stance, weight) => {
		const answer = { verdict, missing: "x", citations: [citation({ stance })] };
		expect(weighJudgement(judgement(answer))).toBe(weight);
	});

	it("counts a conflicting answer only with both sides on independent pages", () => {
		const sides = (cluster: number) =>
			judgement({
				verdict: "conflicting",
				citations: [
					citation({ stance: "supports", cluster: 1 }),
					citation({ stance: "refutes", cluster }),
				],
			});
		expect(weighJudgement(sides(2))).toBe("counts");
		expect(weighJudgement(sides(1))).toBe("unsupported");
	});

	it("counts missing context only if the answer says what is missing", () => {
		expect(weighJudgement({ ...lacking, missing: " " })).toBe("unsupported");
	});
});

describe("decideStatement", () => {
	it.each<[string, Judgement[], string, number]>([
		["all agree", [refuting, refuting, refuting], "refuted", 90],
		["two of three", [refuting, refuting, supporting], "refuted", 70],
		["two of three for the opposite", [supporting, supporting, refuting], "supported", 29],
		["one of one", [supporting], "supported", 10],
		["true and false", [supporting, refuting], "conflicting", 50],
		["true, false and missing context", [supporting, refuting, lacking], "conflicting", 50],
		["true and missing context", [supporting, lacking], "missing_context", 30],
		["false and conflicting", [refuting, torn], "missing_context", 69],
		["all conflicting", [torn, torn], "conflicting", 50],
		["half abstain", [refuting, abstaining], "refuted", 90],
		["one without quotes", [refuting, refuting, unsupported], "refuted", 90],
	])("follows the majority: %s", (_, judgements, verdict, ai_score) => {
		expect(decide(judgements)).toMatchObject({
			verdict,
			ai_score,
			basis: "evidence",
			unverified_reason: null,
		});
	});

	it("ignores failed providers", () => {
		expect(decide([null, refuting, null])).toEqual(decide([refuting]));
	});

	it.each<[string, (Judgement | null)[], Partial<StatementCase>, string]>([
		["one refutes, two abstain", [refuting, abstaining, abstaining], {}, "not_enough"],
		["all abstain", [abstaining, abstaining], {}, "not_enough"],
		["quotes that were not found", [unsupported, unsupported, abstaining], {}, "quotes_not_found"],
		["no quotes given at all", [judgement({ citations: [] })], {}, "not_enough"],
		[
			"most find it not checkable",
			[
				judgement({ verdict: "not_checkable" }),
				abstaining,
				judgement({ verdict: "not_checkable" }),
			],
			{},
			"not_checkable",
		],
		["nobody answered", [null, null], {}, "raters_failed"],
		["nothing found", [abstaining], { has_passages: false }, "no_evidence_found"],
		[
			"nothing could be searched",
			[abstaining],
			{ has_passages: false, search_failed: true },
			"search_failed",
		],
		["budget spent", [], { has_passages: false, out_of_budget: true }, "budget"],
		[
			"several reasons",
			[null],
			{ has_passages: false, search_failed: true, out_of_budget: true },
			"budget",
		],
	])("returns unverified: %s", (_, judgements, given, unverified_reason) => {
		expect(decide(judgements, given)).toMatchObject({
			verdict: "unverified",
			unverified_reason,
			basis: "memory",
			interval: null,
			independent_sources: 0,
		});
	});

	it("returns no number if unverified, whatever the models believe", () => {
		const leaning = { ...abstaining, lean: { score: 91, confidence: 60 } };
		expect(decide([leaning, leaning, null])).toMatchObject({
			verdict: "unverified",
			ai_score: null,
			confidence_level: null,
			interval: null,
		});
	});

	it("says what is missing", () => {
		expect(decide([supporting, lacking, lacking]).missing_context).toBe("the other half");
		expect(decide([refuting]).missing_context).toBeNull();
	});

	it("takes the explanation of the first rater with the deciding verdict", () => {
		const first = { ...supporting, explanation: "outvoted" };
		const second = { ...refuting, explanation: "decided" };
		expect(decide([first, second, refuting]).explanation).toBe("decided");
	});
});

describe("time and verdict", () => {
	const later = citation({ stance: "refutes", published_at: "2025-02-01" });
	const changed = {
		...supporting,
		today: "refuted" as const,
		citations: [citation({ stance: "supports" }), later],
	};

	it("a statement refuted by newer pages is outdated", () => {
		expect(decide([changed, changed, supporting])).toMatchObject({
			verdict: "outdated",
			ai_score: 10,
			when_said: "supported",
			today: "refuted",
		});
	});

	it.each<[string, Judgement[], Partial<StatementCase>]>([
		["most raters do not say that it changed", [changed, supporting, supporting], {}],
		["the video's date is not known", [changed], { said_on: null }],
		["the page is older than the video", [changed], { said_on: "2025-02-01" }],
		[
			"the page has no date",
			[{ ...changed, citations: [citation({ stance: "supports" }), citation()] }],
			{},
		],
		[
			"a member added the page",
			[
				{
					...changed,
					citations: [citation({ stance: "supports" }), { ...later, by_member: true }],
				},
			],
			{},
		],
		["it was not true when said", [{ ...changed, when_said: "mixed" }], {}],
	])("a statement stays supported if %s", (_, judgements, given) => {
		expect(decide(judgements, given).verdict).toBe("supported");
	});

	const news = { said_on: "2026-01-05", today: "2026-01-08", time_sensitive: true };
	const by = (...days: (string | null)[]) =>
		judgement({ citations: days.map((published_at) => citation({ published_at })) });

	it.each([
		["old pages", by("2025-12-01", "2026-01-02")],
		["pages without a date", by(null)],
	])("recent news is too new to be refuted by %s", (_, answer) => {
		expect(decide([answer], news)).toMatchObject({
			verdict: "unverified",
			unverified_reason: "too_new",
		});
	});

	it.each<[string, Judgement, Partial<StatementCase>]>([
		["a page was published with it", by("2025-12-01", "2026-01-03"), news],
		[
			"a page cited for context was published with it",
			judgement({
				citations: [
					citation({ published_at: "2025-12-01" }),
					citation({ stance: "context", published_at: "2026-01-04" }),
				],
			}),
			news,
		],
		["the video is a week old", by("2025-12-01"), { ...news, today: "2026-01-12" }],
		["the video's date is unknown", by("2025-12-01"), { ...news, said_on: null }],
		["it is an old myth", by("1999-12-01"), { ...news, time_sensitive: false }],
	])("a statement is refuted if %s", (_, answer, given) => {
		expect(decide([answer], given).verdict).toBe("refuted");
	});

	it("recent news can be supported by older pages", () => {
		expect(decide([supporting], news).verdict).toBe("supported");
	});
});

describe("confidence in a verdict", () => {
	const sure = (confidence: number) => ({ ...refuting, confidence });
	const read = { support: { shows: "contrary" as const, missing_part: "", probability: 90 } };
	const measured = (said: number, ground: { read: boolean; differ: boolean }) =>
		calibratedConfidence({ said, ...ground });

	it("is what was measured at the mean of the counting ratings' own", () => {
		expect(decide([sure(90), sure(81)], read)).toMatchObject(
			measured(85.5, { read: true, differ: false }),
		);
	});

	it("comes from another curve if the quotes were not read a second time", () => {
		expect(decide([sure(90)])).toMatchObject(measured(90, { read: false, differ: false }));
	});

	it.each<[string, Judgement]>([
		["abstains", abstaining],
		["has no quote that was found", unsupported],
		["has another verdict", { ...lacking, confidence: 90 }],
	])("is no more than what was measured of raters that differ, if one %s", (_, other) => {
		const result = decide([sure(90), sure(90), other], read);
		expect(result).toMatchObject(measured(90, { read: true, differ: true }));
	});

	it("does not depend on the number of sources or on the second reading's probability", () => {
		const cited = { ...sure(90), citations: [1, 2, 3].map((cluster) => citation({ cluster })) };
		expect(decide([cited], read).confidence_level).toBe(decide([sure(90)], read).confidence_level);
		const doubtful = { support: { ...read.support, probability: 40 } };
		expect(decide([sure(90)], doubtful)).toEqual(decide([sure(90)], read));
	});

	it("stays the raters' own where they are simulated", () => {
		const result = decide([sure(75), sure(75)], { ...read, simulated: true });
		expect(result).toMatchObject({ confidence_level: 75, calibration: null });
	});

	it("ignores sources that support another verdict", () => {
		const mixed = judgement({
			citations: [
				citation({ cluster: 1 }),
				citation({ cluster: 2, stance: "context" }),
				citation({ cluster: 3, stance: "supports" }),
				citation({ cluster: 4, stance: "repeats" }),
			],
		});
		expect(decide([mixed, mixed]).independent_sources).toBe(1);
	});

	it("narrows the interval", () => {
		const widths = [60, 80, 95].map((confidence) => {
			const { interval } = decide([{ ...sure(confidence), score: 85 }], read);
			return (interval?.high ?? 0) - (interval?.low ?? 0);
		});
		expect(widths).toEqual([...widths].sort((a, b) => b - a));
		expect(widths[2]).toBeGreaterThanOrEqual(10);
	});
});
