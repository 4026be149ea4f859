/** Ligatures, forms that Hebrew and Arabic letters have beside others, and signs of vertical lines. */
const PRESENTATION_FORMS = /[\ufb00-\ufdcf\ufdf0-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]/g;
/** Control characters have meanings in the reader's answer; noncharacters have none. */
const NO_TEXT = /[\p{Cc}\ufdd0-\ufdef\ufeff\ufffe\uffff]/gu;

/** A glyph's characters as they are written in a text; "" if it has none. */
export function cleanGlyph(characters: string): string {
	return characters
		.replace(NO_TEXT, "")
		.replace(PRESENTATION_FORMS, (form) => form.normalize("NFKC"));
}

const RIGHT_TO_LEFT =
	/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;
const NUMBER = /\p{Nd}/u;

type Direction = "leftward" | "rightward" | "number" | "neutral";

function directionOf(text: string): Direction {
	if (RIGHT_TO_LEFT.test(text)) return "leftward";
	if (LETTER.test(text)) return "rightward";
	return NUMBER.test(text) ? "number" : "neutral";
}

/**
 * The parts of a line in the order in which they are read. They are given from left to right, and
 * each is read as a whole: of a line from right to left, each is a glyph or a number.
 */
export function inReadingOrder<T>(parts: readonly T[], textOf: (part: T) => string): T[] {
	const directions = parts.map((part) => directionOf(textOf(part)));
	const count = (wanted: Direction) => directions.filter((it) => it === wanted).length;
	if (count("leftward") <= count("rightward")) {
		if (count("leftward") === 0) return [...parts];
		return turnRuns(parts, directions, "rightward");
	}
	return turnRuns(parts, directions, "leftward").reverse();
}

/** Reverses each run of the parts that are not read in the direction of the line. */
function turnRuns<T>(
	parts: readonly T[],
	given: readonly Direction[],
	line: "leftward" | "rightward",
): T[] {
	const directions = resolved(parts.length, given, line);
	const turned: T[] = [];
	let run: T[] = [];
	for (const [at, part] of parts.entries()) {
		if (directions[at] === line) {
			turned.push(...run.reverse(), part);
			run = [];
		} else run.push(part);
	}
	return [...turned, ...run.reverse()];
}

/** What is neutral goes with both its neighbours if they agree, otherwise with the line. */
function resolved(
	length: number,
	given: readonly Direction[],
	line: "leftward" | "rightward",
): ("leftward" | "rightward")[] {
	const strong = given.map((it) => (it === "number" ? "rightward" : it));
	const next: (Direction | undefined)[] = Array(length);
	let coming: Direction | undefined;
	for (let at = length - 1; at >= 0; at -= 1) {
		next[at] = coming;
		if (strong[at] !== "neutral") coming = strong[at];
	}
	let last: "leftward" | "rightward" = line;
	return strong.map((it, at) => {
		if (it === "leftward" || it === "rightward") {
			last = it;
			return it;
		}
		return next[at] === last ? last : line;
	});
}

/** Whether a text has letters that are read from right to left. */
export function isRightToLeft(text: string): boolean {
	return RIGHT_TO_LEFT.test(text);
}
