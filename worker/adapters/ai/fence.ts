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
