import { cutAtWord } from "./cut-at-word.ts";
import { visibleText } from "./visible-text.ts";

/** What a rater reads and a card shows; a longer claim is not one claim. */
export const MAX_CONTENT_CHARS = 300;

/** A statement's content as it is rated and shown: one visible line of bounded length. */
export function cleanContent(text: string): string {
	return cutAtWord(visibleText(text), MAX_CONTENT_CHARS);
}
