import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	CHECKED_KEYS,
	countFinding,
	type Found,
	findingKey,
	findingWords,
	NO_FINDING,
} from "#contract/finding.ts";
import { VERDICTS } from "#contract/verdicts.ts";

const [refuted, outdated, sources_disagree, lacks_context, holds] = [2, 0, 0, 2, 1];
const MIXED = { holds, outdated, lacks_context, sources_disagree, refuted, unverified: 4 };

/** A result with these counts, checked with sources. */
function found(counts: Partial<Found["finding"]>, change: Partial<Found> = {}): Found {
	const finding = { ...NO_FINDING, ...counts };
	const checked = CHECKED_KEYS.reduce((sum, key) => sum + finding[key], 0);
	const coverage = { checkable: checked + finding.unverified, checked };
	return { finding, bs_score: checked > 0 ? 45 : null, coverage, simulated: false, ...change };
}

const sentence = (...of: Parameters<typeof found>) => findingWords(found(...of)).sentence;

/** The same, rated by three models from memory. */
function fromMemory(counts: Partial<Found["finding"]>, change: Partial<Found> = {}): Found {
	const { coverage, ...rest } = found(counts);
	return { ...rest, coverage: { ...coverage, checked: 0 }, panel: ["a", "b", "c"], ...change };
}

describe("findingWords", () => {
	it("says the same in three lengths", () => {
		expect(findingWords(found(MIXED))).toEqual({
			sentence:
				"2 of 5 checked claims do not hold. 1 holds, 2 lack context. 4 could not be checked.",
			short: "2 of 5 do not hold",
			chip: "2 refuted, 1 holds",
		});
	});

	it.each([
		[{ holds: 7 }, "All 7 checked claims hold."],
		[{ holds: 2 }, "Both checked claims hold."],
		[{ holds: 1 }, "The one checked claim holds."],
		[{ refuted: 1 }, "The one checked claim does not hold."],
		[{ refuted: 3 }, "None of 3 checked claims holds."],
		[{ refuted: 1, holds: 4 }, "1 of 5 checked claims does not hold. 4 hold."],
		[{ outdated: 1, holds: 2 }, "1 of 3 checked claims is no longer true. 2 hold."],
		[{ outdated: 3 }, "All 3 checked claims are no longer true."],
		[{ sources_disagree: 2, holds: 1 }, "Sources disagree on 2 of 3 checked claims. 1 holds."],
		[
			{ lacks_context: 1, holds: 1, unverified: 1 },
			"1 of 2 checked claims lacks context. 1 holds. 1 could not be checked.",
		],
		[
			{ refuted: 1, outdated: 1, sources_disagree: 1, lacks_context: 1 },
			"1 of 4 checked claims does not hold. 1 lacks context, sources disagree on 1, 1 is no longer true.",
		],
		[{ unverified: 3 }, "None of 3 claims could be checked."],
		[{ unverified: 1 }, "The one claim could not be checked."],
		[{}, "Nothing to check: no factual statements were found."],
	])("says of %j: %s", (counts, words) => {
		expect(sentence(counts)).toBe(words);
	});

	it("counts as the coverage does, and apart what no source can settle", () => {
		const coverage = { checkable: 7, checked: 5 };
		expect(sentence(MIXED, { coverage })).toBe(
			"2 of 5 checked claims do not hold. 1 holds, 2 lack context. 2 could not be checked. No source can settle 2 more.",
		);
		const none = { bs_score: null, coverage: { checkable: 3, checked: 0 } };
		expect(sentence({ unverified: 5 }, none)).toBe(
			"None of 3 claims could be checked. No source can settle 2 more.",
		);
		const nothing = { bs_score: null, coverage: { checkable: 0, checked: 0 } };
		expect(sentence({ unverified: 2 }, nothing)).toBe("No source can settle any of 2 claims.");
	});

	it("has a sentence of its own for what is no full result", () => {
		expect(sentence({ holds: 1, unverified: 11 }, { bs_score: null })).toBe(
			"Too little could be checked: 1 of 12.",
		);
		expect(sentence({}, { analysis_status: "failed" })).toBe(
			"The analysis failed, so nothing was checked.",
		);
		expect(sentence({ unverified: 4 }, { panel: [] })).toBe(
			"No AI model is set up here, so none of 4 claims was checked.",
		);
		const moments = { scope: "moments", bs_score: null, moments: 2 } as const;
		expect(findingWords(found({ refuted: 1, holds: 1 }, moments))).toEqual({
			sentence:
				"2 moments checked; the whole video was not analyzed. 1 of 2 checked claims does not hold. 1 holds.",
			short: "2 moments: 1 of 2 does not hold",
			chip: "2 moments: 1 refuted, 1 holds",
		});
		expect(sentence({}, { ...moments, moments: undefined })).toBe(
			"Only moments of the video were checked. Nothing that can be checked was said there.",
		);
	});

	it("says of a demo that it is simulated", () => {
		const words = findingWords(found(MIXED, { simulated: true }));
		for (const text of Object.values(words)) expect(text).toMatch(/^Simulated: /);
	});

	it("says without sources what the models believe, and that it is from memory", () => {
		expect(findingWords(fromMemory({ refuted: 2, lacks_context: 2, holds: 1 }))).toEqual({
			sentence:
				"3 AI models rate 2 of 5 statements as misleading, 2 as questionable and 1 as factual, from memory.",
			short: "2 of 5 rated misleading, from memory",
			chip: "2 misleading, 1 factual, from memory",
		});
		expect(findingWords(fromMemory({ holds: 1 }, { panel: ["a"] })).sentence).toBe(
			"1 AI model rates the one statement as factual, from memory.",
		);
		expect(findingWords(fromMemory({ holds: 3 }, { panel: undefined })).sentence).toBe(
			"AI models rate all 3 statements as factual, from memory.",
		);
		const moments = fromMemory({ refuted: 1 }, { scope: "moments", bs_score: null, moments: 1 });
		expect(findingWords(moments).sentence).toContain("rate the one statement as misleading");
	});

	const Count = fc.nat({ max: 60 });
	const Finding = fc.record({
		holds: Count,
		outdated: Count,
		lacks_context: Count,
		sources_disagree: Count,
		refuted: Count,
		unverified: Count,
	});

	it("names each count that is not 0 once, and no other", () => {
		fc.assert(
			fc.property(Finding, (finding) => {
				const checked = CHECKED_KEYS.reduce((sum, key) => sum + finding[key], 0);
				fc.pre(checked > 2);
				const counts = Object.values(finding).filter((count) => count > 0 && count !== checked);
				const numbers = (sentence(finding).match(/\d+/g) ?? []).map(Number);
				const total = numbers.indexOf(checked);
				expect(total).toBeGreaterThanOrEqual(0);
				const others = numbers.filter((_, at) => at !== total);
				const left = finding.unverified === checked ? [...counts, checked] : counts;
				expect(others.sort((a, b) => a - b)).toEqual(left.sort((a, b) => a - b));
			}),
		);
	});

	it("never speaks of what holds if no source was opened", () => {
		fc.assert(
			fc.property(Finding, fc.boolean(), (finding, simulated) => {
				const memory = { ...finding, outdated: 0, sources_disagree: 0 };
				fc.pre(memory.holds + memory.lacks_context + memory.refuted > 0);
				const words = Object.values(findingWords(fromMemory(memory, { simulated }))).join(" ");
				expect(words).not.toMatch(/\bholds?\b|refuted|lacks? context|checked claims?/);
				expect(words.match(/from memory/g)).toHaveLength(3);
			}),
		);
	});

	it("is plain text that gets shorter, with one full stop a sentence", () => {
		fc.assert(
			fc.property(Finding, (finding) => {
				const words = findingWords(found(finding));
				expect(words.sentence).toMatch(/^[A-Z0-9][^\n]*[^.]\.$/);
				expect(words.short.length).toBeLessThan(words.sentence.length);
				expect(words.short).not.toMatch(/\.$/);
				expect(words.chip.length).toBeLessThan(50);
			}),
		);
	});
});

describe("countFinding", () => {
	it("counts each statement once, under the key of its verdict or band", () => {
		const Rated = fc.oneof(
			fc.record({
				verdict: fc.constantFrom(...VERDICTS.filter((it) => it !== "unverified")),
				ai_score: fc.integer({ min: 0, max: 100 }),
			}),
			fc.constant({ verdict: "unverified" as const, ai_score: null }),
			fc.record({ verdict: fc.constant(null), ai_score: fc.integer({ min: 0, max: 100 }) }),
		);
		fc.assert(
			fc.property(fc.array(Rated), (statements) => {
				const finding = countFinding(statements);
				expect(Object.values(finding).reduce((a, b) => a + b)).toBe(statements.length);
				for (const [key, count] of Object.entries(finding))
					expect(statements.filter((it) => findingKey(it) === key)).toHaveLength(count);
			}),
		);
		expect(countFinding([{ verdict: null, ai_score: 29 }])).toEqual({ ...NO_FINDING, holds: 1 });
		expect(findingKey({ verdict: null, ai_score: 70 })).toBe("refuted");
	});
});
