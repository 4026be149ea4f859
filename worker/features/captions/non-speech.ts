import { cleanText } from "#text/clean.ts";

/**
 * "[Music]", "[audience laughing]": captions put sounds in square brackets. "[ __ ]" and
 * "[***]" are masked words.
 */
const BRACKETED = /[[［【][^[\]［］【】\n]{1,80}[\]］】]/gu;
const MASKED_WORD = /^\[[\s_*]+\]$/u;
/** Round brackets also contain spoken words, so only these are removed. */
const SOUND =
	/\((?:[\p{L} ]{0,30} )?(?:music|musical|applause|applauds?|applauding|laughter|laughs?|laughing|chuckles?|chuckling|giggles?|cheers?|cheering|sighs?|gasps?|coughs?|silence|inaudible|indistinct|crosstalk)(?: [\p{L} ]{0,30})?\)/giu;
const NOTES = /[♩♪♫♬]+/gu;

/**
 * Removes [Music], [Applause], (laughs), note signs and the like. The empty lines between
 * speakers stay.
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
 * Precedes a new speaker's words: an empty line, as in a written interview. No cue
 * contains another line break.
 */
export const TURN = "\n\n";

/**
 * A dash that starts a line, as in "- Really?" and "-Really?". Before a digit it needs a
 * space: "-5" is a number.
 */
const TURN_DASH = /^\s*[-–](?:\s+|(?=[\p{L}"“'‘([♪]))/u;
const TURN_MARK = /(?:^|\s)>{2,}(?=$|[\s\p{L}\p{N}"“'‘([♪-])/gu;

/**
 * Joins a caption's lines into one text. A change of speaker, which files mark by ">>" or
 * a dash at the start of a line, becomes an empty line, because nobody speaks the mark
 * and no sentence crosses it. A text that starts with TURN belongs to a new speaker; one
 * that ends with it says so of the next caption.
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

/** Whether a text has spoken words: "[Music] ♪" has none. */
export function hasWords(text: string): boolean {
	return /\p{L}/u.test(stripNonSpeech(text));
}

/** Replaces the empty lines between speakers by spaces, for readers of a cue or a quote. */
export function stripTurns(text: string): string {
	return text.replace(/\s+/gu, " ").trim();
}
