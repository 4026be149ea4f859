import { describe, expect, it } from "vitest";
import { transcriptCopies } from "#features/evidence/independence.ts";
import {
	indexPage,
	MAX_PASSAGE_CHARS,
	type Passage,
	scoreDocuments,
	searchTerms,
	selectPassages,
} from "#features/evidence/passages.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const FILLER = Array.from(
	{ length: 80 },
	(_, at) => `The mayor opened bridge number ${at} on a quiet morning.`,
);

function find(text: string, query: string, language: string | null = "en") {
	return selectPassages(indexPage(text, language), [query]);
}

function expectVerbatim(text: string, passages: readonly Passage[]): void {
	for (const { start, end, text: slice, before, after } of passages) {
		expect(text.slice(start, end)).toBe(slice);
		expect(slice.length).toBeLessThanOrEqual(MAX_PASSAGE_CHARS);
		expect(text.slice(0, start).endsWith(before)).toBe(true);
		expect(text.slice(end).startsWith(after)).toBe(true);
	}
}

describe("selectPassages", () => {
	it("returns the passage that answers the query", () => {
		const sentences = [...FILLER];
		sentences[50] = "Honey kept in sealed jars does not spoil for decades.";
		const text = sentences.join(" ");
		const [best, ...others] = find(text, "Does honey ever spoil?");
		expect(best?.text).toContain("Honey kept in sealed jars");
		expect(others).toEqual([]);
		expectVerbatim(text, best ? [best] : []);
	});

	it("returns nothing if no word is shared", () => {
		expect(find(FILLER.join(" "), "Quasars emit neutrinos")).toEqual([]);
		expect(find("", "honey")).toEqual([]);
	});

	it.each([
		["en", "Home of the best and what you can do for us", "Is the honey of the bees bad for you?"],
		[
			"de",
			"Mehr von uns und was sie bei der Arbeit zeigt",
			"Ist der Honig von den Bienen für sie gut?",
		],
		["ru", "Все о нас и о том как это было", "Был ли это мед и что они о нем?"],
		[
			"es",
			"Lo que se dice de los nuestros en la portada",
			"¿Es que la miel de las abejas se pierde en los tarros?",
		],
		["hu", "Ez az a hely és ők is itt", "Az a méz és ez a méh is?"],
		["hi", "हम के और इस से", "क्या शहद को और इस में से है?"],
	])("passes over what shares function words alone: %s", (language, menu, query) => {
		expect(find(menu, query, language)).toEqual([]);
		const word = query.match(/Honig|honey|мед|miel|méz|शहद/)?.[0] ?? "";
		expect(find(`${menu} ${word}`, query, language)).toHaveLength(1);
	});

	it("knows the function words of a page that does not name its language", () => {
		const page =
			"Die Stadt hat in diesem Jahr keine neue Straße gebaut, und sie wird es nicht tun.";
		expect(find(page, "Hat die Biene in diesem Jahr nicht gesummt?", null)).toHaveLength(1);
		expect(find(page, "Hat die Biene nicht gesummt, und wird sie es?", null)).toEqual([]);
		// "Hat" and "die" are words of their own in another language.
		const english = "The mayor took off her hat, and said that no bee had to die this year.";
		expect(find(english, "A hat can die", null)).toHaveLength(1);
	});

	it("passes over a list whose entries alone share a word, but for what can be quoted", () => {
		const menu = ["Home", "News", "Honey", "Bees and flowers", "Weather", "Contact"];
		const told = "Our keepers sold two tonnes of honey last year.";
		expect(find(menu.join("\n"), "Does honey spoil?")).toEqual([]);
		expect(find([...menu, told].join("\n"), "Does honey spoil?")).toHaveLength(1);
		expect(find([...menu, "Honey\t12 tonnes"].join("\n"), "Does honey spoil?")).toHaveLength(1);
		expect(find(["首页", "蜂蜜", "天气", "联系我们"].join("\n"), "蜂蜜会变质吗", "zh")).toEqual([]);
		const chinese = ["首页", "天气", "联系", "养蜂人去年卖出了两吨蜂蜜。"].join("\n");
		expect(find(chinese, "蜂蜜会变质吗", "zh")).toHaveLength(1);
	});

	it("keeps a paragraph whose heading has the word", () => {
		const text = `Honey\n${"It was sold in jars of two sizes at the market of the town. ".repeat(4)}`;
		expect(find(text, "Does honey spoil?")).toHaveLength(1);
	});

	it("returns at most six passages, each with the text around it", () => {
		const text = FILLER.join(" ");
		const passages = find(text, "mayor bridge");
		expect(passages).toHaveLength(6);
		expectVerbatim(text, passages);
		expect(passages.some(({ before }) => before.length === 200)).toBe(true);
	});

	it("gives a passage that repeats the statement only a place that no other takes", () => {
		const said = "The copper roof of the old market hall was finished in 1931.";
		const repeating = Array.from({ length: 8 }, () => Array(9).fill(said).join(" "));
		const deciding = `The register of the market hall says of the copper roof: ${FILLER.slice(0, 9).join(" ")}`;
		const page = indexPage([...repeating, deciding].join("\n"), "en");
		const repeats = transcriptCopies(said);
		const [best, ...others] = selectPassages(page, [said], repeats);
		expect(best?.text).toContain("The register of the market hall says");
		expect(others).toHaveLength(5);
		expect(others.every(({ text }) => repeats(text))).toBe(true);
	});

	it.each([
		["German", "de", "Die Brücke wurde 1932 eröffnet.", "Wann wurde die Brücke eröffnet?"],
		["Chinese", "zh", "蜂蜜在密封的罐子里可以保存很多年。", "蜂蜜可以保存多久"],
		["Japanese", "ja", "万里の長城は月から肉眼で見えません。", "万里の長城は月から見えるか"],
		["Thai", "th", "น้ำผึ้งไม่มีวันเสียถ้าเก็บไว้ในขวดปิดสนิท", "น้ำผึ้งเสียไหม"],
		["Arabic", "ar", "لا يمكن رؤية سور الصين من القمر.", "هل يرى سور الصين من القمر"],
		["Hindi", "hi", "शहद बंद डिब्बे में कभी खराब नहीं होता।", "क्या शहद खराब होता है"],
		["Korean", "ko", "꿀은 밀봉하면 상하지 않습니다.", "꿀은 상하나요"],
	])("finds passages in %s", (_, language, sentence, query) => {
		const text = [...FILLER, sentence, ...FILLER].join("\n");
		const [best] = find(text, query, language);
		expect(best?.text).toContain(sentence);
	});

	it("cuts a sentence without end between two characters", () => {
		const text = `${"😀".repeat(400)} honey ${"word ".repeat(400)}`.trim();
		const passages = find(text, "honey word");
		expect(passages.length).toBeGreaterThan(0);
		expectVerbatim(text, passages);
		for (const { text: slice } of passages) expect(slice).not.toMatch(/\p{Surrogate}/u);
	});

	it("returns verbatim slices of any text, with spans that cover all of it", () => {
		const random = seededRandom(7);
		const signs = ["a", "Z", ". ", " ", "\n", "\t", "中", "。", "😀", "é", "1", "?"];
		for (let times = 0; times < 200; times += 1) {
			const text = Array.from(
				{ length: Math.floor(random() * 1_500) },
				() => signs[Math.floor(random() * signs.length)],
			)
				.join("")
				.trim();
			const page = indexPage(text, null);
			const covered = page.spans.map(({ start, end }) => text.slice(start, end));
			expect(covered.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
			expectVerbatim(text, selectPassages(page, ["a Z 1 中"], undefined, 99));
		}
	});
});

describe("search terms", () => {
	it("fold case and accents, truncate long words and keep whole numbers", () => {
		expect(searchTerms("The Vaccinations, 1,200,001 ÉTÉ!")).toEqual(
			searchTerms("the vaccinating 1,200,001 e\u0301te\u0301"),
		);
		expect(searchTerms("1200001")).not.toEqual(searchTerms("1200002"));
	});

	it("have more weight the rarer they are", () => {
		const documents = [
			["a", "b"],
			["a", "c"],
			["a", "d"],
		];
		const [b = 0, c = 0] = scoreDocuments(documents, ["a", "b"]);
		expect(b).toBeGreaterThan(c);
		expect(c).toBeGreaterThan(0);
		expect(scoreDocuments([], ["a"])).toEqual([]);
	});
});
