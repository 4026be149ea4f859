/**
 * Controls, soft hyphens, zero-width and bidirectional marks, variation
 * selectors and the tag block: they show nothing, and carry text past a
 * reader's eye or turn a line around.
 */
const HIDDEN =
	/[\uFE00-\uFE0F\p{Cc}\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E01EF}]/gu;
/** The same but what divides lines, and the two joiners that some scripts spell with. */
const HIDDEN_IN_LINES =
	/(?![\t\n\r\u200C\u200D])[\uFE00-\uFE0F\p{Cc}\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E01EF}]/gu;

/** One line of visible text, trimmed. */
export function visibleLine(text: string): string {
	return text
		.replace(/\s+/g, " ")
		.replace(HIDDEN, "")
		.replace(/ +/g, " ")
		.trim();
}

/** The lines of a text as they are seen. */
export function visibleLines(text: string): string {
	return text.replace(HIDDEN_IN_LINES, "");
}
