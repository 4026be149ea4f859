import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FullName } from "#contract/account.ts";
import { ResponseEdit } from "#contract/responses.ts";
import { asWritten, hasVisible } from "#contract/written-text.ts";
import { visibleText } from "#text/clean.ts";

/** Three of each kind that people's devices write and a reader sees. */
const WRITTEN: [kind: string, texts: string[]][] = [
	["Persian joiners", ["می\u200cخواهم", "علی\u200cرضا", "۵\u200cگانه"]],
	["a foreign word with a suffix", ["PDF\u200cها", "RNA\u200cهای", "3\u200cمین"]],
	["Arabic letters in their first form at the end", ["١٤٤٥ ه\u200d", "ه\u200d", "ھ\u200d ب"]],
	["Sinhala conjuncts", ["ශ්\u200dරී ලංකා", "ක්\u200dෂ", "ද්\u200dව"]],
	["Bengali conjuncts", ["র\u200d্যাব", "ক্\u200cষ", "উদ্\u200cঘাটন"]],
	["Kannada conjuncts", ["ರ\u200d್ಯ", "ಬ್ಯಾಂಕ್\u200cಗಳು", "ಎಕ್ಸ್\u200cಪ್ರೆಸ್"]],
	["other joined scripts", ["क्\u200dष", "ന്\u200dറെ", "ଶ୍\u200cର"]],
	["emoji of several", ["👩\u200d🔬", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈"]],
	["emoji with a variant", ["❤\ufe0f", "☺\ufe0e", "1\ufe0f\u20e3"]],
	["flags", ["🇩🇪", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "🏴\u200d☠\ufe0f"]],
	["Japanese variants", ["葛\u{e0100}城", "辻\u{e0101}", "神\ufe00"]],
	["compatibility ideographs", ["神\ufa19", "塚\ufa10", "朗\uf929"]],
	["wide spaces", ["山田　太郎", "【検証】　ワクチン", "a\u00a0?"]],
	["Mongolian variants", ["ᠠ\u180bᠨ", "ᠭ\u180cᠠ", "ᠨ\u180eᠠ"]],
	["signs of direction", ["שלום C++\u200e", "א\u200e.", "ب\u061c٪"]],
	["breaks in Khmer and Thai", ["ភាសា\u200bខ្មែរ", "ภาษา\u200bไทย", "ພາສາ\u200bລາວ"]],
];

const REMOVED: [kind: string, from: string, to: string][] = [
	["a control", "A\u0000da\u001b", "Ada"],
	["another control", "\u0085Ada\u009c", "Ada"],
	["overrides of direction", "Ada\u202e\u202d\u202c", "Ada"],
	["isolates", "\u2066Ada\u2069", "Ada"],
	["private use", "\uf8ffAda\u{f0000}", "Ada"],
	["lone joiners", "Ad\u200da\u200c", "Ada"],
	["lone marks of direction", "Ad\u200ea\u200f", "Ada"],
	["lone variants", "A\ufe0fd\u{e0100}a", "Ada"],
	["hidden tags", "Ada\u{e0041}\u{e0064}\u{e007f}", "Ada"],
	["hidden tags behind a flag", "🏴\u{e0041}\u{e0042}", "🏴"],
	["runs of variants", "❤\ufe0f\ufe01\ufe02\ufe03", "❤\ufe0f"],
	["runs of joiners", "می\u200c\u200c\u200cخ", "می\u200cخ"],
	["soft hyphens", "A\u00add\u2060a\ufeff", "Ada"],
	["half of a pair", "A\ud83dda\ude00", "Ada"],
	["fillers", "\u3164Ada\uffa0\u115f", "Ada"],
];

describe("asWritten", () => {
	it.each(WRITTEN)("keeps %s", (_, texts) => {
		for (const text of texts) expect(asWritten(text)).toBe(text);
	});

	it.each(REMOVED)("removes %s", (_, from, to) => {
		expect(asWritten(from)).toBe(to);
	});

	it.each(["\t", "\n", "\r\n", "\v", "\u2028", "\u0085", " \t "])(
		"separates words at %j",
		(space) => {
			expect(asWritten(`Ada${space}Lovelace`)).toBe("Ada Lovelace");
		},
	);

	it("keeps every text without unseen characters, and is done after one pass", () => {
		const seen = fc.string({ unit: "grapheme", maxLength: 60 });
		fc.assert(
			fc.property(seen, (text) => {
				const once = asWritten(text);
				expect(asWritten(once)).toBe(once);
				const shown = (it: string) =>
					it.replace(/[\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}]/gu, "");
				expect(shown(once)).toBe(shown(text));
			}),
		);
	});

	it("never keeps more than three unseen characters in a row", () => {
		const unseen = fc.constantFrom(
			"\u200c",
			"\u200d",
			"\ufe0f",
			"\u{e0100}",
			"\u200e",
			"\u034f",
			"\u200b",
		);
		const base = fc.constantFrom("م", "a", "❤", "葛", "क", "ก", "🏴");
		fc.assert(
			fc.property(fc.array(fc.oneof(unseen, base), { maxLength: 40 }), (parts) => {
				expect(asWritten(parts.join(""))).not.toMatch(
					/[\p{Cf}\p{Default_Ignorable_Code_Point}]{4}/u,
				);
			}),
		);
	});
});

describe("visibleText", () => {
	it.each(WRITTEN.filter(([kind]) => !/ideographs|spaces/.test(kind)))("keeps %s", (_, texts) => {
		for (const text of texts) expect(visibleText(text)).toBe(text.normalize("NFC"));
	});
});

describe("hasVisible", () => {
	const BLANK = [
		"\u2800",
		"\u3164",
		"\u115f",
		"\uffa0",
		"\u0301\u0308",
		"\u200d",
		"\u3000\u00a0",
		"\u{1d159}",
		"\ue000",
		"\ufe0f",
	];

	it.each(BLANK)("finds nothing in %j", (text) => {
		expect(hasVisible(text)).toBe(false);
		expect(FullName.safeParse(text).success).toBe(false);
		expect(ResponseEdit.safeParse({ body: text }).success).toBe(false);
	});

	it.each(["a", "九", "❤", "7", "!", "\u0301e", "\u2800b"])("finds a character in %j", (text) => {
		expect(hasVisible(text)).toBe(true);
	});
});
