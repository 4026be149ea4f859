const MARK_CHARS = 16;

/**
 * Sets a text apart from the instructions around it by a line that nobody who
 * wrote the text could know. `random` is in [0, 1).
 */
export function fence(text: string, random: () => number): string {
	const mark = `=== ${Array.from({ length: MARK_CHARS }, () =>
		Math.floor(random() * 36).toString(36),
	).join("")} ===`;
	return `${mark}\n${text}\n${mark}`;
}

/** Signs that no speaker says; a quote is compared without them. */
const SPACE_SIGNS = ["▁", "◇", "‖", "⁂", "¦", "※"];

/**
 * The text with a sign in place of its spaces: words so marked are material,
 * wherever they stand. The sign is none of the text's own, unless it holds them
 * all. `random` is in [0, 1).
 */
export function markSpaces(
	text: string,
	random: () => number,
): { marked: string; sign: string } {
	const free = SPACE_SIGNS.filter((sign) => !text.includes(sign));
	const signs = free.length > 0 ? free : SPACE_SIGNS;
	const sign = signs[Math.floor(random() * signs.length)] ?? "▁";
	return { marked: text.replaceAll(/[ \t]+/g, sign), sign };
}

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
