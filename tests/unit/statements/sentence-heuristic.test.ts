import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import { createQuoteMatcher } from "#features/statements/quote-in-transcript.ts";
import { sentenceStatements } from "#features/statements/sentence-heuristic.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

function untimed(text: string, language: string | null = null): Transcript {
	return { source: "captions", language, track: null, cues: [], text };
}

function timed(...texts: string[]): Transcript {
	const cues = texts.map((text, index) => ({ start: index * 3, text }));
	return { ...untimed(texts.join(" ")), cues };
}

function contents(transcript: Transcript): string[] {
	return sentenceStatements(transcript).map((it) => it.content);
}

describe("digits that count nothing", () => {
	it.each([
		["a clock time", "Hello and welcome back to the show, it is 9:30 now."],
		["a time with hours", "01:02:33 Hello and welcome back, it is good to see you."],
		["full-width digits", "０：４２ みなさん、こんにちは。今日も見てくれてありがとう。"],
		["Arabic digits", "٠:٤٢ مرحبا بكم جميعا في هذا اللقاء من جديد اليوم."],
		["the number of a point", "3. Hello and welcome back to the channel, friends."],
		["a number in brackets", "(2) Thank you so much for watching with us today."],
		["nested points", "2.1. Thank you so much for watching with us today."],
		["a chapter", "Chapter 2: Hello and welcome back to the channel."],
		["a chapter in German", "Kapitel 12 – Guten Abend und herzlich willkommen hier."],
	])("are no sign of a claim (%s)", (_, text) => {
		expect(contents(untimed(text))).toEqual([]);
	});

	it.each([
		"3. The tower has 1665 steps up to the top of it.",
		"At 9:30 the tower had 1665 steps up to the top.",
		"Chapter 2: The tower has 1665 steps to the top.",
		"The ratio of 3 parts to 2 parts is right for it.",
		"1932: the bridge is open for the people of the town.",
		"Boeing 737: the plane is open for the people of it.",
	])("leave those that do (%s)", (text) => {
		expect(contents(untimed(text))).toHaveLength(1);
	});
});

describe("sentenceStatements", () => {
	it.each([
		["a number", "The tower has 1665 steps to the top."],
		["a large number in words", "A million people came to see it there."],
		["a percentage", "Two per cent of the water is fresh there."],
		["a number word", "They have three sisters and a brother."],
		["a fraction", "Two thirds of them went home after that."],
		["a comparison", "The bridge is longer than the old one was."],
		["a superlative", "It is the oldest building in this street."],
		["a name with a verb of the past", "In that year Darwin came home from sea."],
		["a study", "Researchers looked at the question again."],
		["an absolute word", "Cats always land upon their soft feet."],
		["a quotation after a verb", "The minister said it was quite enough."],
		["a quotation in quotation marks", "And then: “we shall go to the Moon” she sang."],
		["a question with a number", "Did you know that the heart has 4 rooms?"],
		["German digits", "Im Jahr 1969 landeten sie auf dem Mond."],
		["Arabic digits", "هبط الإنسان على القمر في عام ١٩٦٩ للميلاد."],
		["Hindi digits", "मनुष्य चाँद पर १९६९ में पहली बार उतरा था।"],
		["a French study", "Des chercheurs ont trouvé la réponse hier."],
		["a Russian percentage", "Десять процентов людей этого не знают."],
		["a Japanese study", "新しい研究によると猫は飼い主の声を覚えている。"],
		["a French comparison", "Le train est plus rapide que la voiture."],
		["a German superlative", "Im Norden regnet es am meisten im Herbst."],
		["a Spanish name with a past", "En ese momento llegaron a Sevilla los dos."],
		["Russian number words", "В этом доме живут сорок человек и собака."],
		["an Arabic comparison", "هذا الجسر أكبر من ذلك الجسر القديم هناك."],
		["a Japanese superlative", "この山は日本で最も高い山として知られている。"],
		["a Chinese number", "这座城市里大约住着三百万人还有很多游客。"],
		["a Chinese percentage", "地球表面大约百分之七十被水覆盖着。"],
	])("finds a sentence with %s", (_, sentence) => {
		expect(contents(untimed(`Well now. ${sentence} So there.`))).toEqual([sentence]);
	});

	it.each([
		["contains no sign of a claim", "I really like the colour of this house."],
		["has only 20 characters", "It has 12 red doors."],
		["contains the speaker's own “said”", "As I said before, this is a nice house."],
		["contains a sign only inside a word", "The evernever house isn't a nonesuch one."],
		["contains “all” in a phrase", "After all it is a rather nice old house."],
		["asks about someone", "And when was it that Darwin came home?"],
		["has capitals only at its beginning", "Well, he came home and we just went out."],
		["is an Arabic remark", "أنا أحب هذا البيت القديم الجميل كثيرا."],
	])("ignores a sentence that %s", (_, sentence) => {
		expect(contents(untimed(sentence))).toEqual([]);
	});
});

describe("end of a sentence", () => {
	it.each([
		["not in a decimal", "It grew by 3.5 per cent. Then it fell by 1.25 metres a day."],
		[
			"not after a title",
			"Dr. Smith met Mrs. Jones in 1999 near St. Ives. They married 2 years later on.",
		],
		[
			"not in initials",
			"In 1997 J. K. Rowling wrote it, not S. Miller. George W. Bush was 51 years of age then.",
		],
		[
			"not in dotted words",
			"It opens at 9 a.m. on most days. The U.S. Army has 5 of them, e.g. here.",
		],
		[
			"not before a number",
			"See no. 5 in vol. 2 of that work. It came out on Jan. 3 of that year.",
		],
		[
			"not after a thoughtful pause",
			"There were 12... or perhaps 13 of them. Then there were 14 of these.",
		],
		[
			"not inside an address",
			"Look at example.com for all 5 of them. There are 7 more over there.",
		],
		["after a question", "Is it true that 9 of them left? Yes! There were 9 of them in the end."],
		["after closing quotes", "“There are 9 lives in a cat.” He knew 9 cats by their first names."],
		["after a vitamin", "Few get all of their vitamin C. The body stores 2 grams of it or so."],
		[
			"before small letters in casual captions",
			"it has 12 of those red doors. and then 14 of those blue windows.",
		],
	])("is %s", (_, text) => {
		const found = contents(untimed(text));
		expect(found).toHaveLength(2);
		expect(text.startsWith(found[0] ?? "?")).toBe(true);
		expect(text.endsWith(found[1] ?? "?")).toBe(true);
	});

	it("is not after an ordinal in languages that write one with a full stop", () => {
		const text = "Am 3. Oktober feiert man das ganze Land.";
		expect(contents(untimed(text, "de"))).toEqual([text]);
	});

	it.each([
		["Chinese", "地球到月球大约有38万公里。光只需要1秒多一点就能到达！"],
		["Arabic", "هل تعلم أن للأخطبوط 3 قلوب؟ وله 8 أذرع طويلة جدا في البحر."],
		["Urdu", "زمین سورج سے 15 کروڑ کلومیٹر دور ہے۔ چاند 4 لاکھ کلومیٹر دور ہے۔"],
		["Armenian", "Երկիրը 1 տարում պտտվում է արևի շուրջ։ Լուսինը 1 ամսում պտտվում է։"],
	])("is at the punctuation of %s", (_, text) => {
		expect(contents(untimed(text))).toHaveLength(2);
	});

	it("is at an empty line", () => {
		expect(contents(untimed("A list of 12 red doors\n\nThe 14 blue windows there"))).toHaveLength(
			2,
		);
	});
});

describe("position and content of a statement", () => {
	it("are the cue in which it begins and all the cues that it spans", () => {
		const found = sentenceStatements(
			timed("Hello there. The tower", "has 1665 steps in all", "to the top. Bye.", "x"),
		);
		expect(found).toEqual([
			{
				content: "The tower has 1665 steps in all to the top.",
				quote: "The tower has 1665 steps in all to the top.",
				importance: 29,
				cue: 0,
				cues: { from: 0, to: 3 },
			},
		]);
	});

	it("have no cue without cue times", () => {
		expect(sentenceStatements(untimed("The tower has 1665 steps."))).toMatchObject([
			{ cue: null, cues: null },
		]);
	});

	it("keep the quote unchanged and remove marks from the content", () => {
		const speech = "So. >> The  tower [music] has\n1665 \u200bsteps!";
		expect(sentenceStatements(untimed(speech))).toMatchObject([
			{ content: "The tower has 1665 steps!", quote: "The  tower [music] has\n1665 \u200bsteps!" },
		]);
	});

	it("rank sentences with more kinds of signs higher", () => {
		const [one, three] = sentenceStatements(
			untimed("The tower has 1665 steps. A study found that 90% of it is iron."),
		);
		expect(one?.importance).toBeLessThan(three?.importance ?? 0);
	});

	it("rank a number above other signs", () => {
		const [absolute, number] = sentenceStatements(
			untimed("The tower never fell down here. The tower has 1665 steps."),
		);
		expect(absolute?.importance).toBeLessThan(number?.importance ?? 0);
	});
});

describe("sentenceStatements for speech without full stops", () => {
	it("treats a cue as a sentence", () => {
		const found = sentenceStatements(
			timed("so the tower is quite old", "and it has 1665 steps in all", "which is a lot"),
		);
		expect(found).toMatchObject([{ content: "and it has 1665 steps in all", cue: 1 }]);
	});

	it("treats a cue as a sentence if only part of the text has full stops", () => {
		const cues = Array.from({ length: 30 }, (_, index) => `and here is number ${index} of them`);
		const found = sentenceStatements(timed("The tower has 1665 steps.", ...cues));
		expect(found).toHaveLength(31);
		expect(found.map((it) => it.cue)).toEqual(found.map((_, index) => index));
	});

	it("treats a line as a sentence if there are no cues", () => {
		expect(contents(untimed("so it is old\nand it has 1665 steps in all\nyes"))).toEqual([
			"and it has 1665 steps in all",
		]);
	});

	it("cuts one endless line between words", () => {
		const text = Array.from({ length: 500 }, (_, index) => `word${index}`).join(" ");
		const pieces = sentenceStatements(untimed(`1 ${text}`)).map((it) => it.quote);
		expect(pieces.length).toBeGreaterThanOrEqual(1);
		const numbered = sentenceStatements(untimed(text.replaceAll("word", "w "))).map(
			(it) => it.quote,
		);
		expect(numbered.join(" ")).toBe(text.replaceAll("word", "w "));
		for (const piece of numbered) expect(piece.length).toBeLessThanOrEqual(400);
	});
});

describe("sentenceStatements for hostile input", () => {
	it("handles a sentence that is mostly sounds other than speech", () => {
		const pause = "[Music] ".repeat(80);
		const text = `In 1990 it began ${pause}and 30 percent of it is left today`;
		expect(contents(untimed(text))).toEqual(["and 30 percent of it is left today"]);
	});

	it.each([
		".",
		"a",
		"。",
		" ",
		"\n",
		"“",
		'"',
		"1. ",
		"A. ",
		"[",
		">>",
		"9",
		"!?",
		"all ",
		"said",
		"J. K. ",
		"- ",
		"\u200b",
		"الكل ١ ",
	])("takes linear time for 600,000 characters of %j", (unit) => {
		const text = unit.repeat(Math.floor(600_000 / unit.length));
		const began = cpuTime();
		sentenceStatements(untimed(text));
		sentenceStatements(timed(...(text.match(/[\s\S]{1,40}/g) ?? [])));
		expect(cpuTime() - began).toBeLessThan(10_000);
	});

	it("returns quotes that the matcher finds again at the same cue", () => {
		const transcript = timed(
			"- [Music] >> BOB: In 1999 it was 3.5%,",
			"or so \u202eDr. No said. (All of it!)",
			"“Nobody” knew 5 of",
			"them… و 12 من البيوت القديمة. 2020年に研究者は答えを見つけた。",
		);
		const matcher = createQuoteMatcher(transcript);
		const found = sentenceStatements(transcript);
		expect(found.length).toBeGreaterThan(2);
		for (const it of found) {
			expect(matcher.find(it.quote, it.cues)?.cue).toBe(it.cue);
		}
	});
});
