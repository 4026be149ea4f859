/** No language puts as many on one letter (UAX #15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
/**
 * What normalisation may put in another order: marks, and the two half-width
 * signs that it turns into marks.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * A text of anybody's in a normalisation form; of a longer run of combining
 * marks the first MAX_MARKS. To sort a run costs the square of its length, and
 * a single run may be a whole transcript. The rest is left out rather than
 * parted by U+034F, as the format does it: whoever takes out what is invisible
 * would join the run again.
 */
export function normalizeText(
	text: string,
	form: "NFC" | "NFD" | "NFKC" | "NFKD",
): string {
	const bounded = text.length > MAX_MARKS ? text.replace(LONG_RUN, "$1") : text;
	return bounded.normalize(form);
}
