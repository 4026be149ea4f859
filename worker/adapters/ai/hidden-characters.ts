/**
 * Controls, zero-width and bidirectional marks, and the tag block: they show
 * nothing, and carry text past a reader's eye or turn a line around.
 */
const HIDDEN =
	/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\u{E0000}-\u{E007F}]/gu;
/** The tag block alone: no language is written with it. */
const TAGS = /[\u{E0000}-\u{E007F}]/gu;

/** One line of visible text, trimmed. */
export function visibleLine(text: string): string {
	return text
		.replace(/\s+/g, " ")
		.replace(HIDDEN, "")
		.replace(/ +/g, " ")
		.trim();
}

/** The text without tag characters, otherwise as it is. */
export function withoutTags(text: string): string {
	return text.replace(TAGS, "");
}
