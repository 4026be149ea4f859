/** "[Music]", "[applause]", "【音楽】": what a caption says of sounds, not of words. */
const BRACKETED = /[[［【][^[\]［］【】]{1,60}[\]］】]/gu;
/** ">>" starts another speaker. */
const CHEVRONS = />{2,}/g;
/** "JOHN SMITH:" or "Speaker 2:" before that person's words. */
const LABEL =
	/(?<=^|[\s>])(?:\p{Lu}[\p{Lu}.'’-]{0,30}(?: [\p{Lu}\p{N}][\p{Lu}\p{N}.'’-]{0,30}){0,2}|Speaker \p{Nd}{1,3}):(?=\s|$)/gu;

/** Above this share of capitals a text is all in capitals, and they name nobody. */
const SHOUTED_SHARE = 0.5;
/** Enough of a text to see how it is written. */
const SEEN_CHARS = 20_000;

/**
 * Replaces what is not spoken by as many spaces, so that every other place
 * stays where it is. `labels`: whether capitals before a colon name a speaker.
 */
export function blankNonSpeech(text: string, labels = hasLabels(text)): string {
	const unmarked = text.replace(BRACKETED, blank).replace(CHEVRONS, blank);
	return labels ? unmarked.replace(LABEL, blank) : unmarked;
}

/** False for a text all in capitals, where "THE ANSWER:" is speech. */
export function hasLabels(text: string): boolean {
	const seen = text.slice(0, SEEN_CHARS);
	const upper = seen.match(/\p{Lu}/gu)?.length ?? 0;
	const lower = seen.match(/\p{Ll}/gu)?.length ?? 0;
	return upper < (upper + lower) * SHOUTED_SHARE;
}

function blank(mark: string): string {
	return " ".repeat(mark.length);
}
