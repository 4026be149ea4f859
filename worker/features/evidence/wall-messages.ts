import { normalizeText } from "#text/clean.ts";
import TABLE from "./wall-words.json" with { type: "json" };

/**
 * What sites write to visitors whom they do not show a page: checks for robots, consent, log-in,
 * paid offers, pages that are not there, names for sale.
 *
 * A text is such a message if it has the two ideas that make one, such as "page" and "not found",
 * and hardly a word that belongs to no message. A headline about the same things names somebody or
 * something else. The words are kept in `wall-words.json`, by idea and language, because no library
 * has them; `*` stands for any ending.
 */

const IDEAS = [
	"robot",
	"you",
	"not",
	"check",
	"wait",
	"page",
	"found",
	"gone",
	"access",
	"denied",
	"login",
	"subscribe",
	"read",
	"cookie",
	"accept",
	"script",
	"enable",
	"domain",
	"sale",
	"traffic",
	"odd",
	"filler",
] as const;
type Idea = (typeof IDEAS)[number];

const bitOf = (idea: Idea): number => 1 << IDEAS.indexOf(idea);
const maskOf = (ideas: readonly Idea[]): number =>
	ideas.reduce((mask, idea) => mask | bitOf(idea), 0);
/** A status of HTTP that stands for an error. */
const CODE = 1 << IDEAS.length;

/** The ideas that make a message, wherever it stands. */
const MESSAGES = [
	maskOf(["robot", "check"]),
	maskOf(["robot", "you"]),
	maskOf(["robot", "not"]),
	maskOf(["check", "wait"]),
	maskOf(["page", "gone"]),
	maskOf(["page", "not", "found"]),
	maskOf(["page", "found"]) | CODE,
	maskOf(["access", "denied"]),
	maskOf(["you", "denied"]),
	maskOf(["you", "access", "not"]),
	maskOf(["login", "read"]),
	maskOf(["login", "you"]),
	maskOf(["subscribe", "read"]),
	maskOf(["subscribe", "page"]),
	maskOf(["cookie", "accept"]),
	maskOf(["accept", "read"]),
	maskOf(["cookie", "read", "you"]),
	maskOf(["script", "enable"]),
	maskOf(["domain", "sale"]),
	maskOf(["odd", "traffic"]),
];
/** Those that make one only where nothing else stands, as a title. */
const BARE = [
	maskOf(["wait"]),
	maskOf(["login"]),
	maskOf(["subscribe"]),
	maskOf(["not", "found"]),
	maskOf(["check"]),
	maskOf(["denied"]),
	CODE,
];

/** Letters that Unicode does not take apart into a letter and a mark. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
	ł: "l",
	ø: "o",
	đ: "d",
	ı: "i",
	æ: "ae",
	ß: "ss",
	і: "и",
	є: "е",
};

type Vocabulary = {
	/** Its indefinite articles; none in most languages. */
	indefinite: ReadonlySet<string>;
	/** The ideas of a whole word. */
	words: Map<string, number>;
	/** The ideas of a word by how it begins. */
	stems: Map<string, number>;
	/** Matches the words in scripts without spaces, longest first; null for other languages. */
	unspaced: RegExp | null;
};

const UNSPACED_LANGUAGES = new Set(["zh", "ja", "ko", "th"]);

const VOCABULARIES: readonly Vocabulary[] = TABLE.map((row) => {
	const words = new Map<string, number>();
	const stems = new Map<string, number>();
	for (const idea of IDEAS)
		for (const entry of folded(row[idea]).split(" ")) {
			const into = entry.endsWith("*") ? stems : words;
			const word = entry.replace("*", "");
			into.set(word, (into.get(word) ?? 0) | bitOf(idea));
		}
	const indefinite = new Set(row.indefinite.split(" ").filter(Boolean));
	if (!UNSPACED_LANGUAGES.has(row.language)) return { indefinite, words, stems, unspaced: null };
	const longest_first = [...words.keys()].sort((one, other) => other.length - one.length);
	return { indefinite, words, stems, unspaced: new RegExp(longest_first.join("|"), "g") };
});

/** A longer text is no message. */
const MAX_MESSAGE_CHARS = 300;
/**
 * The share of a sentence that is words of messages, if it speaks to visitors and if it does not; of a
 * long one, which has more of the words that any sentence has.
 */
const LEAST_SHARE_TO_YOU = 0.65;
const LEAST_SHARE = 0.75;
const LEAST_SHARE_LONG = 0.87;
const LONG_SENTENCE_WORDS = 16;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'-]*(?:\.[\p{L}\p{N}-]+)*/gu;
const ERROR_STATUS = /^[45]\d\d$/;
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u;
const YOU = maskOf(["you"]);

/** Lower case, without accents and marks. */
export function folded(text: string): string {
	return normalizeText(text.toLowerCase().replace(/[’ʼ]/g, "'"), "NFD")
		.replace(/\p{M}/gu, "")
		.replace(/[łøđıæßіє]/g, (letter) => WHOLE_LETTERS[letter] ?? letter);
}

/** `own` counts the words that are not the site's name. */
type Weighed = { ideas: number; share: number; own: number };

/** How a text reads in each language that has its words. `site` is a folded name of the site. */
function weighings(text: string, site: string): Weighed[] {
	const plain = folded(text);
	const words = plain.match(WORD) ?? [];
	if (words.length === 0) return [];
	return VOCABULARIES.map((it) =>
		it.unspaced ? weighUnspaced(plain, it, it.unspaced) : weighWords(words, it, site),
	);
}

function weighWords(words: readonly string[], vocabulary: Vocabulary, site: string): Weighed {
	let ideas = 0;
	let known = 0;
	let own = 0;
	for (const word of words) {
		const found = ideasOf(word, vocabulary);
		ideas |= found;
		if (found === 0 && isOfSite(word, site)) continue;
		own += 1;
		if (found > 0) known += 1;
	}
	return { ideas, share: own === 0 ? 0 : known / own, own };
}

function isOfSite(word: string, site: string): boolean {
	return word.length > 2 && site.includes(word);
}

/** Shorter beginnings of words are no stems. */
const MIN_STEM_CHARS = 2;

function ideasOf(word: string, { words, stems }: Vocabulary): number {
	if (ERROR_STATUS.test(word)) return CODE;
	if (/^\d+$/.test(word)) return bitOf("filler");
	let ideas = words.get(word) ?? (HOST.test(word) ? bitOf("domain") : 0);
	const longest = Math.min(word.length, MAX_STEM_CHARS);
	for (let end = MIN_STEM_CHARS; end <= longest; end += 1)
		ideas |= stems.get(word.slice(0, end)) ?? 0;
	return ideas;
}

const MAX_STEM_CHARS = Math.max(
	...VOCABULARIES.flatMap(({ stems }) => [...stems.keys()].map(({ length }) => length)),
);

function weighUnspaced(plain: string, { words }: Vocabulary, parts: RegExp): Weighed {
	const letters = plain.replace(/[^\p{L}\p{N}]/gu, "");
	let ideas = 0;
	let known = 0;
	for (const [part] of letters.matchAll(parts)) {
		ideas |= words.get(part) ?? 0;
		known += part.length;
	}
	for (const [number] of letters.matchAll(/\d+/g)) {
		if (ERROR_STATUS.test(number)) ideas |= CODE;
		known += number.length;
	}
	return { ideas, share: known / letters.length, own: 0 };
}

const has = (ideas: number, all: number): boolean => (ideas & all) === all;

/**
 * How much of a heading is words of messages. In a long one a single word may be unknown; in scripts
 * without spaces some endings are.
 */
const WHOLE = 0.85;
const WHOLE_UNSPACED = 0.85;
/** In a shorter heading, one unknown word may be what it is about. */
const LONG_HEADING_WORDS = 6;

/** Of the page or the name at hand, of which a message speaks as "this" or "the". */
const AT_HAND = maskOf(["page"]) | maskOf(["domain"]);

/**
 * Whether a heading names something that readers do not know yet, as a headline does: "A domain for
 * sale", "Eine Seite fehlt".
 */
function namesSomethingNew(text: string, vocabulary: Vocabulary): boolean {
	const [article = "", ...others] = folded(text).match(WORD) ?? [];
	if (!vocabulary.indefinite.has(article)) return false;
	return others.some((word) => (ideasOf(word, vocabulary) & AT_HAND) !== 0);
}

/**
 * Whether a title or a heading is a message and nothing else. `bare` also takes a single idea for
 * one, such as "Log in".
 */
export function isMessageHeading(text: string, site: string, bare: boolean): boolean {
	if (text.length > MAX_MESSAGE_CHARS) return false;
	return weighings(text, site).some(({ ideas, share, own }, at) => {
		const least = VOCABULARIES[at]?.unspaced
			? WHOLE_UNSPACED
			: own >= LONG_HEADING_WORDS
				? WHOLE
				: 1;
		const vocabulary = VOCABULARIES[at];
		if (vocabulary && namesSomethingNew(text, vocabulary)) return false;
		const messages = bare && share === 1 ? [...MESSAGES, ...BARE] : MESSAGES;
		return share >= least && messages.some((it) => has(ideas, it));
	});
}

/** Whether a sentence in a page's text is a message to visitors. */
export function isMessageSentence(text: string): boolean {
	if (text.length > MAX_MESSAGE_CHARS) return false;
	return weighings(text, "").some(
		({ ideas, share, own }) =>
			share >= leastShare(ideas, own) && MESSAGES.some((it) => has(ideas, it)),
	);
}

function leastShare(ideas: number, own: number): number {
	if (own >= LONG_SENTENCE_WORDS) return LEAST_SHARE_LONG;
	return has(ideas, YOU) ? LEAST_SHARE_TO_YOU : LEAST_SHARE;
}
