import { foldText } from "#text/fold.ts";
import { normalizeText } from "#text/normalize.ts";

/**
 * From two on, because "one" is an article in half of the languages. Captions write out
 * small numbers only; larger ones are compared by their words.
 */
const NAMES: Record<number, string> = {
	0: "zero cero zéro",
	2: "two zwei deux dos",
	3: "three drei trois tres",
	4: "four vier quatre cuatro quatro",
	5: "five fünf cinq cinco",
	6: "six sechs seis",
	7: "seven sieben sept siete sete",
	8: "eight acht huit ocho oito",
	9: "nine neun neuf nueve nove",
	10: "ten zehn dix diez dez",
	11: "eleven elf onze",
	12: "twelve zwölf douze doce doze",
	13: "thirteen dreizehn treize trece treze",
	14: "fourteen vierzehn quatorze catorce",
	15: "fifteen fünfzehn quinze quince",
	16: "sixteen sechzehn seize",
	17: "seventeen siebzehn",
	18: "eighteen achtzehn",
	19: "nineteen neunzehn",
	20: "twenty zwanzig vingt veinte vinte",
	30: "thirty dreißig trente treinta trinta",
	40: "forty vierzig quarante cuarenta quarenta",
	50: "fifty fünfzig cinquante cincuenta cinquenta",
	60: "sixty sechzig soixante sesenta sessenta",
	70: "seventy siebzig setenta",
	80: "eighty achtzig ochenta oitenta",
	90: "ninety neunzig noventa",
};
const VALUES: ReadonlyMap<string, string> = new Map(
	Object.entries(NAMES).flatMap(([value, names]) =>
		names.split(" ").map((name) => [foldText(name), value]),
	),
);

const DIGITS = /\p{Nd}+(?:[.,'’]\p{Nd}+)*/gu;
const WORD = /[\p{L}\p{M}]+/gu;
/** Thousands separated by spaces. */
const PARTED = /(?<![\p{Nd}.,])\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\p{Nd})/gu;
/** Han numerals except a single 一, which is almost an article. */
const HAN = /[〇一二三四五六七八九十百千万萬億亿兆]+/gu;

/**
 * The numbers of a text in one form, whatever separators it uses: "1,300" and "1 300" are
 * 1300, "3,5" is 3.5, "thirty" is 30.
 */
export function readNumbers(text: string): Set<string> {
	const plain = normalizeText(text, "NFKC");
	const found = new Set<string>();
	for (const [digits] of plain.matchAll(DIGITS)) found.add(oneForm(digits));
	for (const named of namedNumbers(plain)) found.add(named);
	for (const [han] of plain.matchAll(HAN)) if (han !== "一") found.add(han);
	for (const [parted] of plain.matchAll(PARTED)) {
		for (const part of parted.split(" ")) found.delete(part);
		found.add(parted.replaceAll(" ", ""));
	}
	return found;
}

/** Numbers written as words: "nine" is 9, "twenty five" and "twenty-five" are 25. */
function namedNumbers(plain: string): string[] {
	const values = Array.from(plain.matchAll(WORD), ([word]) =>
		Number(VALUES.get(foldText(word)) ?? Number.NaN),
	);
	return values.flatMap((value, at) => {
		const tens = values[at - 1] ?? Number.NaN;
		const ones = values[at + 1] ?? Number.NaN;
		if (Number.isNaN(value) || (isTens(value) && isOnes(ones))) return [];
		return [String(isOnes(value) && isTens(tens) ? tens + value : value)];
	});
}

function isTens(value: number): boolean {
	return value >= 20;
}

function isOnes(value: number): boolean {
	return value > 0 && value < 10;
}

/**
 * A single mark that is not before exactly three digits is a decimal separator; all
 * others separate thousands.
 */
function oneForm(digits: string): string {
	const [whole = "", ...rest] = digits.split(/[.,'’]/);
	const [first = ""] = rest;
	if (rest.length === 1 && first.length !== 3) return `${whole}.${first}`;
	return [whole, ...rest].join("");
}
