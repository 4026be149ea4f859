/** No language uses more marks on one letter (UAX #15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
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
	const bounded = text.length > MAX_MARKS ? text.replace(LONG_RUN, "$1") : text;
	return bounded.normalize(form);
}
