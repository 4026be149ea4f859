import { GERMAN_PARTS, ITALIAN_PARTS, VALUES } from "./amount-words.ts";

/** Longer than any number word below a million; bounds the work on one word. */
const MAX_WORD = 90;

/** A language that writes a number as one word: its parts, and what every such word has. */
type Compounds = { parts: ReadonlyMap<string, number>; mark: RegExp; whole: RegExp };

function compounds(parts: ReadonlyMap<string, number>, mark: RegExp): Compounds {
	const choice = [...parts.keys()].sort((a, b) => b.length - a.length).join("|");
	return { parts, mark, whole: new RegExp(`^(${choice})((?:${choice})*)$`, "u") };
}

const GERMAN = new Map([
	...VALUES,
	...GERMAN_PARTS,
	["hundert", 100],
	["tausend", 1000],
	["und", 0],
]);
const COMPOUNDS: readonly Compounds[] = [
	compounds(GERMAN, /und|hundert|tausend/),
	compounds(new Map([...VALUES, ...ITALIAN_PARTS]), /cent|mil|vent|trent|ant/),
];

/**
 * The value of a number word, also of a German compound ("fünfundzwanzig", "elftausend"), an ordinal
 * ("nineteenth", "neunzehnte", "dix-neuvième") and a decade ("eighties").
 */
export function numberNamed(word: string): number | null {
	const value = VALUES.get(word) ?? germanHalf(word);
	return value ?? compound(word) ?? ordinal(word);
}

const EINHALB = "einhalb";

/** "zweieinhalb" is 2.5, "anderthalb" 1.5. */
function germanHalf(word: string): number | undefined {
	if (word === "anderthalb") return 1.5;
	if (!word.endsWith(EINHALB)) return undefined;
	const whole = word.slice(0, -EINHALB.length);
	const value = whole === "ein" ? 1 : VALUES.get(whole);
	return value === undefined ? undefined : value + 0.5;
}

/** Endings of ordinals and decades, and what the number ends in instead. */
const ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
	[/iet(?:h|hs)$/, ["y"]],
	[/ties$/, ["ty"]],
	[/fth$/, ["ve"]],
	[/th$/, ["", "t", "e"]],
	[/(?:st)?e[nrsm]?$/, [""]],
	[/t(?:st)?e[nrsm]?$/, ["", "t"]],
	[/v?ie\u0300mes?$/, ["", "e", "f"]],
	[/uie\u0300mes?$/, [""]],
];
const IRREGULAR = new Map([
	["siebte", 7],
	["siebten", 7],
	["achte", 8],
	["achten", 8],
]);
/** "third" is a share as well; "zweite" and "deuxième" are often no numbers. */
const LEAST_ORDINAL = 4;

function ordinal(word: string): number | null {
	if (word.length > MAX_WORD) return null;
	const irregular = IRREGULAR.get(word);
	if (irregular !== undefined) return irregular;
	for (const [ending, stems] of ENDINGS) {
		if (!ending.test(word)) continue;
		for (const stem of stems) {
			const base = word.replace(ending, stem);
			const value = VALUES.get(base) ?? compound(base);
			if (value !== undefined && value !== null && value >= LEAST_ORDINAL) return value;
		}
	}
	return null;
}

/** The value of a number that is written as one word. */
function compound(word: string): number | null {
	if (word.length > MAX_WORD) return null;
	for (const { parts, mark, whole } of COMPOUNDS) {
		if (!mark.test(word)) continue;
		const values: number[] = [];
		let rest = word;
		while (rest !== "") {
			const [, part = "", others = ""] = whole.exec(rest) ?? [];
			if (part === "") break;
			values.push(parts.get(part) ?? 0);
			rest = others;
		}
		if (rest === "" && values.filter((it) => it > 0).length > 1) return sumOfParts(values);
	}
	return null;
}

function sumOfParts(values: readonly number[]): number {
	let total = 0;
	let current = 0;
	for (const value of values)
		if (value === 1000) {
			total += (current || 1) * value;
			current = 0;
		} else if (value === 100) current = (current || 1) * value;
		else current += value;
	return total + current;
}
