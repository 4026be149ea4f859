import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import { createQuoteMatcher, MAX_QUOTE_CHARS } from "#features/statements/quote-in-transcript.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

function timed(...texts: string[]): Transcript {
	const cues = texts.map((text, index) => ({ start: index * 4 + 0.5, text }));
	return { ...untimed(texts.join(" ")), cues };
}

function untimed(text: string): Transcript {
	return { source: "captions", language: null, track: null, cues: [], text };
}

/** The words that the matcher finds for a quote in one line of speech, or null. */
function found(speech: string, quote: string): string | null {
	return createQuoteMatcher(timed(speech)).find(quote)?.quote ?? null;
}

describe("finding a quote", () => {
	it("returns the cue in which the quote begins and its time", () => {
		const matcher = createQuoteMatcher(
			timed("Welcome to the show.", "Light needs eight", "minutes to reach us."),
		);
		expect(matcher.find("light needs eight minutes")).toMatchObject({
			cue: 1,
			timestamp: 4.5,
			timestamp_source: "cue",
			quote: "Light needs eight minutes",
			quote_key: "lightneedseightminutes",
		});
	});

	it.each([
		["case differences", "The MOON is far away", "the moon IS far away"],
		["punctuation", "The Moon, my friends, is far!", "the moon my friends is far"],
		["spacing", "the  light\ncone is wide", "the lightcone is wide"],
		["curly apostrophes", "It’s the Moon’s shadow", "it's the moon's shadow"],
		["ligatures", "the ﬁrst eﬀect is small", "the first effect is small"],
		["full-width characters", "ＡＢＣ １２３ is the code", "ABC 123 is the code"],
		["half-width kana", "これはｶﾞｲﾄﾞです", "これはガイドです"],
		["decomposed accents", "le café est ferme\u0301", "le cafe\u0301 est fermé"],
		["sharp s", "die Straße ist lang", "DIE STRASSE IST LANG"],
		["final sigma", "ΟΔΥΣΣΕΥΣ ΕΦΥΓΕ", "Οδυσσευς εφυγε"],
		["zero-width characters", "the mo\u200bon is fa\u2060r", "the moon is far"],
		["bidi controls", "\u202bהירח רחוק מאוד\u202c", "הירח רחוק מאוד"],
		["variation selectors", "the heart ❤\ufe0f is a muscle", "the heart is a muscle"],
		["decomposed Hangul", "지구는 둥글다", "지구는 둥글다".normalize("NFD")],
	])("ignores %s", (_, speech, quote) => {
		expect(found(speech, quote)).not.toBeNull();
	});

	it.each([
		["an added word", "the moon is really far away"],
		["a missing word", "the is far away from us"],
		["another number", "the moon is 2 times far away"],
		["its words in another order", "far away is the moon"],
		["only punctuation", "... !!! ??? --- ,,, ;;;"],
		["an empty quote", ""],
	])("rejects %s", (_, quote) => {
		expect(found("The Moon is far away from us", quote)).toBeNull();
	});

	it.each([
		[
			"sound descriptions",
			"It is [Music] very far [upbeat music playing] away",
			"It is very far away",
		],
		["a sound copied into the quote", "It is very far away", "It is [laughter] very far away"],
		["chevrons", ">> It is very far. >> No it is near.", "it is very far no it is near"],
		["a name in capitals", "is it far? MARY ANN: It is very far", "is it far? It is very far"],
		["a numbered speaker", "is it far? Speaker 2: It is very far", "is it far? It is very far"],
		["a speaker's name copied into the quote", "is it far? Yes very", "BOB: is it far? Yes very"],
	])("skips %s", (_, speech, quote) => {
		expect(found(speech, quote)).not.toBeNull();
	});

	it("skips a sound description that continues in the next cue", () => {
		const matcher = createQuoteMatcher(timed("So it is [upbeat", "music] very far away"));
		expect(matcher.find("so it is very far away")).toMatchObject({ cue: 0 });
	});

	it("reads capitals before a colon as speech if all text is in capitals", () => {
		const speech = "AND SO THE ANSWER: IT IS FORTY TWO PERCENT";
		expect(found(speech, "and so the answer: it is forty two")).not.toBeNull();
	});

	it("matches only whole words and whole numbers", () => {
		const speech = "It is impossible to see 150 percent, or 3.50 metres, we can't see it";
		expect(found(speech, "possible to see 150 percent")).toBeNull();
		expect(found(speech, "50 percent, or 3.50 metres")).toBeNull();
		expect(found(speech, "50 metres, we can't see")).toBeNull();
		expect(found(speech, "to see 150 percent, or 3")).toBeNull();
		expect(found(speech, "or 3.50 metres, we can")).toBeNull();
		expect(found(speech, "3.50 metres, we can't")).not.toBeNull();
	});

	it("continues to a place with whole words", () => {
		const matcher = createQuoteMatcher(
			timed("It is impossible to win here.", "Is it possible to win here?"),
		);
		expect(matcher.find("possible to win here")).toMatchObject({ cue: 1 });
	});

	it.each([
		["Chinese", "大家好今天我们说地球绕着太阳转一圈", "地球绕着太阳转"],
		["Japanese", "皆さん地球は太陽の周りを回っています", "太陽の周りを回って"],
		["Thai", "วันนี้โลกหมุนรอบดวงอาทิตย์ทุกปี", "โลกหมุนรอบดวงอาทิตย์"],
		["Korean", "지구는 태양 주위를 일 년에 한 번 돕니다", "태양 주위를 일 년에 한 번"],
	])("finds words inside unspaced %s", (_, speech, quote) => {
		expect(found(speech, quote)).toBe(quote);
	});

	it("finds right-to-left speech", () => {
		const arabic = "قال إن الأرض تدور حول الشمس في سنة واحدة";
		expect(found(arabic, "الأرض تدور حول الشمس")).toBe("الأرض تدور حول الشمس");
		const hebrew = "הוא אמר ש״כדור הארץ סובב סביב השמש״ בשנה";
		expect(found(hebrew, "כדור הארץ סובב סביב השמש")).not.toBeNull();
	});

	it("rejects quotes that are too short", () => {
		expect(found("it is true that the sky is blue", "it is true")).toBeNull();
		expect(found("地球是圆的所以我们", "地球是圆")).toBeNull();
	});

	it("rejects quotes that are too long", () => {
		const speech = "word ".repeat(MAX_QUOTE_CHARS);
		expect(found(speech, speech.slice(0, MAX_QUOTE_CHARS + 1))).toBeNull();
	});
});

describe("quote that occurs several times", () => {
	const again = timed(
		"Water boils at 100 degrees.",
		"Let me repeat that.",
		"Water boils at 100 degrees.",
	);

	it("is found at its first place, unless a range of cues is given", () => {
		const matcher = createQuoteMatcher(again);
		const quote = "water boils at 100 degrees";
		expect(matcher.find(quote)?.cue).toBe(0);
		expect(matcher.find(quote, { from: 1, to: 3 })?.cue).toBe(2);
		expect(matcher.find(quote, { from: 1, to: 2 })?.cue).toBe(0);
		expect(matcher.find(quote, { from: 9, to: 12 })?.cue).toBe(0);
	});

	it("must begin inside the range but may end in the cue after it", () => {
		const matcher = createQuoteMatcher(timed("a very long", "sentence it is", "a very long"));
		const match = matcher.find("a very long sentence", { from: 0, to: 1 });
		expect(match?.cue).toBe(0);
	});
});

describe("quote in a text without cue times", () => {
	const speech = `${"ab ".repeat(50)}and then the middle of it all${" cd".repeat(60)}`;

	it("gets an estimated time from its position in the text", () => {
		const match = createQuoteMatcher(untimed(speech), 600).find("then the middle of it");
		expect(match).toMatchObject({ cue: null, timestamp_source: "estimated" });
		expect(match?.timestamp).toBeCloseTo((600 * 103) / (100 + 23 + 120), 0);
	});

	it.each([null, 0])("gets no time if the duration is %s", (duration) => {
		const match = createQuoteMatcher(untimed(speech), duration).find("then the middle of it");
		expect(match).toMatchObject({ timestamp: null, timestamp_source: "unknown" });
	});
});

describe("quote matching", () => {
	it.each([
		["letters", "a"],
		["brackets", "["],
		["open marks", "[aaaa "],
		["capitals", "AB CD "],
		["labels", "A: "],
		["astral letters", "𐐷"],
		["long compatibility forms", "ﷺ"],
		["Chinese", "地球绕着太阳转"],
		["tags", "\u{e0041}"],
		["words", "ha "],
	])("takes linear time for 600,000 characters of %s", (_, unit) => {
		const text = unit.repeat(Math.floor(600_000 / unit.length));
		const began = cpuTime();
		const matcher = createQuoteMatcher(untimed(text), 60);
		for (let round = 0; round < 20; round += 1) {
			matcher.find(`${unit.repeat(40).slice(0, 300)} never said ${round}`);
			matcher.find(unit.repeat(100).slice(0, 400));
		}
		expect(cpuTime() - began).toBeLessThan(10_000);
	});
});
