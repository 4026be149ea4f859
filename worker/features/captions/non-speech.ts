import { visibleText } from "#text/clean.ts";

/**
 * Matches sounds such as "[Music]" or "[audience laughing]", and masked words such as "[ __ ]" or
 * "[***]".
 */
const BRACKETED = /[[［【][^[\]［］【】\n]{1,80}[\]］】]/gu;
const MASKED_WORD = /^\[[\s_*]+\]$/u;
/** Round brackets may contain speech, so only these words are removed. */
const SOUND =
	/\((?:[\p{L} ]{0,30} )?(?:music|musical|applause|applauds?|applauding|laughter|laughs?|laughing|chuckles?|chuckling|giggles?|cheers?|cheering|sighs?|gasps?|coughs?|silence|inaudible|indistinct|crosstalk)(?: [\p{L} ]{0,30})?\)/giu;
const NOTES = /[♩♪♫♬]+/gu;

/**
 * Removes [Music], [Applause], (laughs), note signs and similar marks. Keeps the empty lines
 * between speakers.
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

/** An empty line before a new speaker's words. A cue contains no other line breaks. */
export const TURN = "\n\n";

/**
 * A dash at the start of a line, as in "- Really?" and "-Really?". Before a digit it must be
 * followed by a space, because "-5" is a number.
 */
const TURN_DASH = /^\s*[-–](?:\s+|(?=[\p{L}"“'‘([♪]))/u;
const TURN_MARK = /(?:^|\s)>{2,}(?=$|[\s\p{L}\p{N}"“'‘([♪-])/gu;

/**
 * Joins a caption's lines into one text. A change of speaker, marked by ">>" or a dash at the
 * start of a line, becomes an empty line: the mark is not spoken, and no sentence crosses it. A
 * text that starts with TURN belongs to a new speaker. In a text that ends with TURN, the next
 * caption does.
 */
export function markTurns(text: string): string {
	const marked = text
		.split(/\r\n|[\r\n]/)
		.map((line) => line.replace(TURN_DASH, ">> "))
		.join(" ");
	const pieces = marked.split(TURN_MARK).map(visibleText);
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
