import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiDigit, containsSearch, readSearch, searchKey } from "#text/search-words.ts";

function finds(query: string, text: string): boolean {
	const search = readSearch(query);
	return search !== null && containsSearch(text, search);
}

const TITLES = [
	"It’s a trap: O'Brien’s COVID-19 vaccine",
	"Ærøskøbing, Łódź und die Straße von İzmir",
	"Đặng Thùy Trâm: nhật ký",
	"أَلْقُرْآنُ الكَرِيمُ و فاطمة",
	"می‌خواهم کتاب‌ها را بخوانم",
	"ＦＵＬＬ　ＷＩＤＴＨ ｶﾞﾝﾀﾞﾑ ジョン・レノン",
	"Ο Σωκράτης και ο δρόμος",
	"1,000,000 people in 2024, 3.5 % of them",
	"צה״ל שָׁלוֹם",
	"हिन्दी में १२३ समाचार",
	"한국어 강의 5G",
	"C'est l’été à Saint-Étienne",
];

/** Ways in which keyboards, sites and programs write the same text. */
const FORMS: Record<string, (text: string) => string> = {
	"upper case": (text) => text.toUpperCase(),
	"lower case": (text) => text.toLowerCase(),
	decomposed: (text) => text.normalize("NFD"),
	"compatibility composed": (text) => text.normalize("NFKC"),
	"typewriter apostrophes": (text) => text.replace(/[’‘ʼ]/g, "'"),
	"curly apostrophes": (text) => text.replaceAll("'", "’"),
	accents: (text) => text.replace(/['’]/g, "´"),
	"no apostrophes": (text) => text.replace(/['’״]/g, ""),
	"en dashes": (text) => text.replaceAll("-", "–"),
	spaces: (text) => text.replaceAll("-", " ").replaceAll("・", " "),
	"no joiners": (text) => text.replaceAll("\u200c", ""),
	"invisible characters": (text) => text.replace(/(?<=\S)(?=\S)/gu, "\u200b\u2060\u00ad"),
	"a mark at its beginning": (text) => `\ufeff${text}`,
	"full width": (text) =>
		text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
	"no points and tones": (text) =>
		text
			.normalize("NFD")
			.replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, "")
			.normalize("NFC"),
	"other digits": (text) => text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit))),
	"reversed words": (text) => text.split(/\s+/u).reverse().join(" "),
};

describe("a query finds a text", () => {
	it.each(Object.keys(FORMS))("that is written in %s", (name) => {
		const write = FORMS[name] ?? String;
		for (const title of TITLES) {
			expect(finds(write(title), title), title).toBe(true);
			expect(finds(title, write(title)), title).toBe(true);
		}
	});

	it("in any two of its forms, and by any of its words", () => {
		const forms = fc.constantFrom(...Object.values(FORMS));
		fc.assert(
			fc.property(fc.constantFrom(...TITLES), forms, forms, fc.nat(), (title, one, other, at) => {
				const words = title.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
				const word = words[at % words.length] ?? title;
				expect(finds(one(other(title)), title)).toBe(true);
				expect(finds(one(word), other(title))).toBe(true);
			}),
			{ numRuns: 2000 },
		);
	});

	it.each([
		["it's", "It’s"],
		["its", "It’s"],
		["o’brien", "O'Brien"],
		["o brien", "O'Brien"],
		["obrien", "O´Brien"],
		["covid 19", "COVID-19"],
		["covid19", "COVID-19"],
		["covid-19", "Covid 19"],
		["covid 19", "Covid19"],
		["spider-man", "Spiderman"],
		["spiderman", "Spider‑Man"],
		["vaccine covid", "Covid and the vaccine"],
		["va\u200bccine", "Vaccine"],
		["strasse", "STRAẞE"],
		["oresund", "Øresund"],
		["izmir", "İZMİR"],
		["kadikoy", "KADIKÖY"],
		["lodz", "Łódź"],
		["がんだむ", "ｶﾞﾝﾀﾞﾑ"],
		["القران", "ٱلْقُرْآن"],
		["مدرسه", "مدرسة"],
		["علي", "على"],
		["كتاب", "کتاب"],
		["میخواهم", "می‌خواهم"],
		["می خواهم", "می‌خواهم"],
		["۱۲۳", "123"],
		["1000000", "1,000,000"],
		["1 000 000", "1.000.000"],
		["1’000’000", "1\u202f000\u202f000"],
		["10,00,000", "1000000"],
		["usa", "U.S.A."],
		["צהל", "צה״ל"],
		["c++", "C++ in an hour"],
		["%", "Ten % more"],
	])("%j finds %j", (query, text) => {
		expect(finds(query, text)).toBe(true);
	});

	it.each([
		["vaccine moon", "Covid and the vaccine"],
		["therapist", "The rapid test"],
		["covid 19", "Covid 2019"],
		["はは", "ぱぱ"],
		["c++", "C# in an hour"],
		["दिल", "दल"],
		["3.5 percent", "35 percent"],
	])("%j does not find %j", (query, text) => {
		expect(finds(query, text)).toBe(false);
	});

	it("has nothing to look for in blanks and invisible characters", () => {
		for (const query of ["", "  ", "\u200b\ufeff", "\0"]) expect(readSearch(query)).toBeNull();
	});
});

/** Also signs that are made of a space and a mark, between letters. */
const ANY_TEXT = fc.oneof(
	fc.string({ unit: "grapheme" }),
	fc
		.array(fc.constantFrom(..."a1O’ -´΄᾽᾿῾῍῎῏῝῞῟῀῁῭΅`´῾¨¯¸˘˙˚˛˜˝ﾞﾟ゛゜ﹰﷺ½Ⅷǆıİß"), { maxLength: 6 })
		.map((parts) => parts.join("")),
);

describe("searchKey", () => {
	it.each([
		["  ÉCOLE   Ñandú ", " ecole nandu "],
		["ΟΔΟΣ", " οδοσ "],
		["한국어", " 한국어 "],
		["a\tb\nc\0d", " a b cd "],
		["O'Brien", " o brien obrien "],
		["?!", ""],
	])("of %j is %j", (text, key) => {
		expect(searchKey(text)).toBe(key);
	});

	it("is the same for every form of any text that Unicode calls equal", () => {
		fc.assert(
			fc.property(ANY_TEXT, (text) => {
				const key = searchKey(text);
				for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
					expect(searchKey(text.normalize(form)).trim()).toBe(key.trim());
			}),
		);
	});
});

describe("asciiDigit", () => {
	it("knows the digits of every numbering system of the runtime", () => {
		const systems = Intl.supportedValuesOf("numberingSystem").filter((system) => {
			const digits = new Intl.NumberFormat("en", { numberingSystem: system, useGrouping: false });
			return /^\p{Nd}+$/u.test(digits.format(9876543210));
		});
		expect(systems.length).toBeGreaterThan(50);
		for (const system of systems) {
			const digits = new Intl.NumberFormat("en", { numberingSystem: system, useGrouping: false });
			expect([...digits.format(9876543210)].map(asciiDigit).join(""), system).toBe("9876543210");
		}
	});
});
