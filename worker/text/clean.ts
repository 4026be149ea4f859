import { asWritten } from "#contract/written-text.ts";

/** Converts a text to one line as a reader sees it: as it was written, NFC, single spaces. */
export function visibleText(text: string): string {
	return normalizeText(asWritten(text), "NFC").replace(/\s/gu, " ");
}

/** A word that would shorten the text to less than this share of the limit is cut inside. */
const SHORTEST_SHARE = 0.6;

/**
 * Truncates the text to `max` UTF-16 units, at a space if possible, otherwise between two
 * characters. `ending` is included in the limit and shows that text is missing.
 */
export function cutAtWord(text: string, max: number, ending = "…"): string {
	if (text.length <= max) return text;
	const room = max - ending.length;
	const space = text.slice(0, room + 1).search(/\s\S*$/u);
	const end = space >= room * SHORTEST_SHARE ? space : room;
	return text.slice(0, wholeCharacter(text, end)).trimEnd() + ending;
}

/** The offset, within the text, moved back by one if it would split a surrogate pair. */
export function wholeCharacter(text: string, offset: number): number {
	const at = Math.min(text.length, Math.max(0, offset));
	const around = text.slice(Math.max(0, at - 1), at + 1);
	return /^[\ud800-\udbff][\udc00-\udfff]/.test(around) ? at - 1 : at;
}

/**
 * Lone surrogates (half an emoji) and NUL, which are valid in JavaScript strings but not in
 * SQLite texts.
 */
/** A pattern of code units is matched several times faster than one of code points. */
const MAY_NOT_BE_STORABLE = /[\0\ud800-\udfff]/;
const NOT_STORABLE = /\p{Surrogate}|\0/gu;

/**
 * Converts a text to a form that both engines can store. libSQL answers 500 to every read of a
 * row with a lone surrogate, and SQLite's functions stop at a NUL.
 */
export function storedText(text: string): string {
	if (!MAY_NOT_BE_STORABLE.test(text)) return text;
	return text.replace(NOT_STORABLE, (bad) => (bad === "\0" ? "" : "\uFFFD"));
}

/** No language uses more marks on one letter (UAX #15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
/** Code units of which most texts have none: those of marks, and of signs that NFC writes otherwise. */
const MAY_BE_MARK = /[^\0-\u02ff\u2010-\u205e\u20a0-\u20bf\ufdd0-\ufdef]/;
/**
 * Characters that normalisation may reorder: marks, and the two half-width signs that it converts
 * to marks.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises an untrusted text and keeps the first MAX_MARKS characters of each run of combining
 * marks. Sorting a run takes quadratic time, and a run may be as long as a transcript. The rest
 * is removed instead of being split by U+034F as in the Stream-Safe format, because removing
 * invisible characters would join the run again.
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
	const has_marks = MAY_BE_MARK.test(text);
	// Without marks and signs, NFC is the text itself.
	if (form === "NFC" && !has_marks) return text;
	const bounded = has_marks && text.length > MAX_MARKS ? text.replace(LONG_RUN, "$1") : text;
	return bounded.normalize(form);
}
