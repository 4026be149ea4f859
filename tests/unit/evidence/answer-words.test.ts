import { describe, expect, it } from "vitest";
import { RATER_VERDICTS } from "#contract/verdicts.ts";
import { oneWord, VERDICT_WORDS } from "#features/evidence/answer-words.ts";

const read = (written: unknown) =>
	oneWord(RATER_VERDICTS, VERDICT_WORDS).safeParse(written).data ?? null;

describe("a verdict's word", () => {
	it.each([
		["False", "refuted"],
		[false, "refuted"],
		["**Refuted**.", "refuted"],
		["TRUE", "supported"],
		["NotEnoughEvidence", "not_enough_evidence"],
		["NEI", "not_enough_evidence"],
		["Partially supported", "not_enough_evidence"],
		["Conflicting Evidence/Cherrypicking", "conflicting"],
		["Misleading", "missing_context"],
		["nicht genug Belege", "not_enough_evidence"],
		["Réfuté", "refuted"],
		["НЕДОСТАТОЧНО ДОКАЗАТЕЛЬСТВ", "not_enough_evidence"],
		["证据不足", "not_enough_evidence"],
	])("is read from %s", (written, verdict) => {
		expect(read(written)).toBe(verdict);
	});

	it.each(RATER_VERDICTS)("%s is read in any case and with any separator", (verdict) => {
		const words = verdict.split("_");
		for (const text of [words.join(" "), words.join("-").toUpperCase(), words.join("")])
			expect(read(text)).toBe(verdict);
	});

	it.each([
		"mostly true",
		"not supported",
		"not refuted",
		"half",
		"",
		3,
		null,
		"supported or refuted",
	])("is not read from %j", (written) => {
		expect(read(written)).toBeNull();
	});
});
