import { foldText } from "#text/fold.ts";
import { normalizeText } from "#text/normalize.ts";
import { readNumbers } from "./numbers.ts";
import { hasPromptInjection } from "./prompt-injection.ts";
import type { QuoteMatch } from "./quote-in-transcript.ts";
import {
	DIRECTIONS,
	NEGATED_VERB,
	NEGATIONS,
	splitWords,
	type Words,
} from "./same-content.ts";
import {
	buildVocabulary,
	meaningUnits,
	type Vocabulary,
} from "./vocabulary.ts";

/** Of what carries a content's meaning, the share that was said there. */
const SAID_SHARE = 2 / 3;
/** The share that the quote itself must hold; its surroundings may name what it calls "it". */
const QUOTED_SHARE = 0.25;

/** Another of these, and it is another amount. */
const MAGNITUDES =
	/^(?:hundred|thousand|million|milliard|billion|trillion|hundert|tausend|billón|bilhão|milhão|millón|миллион|миллиард|тысяч)/u;

/** A quote as it was found, and the transcript around it with the quote in it. */
type Said = Pick<QuoteMatch, "quote" | "quote_key"> & { around: string };

/**
 * Whether a content says no more than was said: nearly all of its words stand
 * in the quote or around it and some in the quote, every number too, it denies
 * what the quote denies, and it speaks to no rater where nobody did. Strict, as
 * the quote itself is always there to be rated in its place.
 */
export function isFaithful(content: string, said: Said): boolean {
	if (normalizeText(foldText(content), "NFC") === said.quote_key) return true;
	const words = splitWords(content);
	const around = buildVocabulary(said.around);
	return (
		holdsUnits(meaningUnits(content), said.quote, around) &&
		holdsNumbers(content, said) &&
		words.every((it) => !turns(it) || holdsTurn(it, said, around)) &&
		denies(content, words) === denies(said.quote, splitWords(said.quote)) &&
		(!hasPromptInjection(content) || hasPromptInjection(said.around))
	);
}

function holdsUnits(
	units: readonly string[],
	quote: string,
	around: Vocabulary,
): boolean {
	const quoted = buildVocabulary(quote);
	const said = units.filter((it) => around.has(it)).length;
	const own = units.filter((it) => quoted.has(it)).length;
	return (
		own > 0 &&
		said >= SAID_SHARE * units.length &&
		own >= QUOTED_SHARE * units.length
	);
}

/** One that takes a number from around must keep the quote's own, or it may have changed them. */
function holdsNumbers(content: string, { quote, around }: Said): boolean {
	const own = readNumbers(content);
	const quoted = readNumbers(quote);
	if (isWithin(own, quoted)) return true;
	return isWithin(own, readNumbers(around)) && isWithin(quoted, own);
}

function isWithin(some: Set<string>, all: Set<string>): boolean {
	return [...some].every((it) => all.has(it));
}

function holdsTurn(word: string, said: Said, around: Vocabulary): boolean {
	// A single sign of a script without spaces is part of longer pieces.
	if (word.length === 1) return said.around.includes(word);
	return around.hasWord(foldText(word));
}

function turns(word: string): boolean {
	return DIRECTIONS.has(word) || MAGNITUDES.test(word);
}

/** Where a denial is written together with what it denies. */
const INSIDE = /ない|なかった|ません|않|없|못하|아니|ไม่|บ่/u;

/** Whether a text says that something is not so; `words` are its own. */
function denies(text: string, words: Words): boolean {
	return (
		words.some((it) => NEGATIONS.has(it) || NEGATED_VERB.test(it)) ||
		INSIDE.test(normalizeText(text, "NFKC"))
	);
}
