/**
 * The order in which parts of a line are drawn, from left to right. A small part of the Unicode
 * Bidirectional Algorithm, for lines with no other mark than isolates: letters, numbers, and what is between.
 */

/** Even levels are read from left to right, odd ones from right to left. */
type Level = 0 | 1 | 2;
export type Base = "ltr" | "rtl";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const MARK = /\p{M}/u;
/** Part of a number only between two digits. */
const SEPARATOR = /[.,:/+\-−]/;
/** Part of a number beside a digit. */
const SIGN = /[%$€£¥#°]/;

/** The direction of a paragraph is that of its first letter. */
export function baseDirection(text: string): Base {
	const first = LETTER.exec(text)?.[0];
	return first !== undefined && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}

type Side = "left" | "right";
type Kind = Side | "number" | "neutral";

function kindOf(character: string): Kind {
	if (DIGIT.test(character)) return "number";
	if (!LETTER.test(character)) return "neutral";
	return RIGHT_TO_LEFT.test(character) ? "right" : "left";
}

/** The kinds by the Unicode rules for marks, for signs in numbers, and for numbers after letters. */
function readKinds(characters: readonly string[], start: Side): Kind[] {
	const kinds = characters.map(kindOf);
	const isDigit = (index: number) => DIGIT.test(characters[index] ?? "");
	for (const [index, character] of characters.entries()) {
		const before = kinds[index - 1];
		if (MARK.test(character)) kinds[index] = before ?? "neutral";
		if (SEPARATOR.test(character) && before === "number" && isDigit(index + 1))
			kinds[index] = "number";
		if (SIGN.test(character) && (before === "number" || isDigit(index + 1)))
			kinds[index] = "number";
	}
	// A number after a letter that is read from the left belongs to it.
	let letter: Side = start;
	return kinds.map((kind) => {
		if (kind === "left" || kind === "right") letter = kind;
		return kind === "number" && letter === "left" ? "left" : kind;
	});
}

/** For each place the direction of the next letter or number, or that of the paragraph. */
function nextSides(kinds: readonly Kind[], start: Side): Side[] {
	const sides: Side[] = [];
	let next = start;
	for (const [back, kind] of [...kinds].reverse().entries()) {
		sides[kinds.length - 1 - back] = next;
		if (kind !== "neutral") next = sideOf(kind);
	}
	return sides;
}

const sideOf = (kind: Kind): Side => (kind === "left" ? "left" : "right");

const LEVELS = {
	ltr: { left: 0, right: 1, number: 2 },
	rtl: { left: 2, right: 1, number: 2 },
} as const;

/** Around a name inside a sentence that has its own direction (`isolated`, contract/format.ts). */
const ISOLATE = "\u2068";
const END = "\u2069";
export const isIsolate = (character: string) => character === ISOLATE || character === END;

/** Each character's level. Linear in the line. What is isolated is read from right to left. */
export function readingLevels(characters: readonly string[], base: Base): Level[] {
	const outside: string[] = [];
	const inside = new Map<number, string[]>();
	let open: string[] | null = null;
	for (const character of characters) {
		if (open === null) outside.push(character);
		else open.push(character);
		if (character === END) open = null;
		if (character !== ISOLATE || open !== null) continue;
		open = [];
		inside.set(outside.length - 1, open);
	}
	return lineLevels(outside, base).flatMap((level, index) => {
		const isolated = inside.get(index);
		return isolated ? [level, ...lineLevels(isolated, "rtl")] : [level];
	});
}

function lineLevels(characters: readonly string[], base: Base): Level[] {
	const start: Side = base === "rtl" ? "right" : "left";
	const kinds = readKinds(characters, start);
	const next = nextSides(kinds, start);
	let last = start;
	return kinds.map((kind, index) => {
		if (kind !== "neutral") {
			last = sideOf(kind);
			return LEVELS[base][kind];
		}
		// Between two parts of one direction a neutral takes it; otherwise that of the paragraph.
		const side = last === next[index] ? last : start;
		return LEVELS[base][side];
	});
}

/** Parts in the order of reading, put into the order of drawing. */
export function inDrawingOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
	const order = [...parts];
	for (const level of [2, 1]) {
		let from = 0;
		while (from < order.length) {
			if ((order[from]?.level ?? 0) < level) {
				from += 1;
				continue;
			}
			let to = from;
			while ((order[to]?.level ?? 0) >= level) to += 1;
			order.splice(from, to - from, ...order.slice(from, to).reverse());
			from = to;
		}
	}
	return order;
}
