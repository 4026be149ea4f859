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

/** The share of the content's meaningful words that must have been said there. */
const SAID_SHARE = 2 / 3;
/** The share that must be in the quote itself; its surroundings may name what it calls "it". */
const QUOTED_SHARE = 0.25;

/** If one of these differs, the amount differs. */
const MAGNITUDES =
	/^(?:hundred|thousand|million|milliard|billion|trillion|hundert|tausend|billón|bilhão|milhão|millón|миллион|миллиард|тысяч)/u;

/** A found quote, and the transcript around it including the quote. */
type Said = Pick<QuoteMatch, "quote" | "quote_key"> & { around: string };

/**
 * Whether a content says no more than was said: nearly all of its words are in the quote
 * or around it and some in the quote, so is every number, it negates what the quote
 * negates, and it has no prompt injection that was not said. The check is strict, because
 * the quote itself can always be rated instead.
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

/**
 * A content that takes a number from the surroundings must keep the quote's numbers, or
 * it may have replaced them.
 */
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
	// A single character of a script without spaces is part of longer pieces.
	if (word.length === 1) return said.around.includes(word);
	return around.hasWord(foldText(word));
}

function turns(word: string): boolean {
	return DIRECTIONS.has(word) || MAGNITUDES.test(word);
}

/** Languages that write a negation together with the negated word. */
const INSIDE = /ない|なかった|ません|않|없|못하|아니|ไม่|บ่/u;

/** Whether a text has a negation; `words` are its words. */
function denies(text: string, words: Words): boolean {
	return (
		words.some((it) => NEGATIONS.has(it) || NEGATED_VERB.test(it)) ||
		INSIDE.test(normalizeText(text, "NFKC"))
	);
}
