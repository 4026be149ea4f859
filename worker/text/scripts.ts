/**
 * Scripts without spaces between words, for use inside a character class. Any position between
 * two letters may be a word boundary.
 */
export const UNSPACED =
	"\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}";

/** Marks that end a sentence without a following space, for use inside a character class. */
export const OWN_STOPS = "。！？｡؟۔।॥։።။។";

const DENSE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu;

/**
 * A text's length in characters. A Han, kana or Hangul character counts twice, because it carries
 * about as much information as two letters.
 */
export function spokenLength(text: string): number {
	let length = 0;
	for (const _ of text) length += 1;
	return length + (text.match(DENSE)?.length ?? 0);
}
