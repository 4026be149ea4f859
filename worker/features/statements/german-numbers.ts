import { foldText } from "#text/fold.ts";

const ONES =
	"null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn";
const TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig";

const SMALL: ReadonlyMap<string, number> = new Map([
	...ONES.split(" ").map((name, value): [string, number] => [foldText(name), value]),
	["eins", 1],
	["eine", 1],
]);
const TEN: ReadonlyMap<string, number> = new Map(
	TENS.split(" ").map((name, at): [string, number] => [foldText(name), (at + 2) * 10]),
);

/** Longer than any number word below a million; bounds the work on one word. */
const MAX_WORD = 60;
/** Every compound contains one of these. */
const PART = /und|hundert|tausend|einhalb|anderthalb/;

/**
 * The value of a folded German compound: "fünfundzwanzig" is 25, "elftausend" is 11000,
 * "neunzehnhundertsiebzig" is 1970, "dreieinhalb" is 3.5. null for other words.
 */
export function germanNumber(word: string): number | null {
	if (word.length > MAX_WORD || !PART.test(word)) return null;
	if (word === "anderthalb") return 1.5;
	if (word.endsWith("einhalb")) {
		const whole = SMALL.get(word.slice(0, -"einhalb".length));
		return whole === undefined ? null : whole + 0.5;
	}
	return withPart(word, "tausend", 1000, (rest) => withPart(rest, "hundert", 100, below100));
}

/**
 * A rank such as "neunzehnte" or "zwanzigsten", whose endings are those of adjectives, or a part
 * such as "Drittel".
 */
export function germanOrdinal(word: string): number | null {
	const stem = /^(.{2,60}t)(?:e[rnsm]?|els?)$/u.exec(word)?.[1];
	if (stem === undefined) return null;
	const special = { erst: 1, dritt: 3, siebt: 7, acht: 8 }[stem];
	if (special !== undefined) return special;
	const number = stem.replace(/s?t$/, "");
	return germanNumber(number) ?? below100(number);
}

/** Splits a number at its multiplier. Nothing before it counts as one, nothing after it as zero. */
function withPart(
	word: string,
	name: string,
	factor: number,
	read: (part: string) => number | null,
): number | null {
	const at = word.indexOf(name);
	if (at < 0) return read(word);
	const before = at === 0 ? 1 : read(word.slice(0, at));
	const tail = word.slice(at + name.length).replace(/^und/, "");
	const after = tail === "" ? 0 : read(tail);
	return before === null || after === null ? null : before * factor + after;
}

function below100(word: string): number | null {
	const value = SMALL.get(word) ?? TEN.get(word);
	if (value !== undefined) return value;
	const at = word.indexOf("und");
	const one = SMALL.get(word.slice(0, Math.max(0, at)));
	const ten = TEN.get(word.slice(at + "und".length));
	return one === undefined || ten === undefined || one > 9 ? null : one + ten;
}
