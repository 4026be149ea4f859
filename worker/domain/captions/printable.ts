/** Control characters but those that divide text, and halves of emoji. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;

/**
 * The text with U+FFFD for each character that no transcript has. JSON writes
 * such a one in six bytes, the sign in its place takes three: what is kept of a
 * text is bounded by its length.
 */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, "\uFFFD");
}
