const MARK_CHARS = 16;

/**
 * Sets a text apart from the instructions around it by a line that nobody who
 * wrote the text could know. `random` is in [0, 1).
 */
export function fenced(text: string, random: () => number): string {
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
export function spaceMarked(
	text: string,
	random: () => number,
): { marked: string; sign: string } {
	const free = SPACE_SIGNS.filter((sign) => !text.includes(sign));
	const signs = free.length > 0 ? free : SPACE_SIGNS;
	const sign = signs[Math.floor(random() * signs.length)] ?? "▁";
	return { marked: text.replaceAll(/[ \t]+/g, sign), sign };
}
