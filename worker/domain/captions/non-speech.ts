import { TURN } from "./mark-turns.ts";

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
