const MARK_CHARS = 16;

/**
 * Separates a text from the surrounding instructions by a delimiter that the text's author cannot
 * know. `random` returns numbers in [0, 1).
 */
export function fence(text: string, random: () => number): string {
	const mark = `=== ${Array.from({ length: MARK_CHARS }, () =>
		Math.floor(random() * 36).toString(36),
	).join("")} ===`;
	return `${mark}\n${text}\n${mark}`;
}

/**
 * Control characters, soft hyphens, zero-width and bidirectional marks, variation selectors and
 * tag characters. They are invisible and can hide text from a reader or reorder a line.
 */
const HIDDEN =
	/[\uFE00-\uFE0F\p{Cc}\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E01EF}]/gu;
/** The same without line separators and without the two joiners that some scripts need. */
const HIDDEN_IN_LINES =
	/(?![\t\n\r\u200C\u200D])[\uFE00-\uFE0F\p{Cc}\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E01EF}]/gu;

/** Reduces a text to one trimmed line of visible characters. */
export function visibleLine(text: string): string {
	return text.replace(/\s+/g, " ").replace(HIDDEN, "").replace(/ +/g, " ").trim();
}

/** Reduces a text to its visible lines. */
export function visibleLines(text: string): string {
	return text.replace(HIDDEN_IN_LINES, "");
}

/**
 * The answer to one field, or "" if it only repeats the question's instructions, as small models
 * do. Nothing that says something about a statement stands in them.
 */
export function withoutEcho(answer: string, instructions: string): string {
	const bare = answer.toLowerCase().replace(/[.,;:]$/, "");
	return instructions.toLowerCase().includes(bare) ? "" : answer;
}
