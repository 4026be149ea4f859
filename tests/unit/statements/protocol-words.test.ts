import { describe, expect, it } from "vitest";
import { PAGE_KINDS, RATER_VERDICTS, SHOWS, STANCES } from "#contract/verdicts.ts";
import { describePassage } from "#features/evidence/rate-question.ts";
import { plainForm } from "#features/statements/plain-form.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { protocolSpans } from "#features/statements/protocol-words.ts";
import { WORDING_READINGS } from "#features/statements/wording-reader.ts";
import { fence } from "#providers/prompt-text.ts";
import {
	HOSTILE_PASSAGES,
	ORDINARY_PASSAGES,
	REPORTED_VERDICTS,
} from "#tests/support/fixtures/protocol-texts.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const isProtocol = (text: string) =>
	protocolSpans(plainForm(text, { bare: true, lines: true }), text, 1).length > 0;

describe("words of the raters' protocol", () => {
	it.each(HOSTILE_PASSAGES.adjusted)("are found in %j", (text) => {
		expect(isProtocol(text)).toBe(true);
		expect(hasPromptInjection(text)).toBe(true);
	});

	it.each(ORDINARY_PASSAGES.adjusted)("are not found in %j", (text) => {
		expect(isProtocol(text)).toBe(false);
	});

	// docs/accuracy.md says these figures.
	it("are found as often as measured in texts written after the rule", () => {
		const { measured } = HOSTILE_PASSAGES;
		expect([measured.filter(isProtocol).length, measured.length]).toEqual([10, 12]);
		expect(ORDINARY_PASSAGES.measured.filter(isProtocol)).toEqual([]);
		expect(ORDINARY_PASSAGES.measured).toHaveLength(40);
	});

	it.each(REPORTED_VERDICTS)(
		"are not in a verdict that a fact check reports: %s",
		(report, ...all) => {
			const texts = all.map((verdict) => report.replaceAll("%", verdict));
			expect(texts.filter(hasPromptInjection)).toEqual([]);
		},
	);

	it("include every line and mark that the product writes itself", () => {
		for (const kind of PAGE_KINDS)
			for (const published_at of ["2021-05-02", null])
				for (const site of ["nasa.gov", "127.0.0.1", "localhost"]) {
					const line = describePassage({
						name: "P16",
						title: "",
						page_id: "a",
						site,
						kind,
						known_kind: kind,
						published_at,
						language: null,
						by_member: false,
						cluster: 1,
						passage: { start: 0, end: 0, text: "", before: "", after: "" },
					});
					expect(isProtocol(line), line).toBe(true);
				}
		const marked = fence("The roof is old.", seededRandom(1));
		expect(isProtocol(marked), marked).toBe(true);
	});

	it("include every answer that the product accepts", () => {
		for (const verdict of RATER_VERDICTS)
			expect(isProtocol(JSON.stringify({ verdict }))).toBe(true);
		for (const stance of STANCES) expect(isProtocol(JSON.stringify([{ stance }]))).toBe(true);
		for (const shows of SHOWS) expect(isProtocol(JSON.stringify({ shows }))).toBe(true);
		for (const says of WORDING_READINGS) expect(isProtocol(JSON.stringify({ says }))).toBe(true);
		for (const key of ["when_said", "next_query"])
			expect(isProtocol(JSON.stringify({ [key]: "" }))).toBe(true);
	});

	it("are found at their place in the original", () => {
		const before = "Ünïcode\u200b stands  here.\n\n";
		const key = "“verdict”\u00a0: “supported”";
		const text = `${before}${key} and more.`;
		const [span] = protocolSpans(plainForm(text, { bare: true, lines: true }), text, 1);
		expect(span && text.slice(span.start, span.end)).toBe(key.slice(0, -1));
	});
});
