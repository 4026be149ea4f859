/** No language uses more marks on one letter (UAX #15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
/** What normalisation may reorder: marks, and the two half-width signs that it turns into marks. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises a text from outside, and keeps the first MAX_MARKS of a run of combining
 * marks: sorting a run takes time with the square of its length, and a run may be a whole
 * transcript. The rest is removed, not split by U+034F as in the Stream-Safe format,
 * because removing invisible characters would join the run again.
 */
export function normalizeText(
	text: string,
	form: "NFC" | "NFD" | "NFKC" | "NFKD",
): string {
	const bounded = text.length > MAX_MARKS ? text.replace(LONG_RUN, "$1") : text;
	return bounded.normalize(form);
}
