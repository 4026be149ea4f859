import { cleanText } from "#text/clean.ts";

/**
 * "[Music]", "[audience laughing]": captions put in square brackets what is
 * heard but not said. "[ __ ]" is a masked word, and so is "[***]".
 */
const BRACKETED = /[[［【][^[\]［］【】\n]{1,80}[\]］】]/gu;
const MASKED_WORD = /^\[[\s_*]+\]$/u;
/** Round brackets also hold words, so only these go. */
const SOUND =
	/\((?:[\p{L} ]{0,30} )?(?:music|musical|applause|applauds?|applauding|laughter|laughs?|laughing|chuckles?|chuckling|giggles?|cheers?|cheering|sighs?|gasps?|coughs?|silence|inaudible|indistinct|crosstalk)(?: [\p{L} ]{0,30})?\)/giu;
const NOTES = /[♩♪♫♬]+/gu;

/**
 * The spoken words alone: without [Music], [Applause], (laughs) and the like,
 * without note signs. The empty lines between speakers stay.
 */
export function stripNonSpeech(text: string): string {
	return text
		.replace(BRACKETED, (mark) => (MASKED_WORD.test(mark) ? mark : " "))
		.replace(SOUND, " ")
		.replace(NOTES, " ")
		.replace(/[^\S\n]+/gu, " ")
		.replace(/\s*\n\s*/gu, TURN)
		.trim();
}

/**
 * What stands before a new speaker's words: an empty line, as in a written
 * interview. No cue holds any other line break.
 */
export const TURN = "\n\n";

/**
 * A dash that opens a line, as in "- Really?" and "-Really?". Before a digit it
 * needs its space: "-5" is a number.
 */
const TURN_DASH = /^\s*[-–](?:\s+|(?=[\p{L}"“'‘([♪]))/u;
const TURN_MARK = /(?:^|\s)>{2,}(?=$|[\s\p{L}\p{N}"“'‘([♪-])/gu;

/**
 * A caption's lines as one text. A change of speaker, in files a ">>" or a dash
 * that opens a line, becomes an empty line: it is no word, nobody reads it out,
 * and no sentence runs across it. So a text that starts with TURN is a new
 * speaker's, and one that ends with it says that the next caption is.
 */
export function markTurns(text: string): string {
	const marked = text
		.split(/\r\n|[\r\n]/)
		.map((line) => line.replace(TURN_DASH, ">> "))
		.join(" ");
	const pieces = marked.split(TURN_MARK).map(cleanText);
	const inner = pieces.slice(1, -1).filter((piece) => piece !== "");
	const first = pieces[0] ?? "";
	const last = pieces.length > 1 ? [pieces.at(-1) ?? ""] : [];
	return [first, ...inner, ...last].join(TURN);
}

/** Whether anything is said in a text: "[Music] ♪" is nothing. */
export function hasWords(text: string): boolean {
	return /\p{L}/u.test(stripNonSpeech(text));
}

/**
 * A cue or a quote as it is shown: the empty lines that part speakers while
 * sentences are looked for are plain spaces to a reader.
 */
export function stripTurns(text: string): string {
	return text.replace(/\s+/gu, " ").trim();
}
