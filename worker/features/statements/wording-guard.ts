import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { UNITS, unitNames } from "./amount-words.ts";
import { amountsWithin, readAmounts } from "./amounts.ts";
import { hasPromptInjection } from "./prompt-injection.ts";
import { hasDenial } from "./same-content.ts";
import { blankNonSpeech } from "./spoken-text.ts";
import { buildVocabulary, meaningUnits } from "./vocabulary.ts";

/** What was said in a whole video, and how its language writes names. */
export type SaidNames = {
	/** Whether a word was said or stands in the video's own description, with another ending too. */
	has: (folded: string) => boolean;
	/** Whether capitals show names in the language: German nouns have them too. */
	shown_by_capitals: boolean;
};

/** An inflected name differs from the name by this many last letters at most. */
const MAX_ENDING = 2;
/** Shorter beginnings are shared by different names: "Nikon" and "Nikola". */
const MIN_NAME_STEM = 5;
/** Languages that write every noun with a capital. */
const CAPITAL_NOUNS = new Set(["de", "lb", "nds", "gsw"]);

/**
 * Collects the words of all texts: the transcript, the video's title, channel and description.
 * Linear in their length; done once for a run. `language` is BCP 47.
 */
export function saidNames(texts: readonly string[], language: string | null): SaidNames {
	const said = new Set<string>();
	for (const text of texts)
		for (const word of wordsOf(text)) for (const stem of stems(foldText(word))) said.add(stem);
	return {
		has: (folded) => stems(folded).some((stem) => said.has(stem)),
		shown_by_capitals: showsNamesByCapitals(language),
	};
}

/** Whether only names have capitals within a sentence. */
export function showsNamesByCapitals(language: string | null): boolean {
	return !CAPITAL_NOUNS.has(language?.split("-")[0]?.toLowerCase() ?? "");
}

/** The word, and what is left of it without an ending. */
function stems(folded: string): string[] {
	const shortest = Math.max(MIN_NAME_STEM, folded.length - MAX_ENDING);
	const short = [folded.length - 1, folded.length - 2].filter((length) => length >= shortest);
	return [folded, ...short.map((length) => folded.slice(0, length))];
}

function wordsOf(text: string): string[] {
	return normalizeText(text, "NFKC").match(/[\p{L}\p{M}]+/gu) ?? [];
}

/**
 * Whether code accepts a content for its quote: no number, unit or currency that the quote does
 * not have, a denial only if the quote has one, no name that was never said, no words to the
 * raters unless the quote has them. What else may differ is left to the second reading.
 */
export function passesGuard(content: string, quote: string, said: SaidNames): boolean {
	const speech = blankNonSpeech(quote);
	return (
		wordsOf(content).length > 0 &&
		amountsWithin(readAmounts(content), readAmounts(speech), (unit) =>
			unitNames(unit).some(said.has),
		) &&
		hasDenial(content) === hasDenial(speech) &&
		(!said.shown_by_capitals || namesIn(content).every((name) => said.has(foldText(name)))) &&
		(!hasPromptInjection(content) || hasPromptInjection(quote))
	);
}

const CAPITAL_WORD = /(?<![\p{L}\p{M}\p{N}'’])\p{Lu}[\p{L}\p{M}]*/gu;

/** The words with a capital that do not begin the sentence, without units: "MW", "Hz". */
export function namesIn(sentence: string): string[] {
	const text = normalizeText(sentence, "NFKC");
	const begin = text.search(/[\p{L}\p{N}]/u);
	return Array.from(text.matchAll(CAPITAL_WORD)).flatMap(([word], at, all) =>
		all[at]?.index === begin || UNITS.has(foldText(word)) ? [] : [word],
	);
}

/** The words of a quote and of the speech around it. */
type Spoken = { quote: string; before: string; after: string };

/**
 * Decides a content that passes the guard and that nobody reads a second time. It stands only if
 * it brings no meaning word that was not said and leaves none of the quote's out, because any of
 * them may be the hedge or the condition. No list of hedges is needed, in any language.
 */
export function standsStrictly(content: string, { quote, before, after }: Spoken): boolean {
	const speech = readAmounts(blankNonSpeech(quote)).rest;
	const own = readAmounts(content).rest;
	return isWithin(own, [before, speech, after].join(" ")) && isWithin(speech, own);
}

/** Characters that carry meaning one by one, in scripts without spaces. */
const DENSE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu;

/** Whether the other text has every meaning word, possibly in another form. */
function isWithin(text: string, other: string): boolean {
	const vocabulary = buildVocabulary(other);
	const characters = new Set(other.match(DENSE));
	return (
		meaningUnits(text.replace(DENSE, " ")).every((it) => vocabulary.has(it)) &&
		(text.match(DENSE) ?? []).every((it) => characters.has(it))
	);
}
