import { normalizeText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { amountsWithin, hasRank, isRank, readAmounts } from "./amounts.ts";
import { exchangesOpposite } from "./opposites.ts";
import { hasPromptInjection } from "./prompt-injection.ts";
import type { QuoteMatch } from "./quote-in-transcript.ts";
import { DIRECTIONS, NEGATED_VERB, NEGATIONS, splitWords, type Words } from "./same-content.ts";
import { blankNonSpeech } from "./spoken-text.ts";
import { buildVocabulary, meaningUnits, type Vocabulary } from "./vocabulary.ts";

/** The minimum share of the content's meaningful words that occur in the quote or around it. */
const SAID_SHARE = 2 / 3;
/**
 * The minimum share that occurs in the quote itself. The text around it may name what the quote
 * calls "it".
 */
const QUOTED_SHARE = 0.25;

/** Amounts without a number ("millions of people"). Replacing one by another changes the amount. */
const MAGNITUDES =
	/^(?:hundred|thousand|million|milliard|billion|trillion|hundert|tausend|billón|bilhão|milhão|millón|миллион|миллиард|тысяч)/u;

/** A found quote, and the transcript around it including the quote. */
type Said = Pick<QuoteMatch, "quote"> & { around: string };

/**
 * Whether a content says no more than the speaker. Nearly all of its words must occur in the
 * quote or around it, and some in the quote. All of its amounts must occur there, its negations
 * must match the quote's, and it must not address a rater unless the video does. The rule is
 * strict, because the quote itself can always be rated instead.
 */
export function isFaithful(content: string, said: Said): boolean {
	const own = read(content, said.around);
	const quoted = read(blankNonSpeech(said.quote), said.around);
	if (own.negated !== quoted.negated) return false;
	if (hasPromptInjection(content) && !hasPromptInjection(said.around)) return false;
	const quotes = amountsWithin(own, quoted);
	if (quotes && own.words.join(" ") === quoted.words.join(" ")) return true;
	const around = read(said.around);
	// A content with an amount from the surrounding text must keep the quote's own amounts,
	// otherwise they may have been changed.
	const takes = amountsWithin(own, around) && amountsWithin(quoted, own);
	if (!quotes && !takes) return false;
	const vocabulary = buildVocabulary(around.rest);
	return (
		holdsUnits(own, buildVocabulary(quoted.rest), vocabulary) &&
		own.words.every((it) => !turns(it) || holdsTurn(it, around, vocabulary)) &&
		!exchangesOpposite(own.words, quoted.words, around.words) &&
		!own.words.some((it) => isOpposite(it, vocabulary))
	);
}

type Reading = ReturnType<typeof read>;

/** The text's amounts, and its other words. */
function read(text: string, around = text) {
	const reading = readAmounts(text.replace(ANSWER, ""), around);
	const words = splitWords(reading.rest);
	return { ...reading, words, negated: denies(reading.rest, words) };
}

function holdsUnits({ rest, amounts }: Reading, quote: Vocabulary, around: Vocabulary): boolean {
	const units = meaningUnits(rest);
	const said = units.filter((it) => around.has(it)).length + amounts.length;
	const own = units.filter((it) => quote.has(it)).length + amounts.length;
	const all = units.length + amounts.length;
	return own > 0 && said >= SAID_SHARE * all && own >= QUOTED_SHARE * all;
}

function holdsTurn(word: string, around: Reading, known: Vocabulary): boolean {
	// A single character of a script without spaces may be part of longer units, so it is searched
	// as a substring.
	if (word.length === 1) return around.rest.includes(word);
	const folded = foldText(word);
	return known.hasWord(folded) || hasRank(folded, around);
}

function turns(word: string): boolean {
	return (
		DIRECTIONS.has(word) || DEGREES.has(word) || MAGNITUDES.test(word) || isRank(foldText(word))
	);
}

/** Multiples and near-negations: another of these is another claim. */
const DEGREES: ReadonlySet<string> = new Set(
	`twice double doubled doubles triple tripled triples quadrupled last
	hardly barely scarcely rarely seldom always kaum selten apenas peine`.split(/\s+/),
);

/** "ineffective", "unsafe", "illegal", "dishonest": each reverses what follows the prefix. */
const REVERSAL = /^(?:un|in|im|il|ir|dis|non)(?=\p{L}{4})/u;
const PREFIXES = ["un", "in", "im", "il", "ir", "dis", "non"];

/** Whether only the opposite of the word was said: "unsafe" for "safe", or "safe" for "unsafe". */
function isOpposite(word: string, around: Vocabulary): boolean {
	const plain = foldText(word);
	if (plain.length < 4 || around.hasWord(plain)) return false;
	const rest = plain.replace(REVERSAL, "");
	if (rest !== plain && around.hasWord(rest)) return true;
	return PREFIXES.some((prefix) => around.hasWord(prefix + plain));
}

/** An answer particle, as in "No, the Moon is round", does not negate the sentence. */
const ANSWER = /^\s*(?:(?:no|nope|nah|well|so|and|but|um|uh|oh)[,.!]?\s+)*no,\s/iu;

/** Verbs that negate what follows: "failed to pay" says "did not pay". */
const DENIAL =
	/^(?:fail(?:s|ed|ing)?|lack(?:s|ed|ing)?|den(?:y|ies|ied|ying)|refus(?:e|es|ed|ing))$/;

/** Negations that are written together with the negated word. */
const INSIDE = /ない|なかった|ません|않|없|못하|아니|ไม่|บ่/u;

/** Whether a text contains a negation; `words` are its words. */
function denies(text: string, words: Words): boolean {
	return (
		words.some((it) => NEGATIONS.has(it) || NEGATED_VERB.test(it) || DENIAL.test(it)) ||
		INSIDE.test(normalizeText(text, "NFKC"))
	);
}
