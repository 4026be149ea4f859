import { describe, expect, it } from "vitest";
import { drawableText } from "#features/sharing/picture/drawable-text.ts";
import { cutToFit, setLines } from "#features/sharing/picture/typesetter.ts";
import { readNames } from "#scripts/make-picture-fonts.ts";
import {
	FONT_NAMES,
	fontOf,
	hostileTexts,
	pictureType,
	readFont,
} from "#tests/support/fixtures/result-cards.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const MAX_FONT_BYTES = 120 * 1024;
const SETTINGS = [
	{ size: 60, most: 2 },
	{ size: 40, most: 3 },
] as const;
const { serif } = pictureType();

function tableOf(font: Buffer, tag: string): Buffer {
	for (let index = 0; index < font.readUInt16BE(4); index += 1) {
		const at = 12 + 16 * index;
		const from = font.readUInt32BE(at + 8);
		if (font.toString("latin1", at, at + 4) === tag)
			return font.subarray(from, from + font.readUInt32BE(at + 12));
	}
	throw new Error(`There is no table ${tag}`);
}

describe("picture fonts", () => {
	it("are small enough to ship with the worker", () => {
		const bytes = FONT_NAMES.map((name) => readFont(name).length);
		const sum = bytes.reduce((total, it) => total + it, 0);
		expect(sum).toBeLessThanOrEqual(MAX_FONT_BYTES);
	});

	it.each(FONT_NAMES)("%s names its origin and licence, and not the reserved name", (name) => {
		const names = readNames(tableOf(readFont(name), "name"));
		expect(names.get(0)).toContain("Adobe");
		expect(names.get(1)).toBe(fontOf(name).family);
		expect(names.get(4)).not.toContain("Source");
		expect(`${names.get(13)} ${names.get(14)}`).toMatch(/OFL|Open Font/i);
	});

	it("draw the Latin and Cyrillic letters of Europe", () => {
		const letters = "AZaz09ÄÖÜäöüßÉéÇçÑñØøÅåÆæŁłŻżŹźĄąĘęŚśĆćŃńŠšČčŘřŽžŐőŰűĞğİıŞşȚțĂăАЯаяЁёІіЇїЄєҐґ";
		expect([...letters].filter((letter) => !serif.draws(letter))).toEqual([]);
	});
});

describe("drawableText", () => {
	it.each([
		["How the bridge was built", "How the bridge was built"],
		["Правда о прививках", "Правда о прививках"],
		["Zażółć gęślą jaźń", "Zażółć gęślą jaźń"],
		["🔥🔥 SHOCKING truth 😱 about 👨‍👩‍👧‍👦 this!!! 💉", "SHOCKING truth about this!!!"],
		["Physics 101 | 物理学 lecture", "Physics 101 | … lecture"],
		["Sự thật về vắc-xin", "Su that ve vac-xin"],
		["Ｆｕｌｌ　ｗｉｄｔｈ", "Full width"],
		["cafe\u0301", "café"],
	])("turns %j into %j", (text, drawn) => {
		expect(drawableText(text, serif)).toBe(drawn);
	});

	it.each(["", "   ", "🔥🔥🔥", "...", "疫苗的真相", "الحقيقة الكاملة", "האמת על BBC", "你好 a"])(
		"returns null for %j",
		(text) => {
			expect(drawableText(text, serif)).toBeNull();
		},
	);

	it("returns only characters that the fonts contain", () => {
		for (const text of hostileTexts(2_000, seededRandom(600))) {
			const drawn = drawableText(text, serif) ?? "";
			expect([...drawn].filter((it) => !serif.draws(it))).toEqual([]);
		}
	});

	it("is split into runs by font without loss", () => {
		const runs = serif.runs("Łódź, мир!");
		expect(runs.map(({ text }) => text)).toEqual(["Ł", "ód", "ź", ", ", "мир", "!"]);
		const ems = runs.reduce((sum, run) => sum + run.ems, 0);
		expect(ems * 10).toBeCloseTo(serif.width("Łódź, мир!", 10));
	});
});

describe("setLines", () => {
	it("uses a large size for short text and a smaller one for longer text", () => {
		expect(setLines("Two words", 500, SETTINGS, serif)).toMatchObject({
			size: 60,
			lines: ["Two words"],
		});
		const longer = "Here are a few more words than the first setting holds";
		const block = setLines(longer, 500, SETTINGS, serif);
		expect(block.size).toBe(40);
		expect(block.lines.join(" ")).toBe(longer);
	});

	it("ends the last line with an ellipsis if the text does not fit", () => {
		const { lines } = setLines("word ".repeat(100).trim(), 500, SETTINGS, serif);
		expect(lines).toHaveLength(3);
		expect(lines[2]).toMatch(/…$/);
	});

	it("stays within width and number of lines for any text", () => {
		const texts = [
			...hostileTexts(500, seededRandom(1_200)),
			"a".repeat(500),
			"Donaudampfschifffahrt".repeat(9),
		];
		for (const text of texts) {
			const { size, lines } = setLines(text, 500, SETTINGS, serif);
			expect(lines.length).toBeLessThanOrEqual(size === 60 ? 2 : 3);
			for (const line of lines) expect(serif.width(line, size), line).toBeLessThanOrEqual(500);
		}
	});

	it("leaves only an ellipsis if not even one letter fits", () => {
		expect(cutToFit("wide", () => false)).toBe("…");
	});
});
