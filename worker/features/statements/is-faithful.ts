import { foldText } from "#text/fold.ts";
import { normalizeText } from "#text/normalize.ts";
import { amountsWithin, readAmounts } from "./amounts.ts";
import { hasPromptInjection } from "./prompt-injection.ts";
import type { QuoteMatch } from "./quote-in-transcript.ts";
import {
	DIRECTIONS,
	NEGATED_VERB,
	NEGATIONS,
	splitWords,
	type Words,
} from "./same-content.ts";
import { blankNonSpeech } from "./spoken-text.ts";
import {
	buildVocabulary,
	meaningUnits,
	type Vocabulary,
} from "./vocabulary.ts";

/** The share of the content's meaningful words that must have been said there. */
const SAID_SHARE = 2 / 3;
/** The share that must be in the quote itself; its surroundings may name what it calls "it". */
const QUOTED_SHARE = 0.25;

/** Another of these without a number ("millions of people"), and it is another amount. */
const MAGNITUDES =
	/^(?:hundred|thousand|million|milliard|billion|trillion|hundert|tausend|billón|bilhão|milhão|millón|миллион|миллиард|тысяч)/u;

/** A quote as it was found, and the transcript around it with the quote in it. */
type Said = Pick<QuoteMatch, "quote"> & { around: string };

/**
 * Whether a content says no more than was said: nearly all of its words are in
 * the quote or around it and some in the quote, every amount too, it negates
 * what the quote negates, and it addresses no rater unless the video does.
 * Strict, because the quote itself can always be rated in its place.
 */
export function isFaithful(content: string, said: Said): boolean {
	const own = read(content);
	const quoted = read(blankNonSpeech(said.quote));
	if (own.negated !== quoted.negated) return false;
	if (hasPromptInjection(content) && !hasPromptInjection(said.around))
		return false;
	const quotes = amountsWithin(own, quoted);
	if (quotes && own.words.join(" ") === quoted.words.join(" ")) return true;
	const around = read(said.around);
	// One that takes an amount from around must keep the quote's own, or it may have changed them.
	const takes = amountsWithin(own, around) && amountsWithin(quoted, own);
	if (!quotes && !takes) return false;
	const vocabulary = buildVocabulary(around.rest);
	return (
		holdsUnits(own, buildVocabulary(quoted.rest), vocabulary) &&
		own.words.every(
			(it) => !turns(it) || holdsTurn(it, around.rest, vocabulary),
		)
	);
}

type Reading = ReturnType<typeof read>;

/** A text's amounts, and its words without them. */
function read(text: string) {
	const reading = readAmounts(text.replace(ANSWER, ""));
	const words = splitWords(reading.rest);
	return { ...reading, words, negated: denies(reading.rest, words) };
}

function holdsUnits(
	{ rest, amounts }: Reading,
	quote: Vocabulary,
	around: Vocabulary,
): boolean {
	const units = meaningUnits(rest);
	const said = units.filter((it) => around.has(it)).length + amounts.length;
	const own = units.filter((it) => quote.has(it)).length + amounts.length;
	const all = units.length + amounts.length;
	return own > 0 && said >= SAID_SHARE * all && own >= QUOTED_SHARE * all;
}

function holdsTurn(word: string, text: string, around: Vocabulary): boolean {
	// A single sign of a script without spaces is part of longer pieces.
	if (word.length === 1) return text.includes(word);
	return around.hasWord(foldText(word));
}

function turns(word: string): boolean {
	return DIRECTIONS.has(word) || MAGNITUDES.test(word);
}

/** "No, the Moon is round" answers somebody; it negates nothing of the sentence. */
const ANSWER =
	/^\s*(?:(?:no|nope|nah|well|so|and|but|um|uh|oh)[,.!]?\s+)*no,\s/iu;

/** Where a denial is written together with what it denies. */
const INSIDE = /ない|なかった|ません|않|없|못하|아니|ไม่|บ่/u;

/** Whether a text has a negation; `words` are its words. */
function denies(text: string, words: Words): boolean {
	return (
		words.some((it) => NEGATIONS.has(it) || NEGATED_VERB.test(it)) ||
		INSIDE.test(normalizeText(text, "NFKC"))
	);
}
