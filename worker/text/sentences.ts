import { OWN_STOPS } from "./scripts.ts";

/** Offsets in a text; `end` is exclusive. */
export type Span = { start: number; end: number };

/** A run of sentence marks with the closing quotes and brackets after it. */
const ENDING = new RegExp(
	`(?<ascii>[.!?…]{1,8})["'”’»)\\]]{0,3}|[${OWN_STOPS}]{1,8}["'”’»)\\]」』）]{0,3}|\\n\\s{0,8}\\n`,
	"gu",
);

/**
 * Splits a text into sentences without surrounding space. Abbreviations, initials and decimals do
 * not end a sentence; an empty line does. `language` (BCP 47) determines how ordinals are read.
 */
export function splitSentences(text: string, language: string | null): Span[] {
	const sentences: Span[] = [];
	let start = 0;
	for (const match of text.matchAll(ENDING)) {
		const end = match.index + match[0].length;
		const mark = match.groups?.ascii;
		if (mark !== undefined) {
			const before = text.slice(Math.max(start, match.index - SIGHT), match.index);
			const after = text.slice(end, end + SIGHT);
			if (!endsSentence(before, mark, after, language)) continue;
		}
		pushTrimmed(sentences, text, start, end);
		start = end;
	}
	pushTrimmed(sentences, text, start, text.length);
	return sentences;
}

/** Adds the span without surrounding space, if anything is left. */
export function pushTrimmed(spans: Span[], text: string, start: number, end: number): void {
	const piece = text.slice(start, end);
	const trimmed = piece.trim();
	if (trimmed === "") return;
	const from = start + piece.length - piece.trimStart().length;
	spans.push({ start: from, end: from + trimmed.length });
}

/** Abbreviations that never end a sentence, because a name or a number follows. */
const BEFORE_A_NAME = new Set(
	"mr mrs ms dr prof st sr mt gen col capt lt sgt rev hon gov sen rep vs approx ca cf hr hrsg dra sra mme bzw".split(
		" ",
	),
);
/** Words that are abbreviations only before a number: "No. 5", "Jan. 3", "fig. 2". */
const BEFORE_A_NUMBER = new Set(
	"no nos nr vol fig p pp art ch sec jan feb mar apr jun jul aug sep sept oct nov dec".split(" "),
);
/** Abbreviations that end a sentence if the next word is capitalised. */
const OFTEN_LAST = new Set("etc inc ltd co corp jr usw am pm bc ad".split(" "));

/** Languages that write ordinal numbers with a full stop. */
const ORDINAL_STOP = /^(?:de|nb|nn|no|da|fi|et|lv|cs|sk|sl|hr|sr|bs|hu|pl|tr)\b/i;

/**
 * Words before a capital initial. "Vitamin C." and "you and I." may end a sentence; "by J."
 * continues with a name.
 */
const NAMES_A_LETTER =
	/(?:vitamins?|plan|type|hepatitis|groups?|class|grade|option|section|part|point|model|size|and|or|than|as|am) \p{Lu}$/iu;

/** The number of characters before a full stop that are examined. */
const SIGHT = 24;

/**
 * Whether a run of ASCII marks ends a sentence, given the text before it, after it, and after any
 * closing quotes.
 */
function endsSentence(
	before: string,
	mark: string,
	after: string,
	language: string | null,
): boolean {
	if (after === "") return true;
	if (!/^\s/u.test(after)) return false;
	const next = after.trimStart();
	const goesOnSmall = /^["“‘'(]?\p{Ll}/u.test(next);
	if (mark !== ".") return !goesOnSmall;
	return !isAbbreviation(before.slice(-SIGHT), next, goesOnSmall, language);
}

function isAbbreviation(
	before: string,
	next: string,
	goesOnSmall: boolean,
	language: string | null,
): boolean {
	const word = /[\p{L}\p{N}][\p{L}\p{N}.]*$/u.exec(before)?.[0] ?? "";
	const bare = word.toLowerCase().replaceAll(".", "");
	if (BEFORE_A_NAME.has(bare)) return true;
	if (BEFORE_A_NUMBER.has(bare)) return /^\p{Nd}/u.test(next);
	if (OFTEN_LAST.has(bare)) return goesOnSmall;
	if (/^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word)) return true;
	if (/^\p{Nd}{1,2}$/u.test(word)) return isOrdinal(before, word, language);
	if (!/^\p{Lu}$/u.test(word)) return false;
	return /^\p{Lu}\./u.test(next) || !NAMES_A_LETTER.test(before);
}

/**
 * Ordinals: "1. Bring water", and "am 3. Oktober" in languages that write ordinals with a full
 * stop.
 */
function isOrdinal(before: string, word: string, language: string | null): boolean {
	const opens = before.length < SIGHT && before.trim() === word;
	return opens || ORDINAL_STOP.test(language ?? "");
}
