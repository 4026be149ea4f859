/**
 * Scripts written without spaces between words, as the inside of a character
 * class: in them a place between two letters may be the border of a word.
 */
export const UNSPACED =
	"\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}";

/**
 * Full stops, question and exclamation marks that end a sentence without a
 * space after them, as the inside of a character class.
 */
export const OWN_STOPS = "。！？｡؟۔।॥։።။។";

const DENSE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu;

/**
 * A text's length in characters, where a Han, kana or Hangul character counts
 * twice: it says about as much as two letters of an alphabet.
 */
export function spokenLength(text: string): number {
	let length = 0;
	for (const _ of text) length += 1;
	return length + (text.match(DENSE)?.length ?? 0);
}
