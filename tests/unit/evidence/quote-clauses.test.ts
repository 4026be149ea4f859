import { describe, expect, it } from "vitest";
import { checkQuote } from "#features/evidence/quote-check.ts";

function check(quote: string, page: string, language: string) {
	const passage = { start: 0, end: page.length, text: page, before: "", after: "" };
	const statement = { content: quote, language };
	return checkQuote(quote, passage, statement, { title: "", language });
}

/** Language, what stands before a clause, the clause, and what stands after it. */
const REPORTED: readonly [string, string, string, string][] = [
	["de", "Es ist längst widerlegt, dass ", "das Wasser im See nach dem Brand giftig war", "."],
	["de", "Unsinn ist die Behauptung, ", "das Wasser im See sei nach dem Brand giftig", "."],
	["de", "Dass ", "das Wasser im See nach dem Brand giftig war", ", stimmt schlicht so nicht."],
	["ru", "Это выдумка, будто ", "вода в озере после пожара была ядовитой для рыбы", "."],
	["ru", "Неверно, что ", "вода в озере после пожара была ядовитой для рыбы", "."],
	["uk", "Вигадка, що ", "вода в озері після пожежі була отруйною для риби", "."],
	["pl", "Nieprawdą jest, że ", "woda w jeziorze po pożarze była trująca dla ryb", "."],
	["cs", "Není pravda, že ", "voda v jezeře byla po požáru jedovatá pro ryby", "."],
	["sk", "Vyvrátili tvrdenie, že ", "voda v jazere bola po požiari jedovatá pre ryby", "."],
	["hu", "Tévedés, hogy ", "a tó vize a tűz után mérgező volt a halakra", "."],
	["fi", "On väärin väittää, että ", "järven vesi oli palon jälkeen myrkyllistä kaloille", "."],
	["et", "Vale on väide, et ", "järve vesi oli pärast tulekahju kaladele mürgine", "."],
	["sv", "Det är en myt att ", "vattnet i sjön var giftigt för fisken efter branden", "."],
	["da", "Det er opspind, at ", "vandet i søen var giftigt for fiskene efter branden", "."],
	["nl", "Het is verzonnen dat ", "het water in het meer na de brand giftig was", "."],
	["fr", "C’est une rumeur infondée que ", "l’eau du lac était toxique après l’incendie", "."],
	["es", "Es un bulo que ", "el agua del lago era tóxica para los peces", " tras el incendio."],
	["it", "È una bufala che ", "l’acqua del lago era tossica per i pesci", " dopo l’incendio."],
	["pt", "É boato que ", "a água do lago era tóxica para os peixes", " depois do incêndio."],
	["ro", "Este o minciună că ", "apa lacului era toxică pentru pești după incendiu", "."],
	["bg", "Измислица е, че ", "водата в езерото беше отровна за рибите след пожара", "."],
	["el", "Είναι ψέμα ότι ", "το νερό της λίμνης ήταν τοξικό για τα ψάρια", "."],
	["sr", "Izmišljotina je da ", "je voda u jezeru bila otrovna za ribe", " posle požara."],
	["tr", "", "Göldeki suyun yangından sonra balıklar için zehirli olduğu", " iddiası uydurmadır."],
	["hi", "यह झूठ है कि ", "आग के बाद झील का पानी मछलियों के लिए जहरीला था", "।"],
	["ar", "زعموا كذبا أن ", "مياه البحيرة كانت سامة للأسماك بعد الحريق الكبير", "."],
	["fa", "شایعه است که ", "آب دریاچه پس از آتش سوزی برای ماهی ها سمی بود", "."],
	["id", "Hoaks bahwa ", "air danau itu beracun bagi ikan setelah kebakaran", "."],
	[
		"ko",
		"",
		"작년의 큰 화재 이후 호수의 물이 그곳에 사는 모든 물고기에게 치명적인 독이 되었다는",
		" 주장은 거짓이다.",
	],
	["ja", "", "火事の後に湖の水が魚に有毒だったという話は", "事実ではない。"],
	["en", "The ministry denied ", "the water of the lake was toxic to fish", " after the fire."],
	["en", "Engineers debunked a story that ", "the water of the lake was toxic to fish", "."],
	["en", "It was wrongly said ", "the water of the lake was toxic to fish", " after the fire."],
	["en", "A made-up story (", "the water of the lake was toxic to fish", ") went around."],
	["en", "The claim that ", "the water of the lake was toxic to fish", " was made up by a shop."],
];
const FILL = " 12 34 56 78 90".repeat(30);

describe("a quote that begins within a sentence", () => {
	it.each(REPORTED)("has its whole sentence: %s, %s|%s", (language, before, clause, after) => {
		const sentence = before + clause + after;
		const result = check(clause, `${sentence}\nNext.`, language);
		expect(result).toMatchObject({ ok: true, found: { quote: sentence } });
	});

	it.each(REPORTED.filter(([language, , , after]) => after === "." && language !== "ar"))(
		"is dropped after a subordinating word or a doubt if its sentence is too long: %s, %s|%s",
		(language, before, clause, after) => {
			const result = check(clause, `${FILL} ${before}${clause}${after}`, language);
			const opens = /Behauptung|будто/.test(before)
				? { ok: true }
				: { ok: false, reason: "too_long" };
			expect(result).toMatchObject(opens);
		},
	);

	it("is dropped some words after the subordinating word if a denial stands before it", () => {
		const lead = "Nikdo neprokázal, že podle zpráv z minulého roku a také z toho letošního ";
		const clause = "voda v jezeře byla po požáru jedovatá pro ryby";
		expect(check(clause, `${FILL} ${lead}${clause}`, "cs")).toEqual({
			ok: false,
			reason: "too_long",
		});
		const plain = lead.replace("Nikdo neprokázal", "Lidé vědí");
		expect(check(clause, `${FILL} ${plain}${clause}`, "cs")).toMatchObject({ ok: true });
	});
});
