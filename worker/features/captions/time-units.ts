/*
 * Which unit the times of a file have, where neither the file nor its format says it: people speak
 * within known bounds.
 */

/** Nobody speaks faster. */
export const FASTEST_CHARS_PER_S = 60;

/** How many of the file's units are a second: 1000 if its times are milliseconds, otherwise 1. */
export function toSeconds(cues: readonly { start: number; text: string }[]): 1 | 1000 {
	const first = cues[0]?.start ?? 0;
	const last = cues.at(-1)?.start ?? 0;
	const span = last - first;
	// What is said in the last cue takes no time before it begins.
	const chars = cues.slice(0, -1).reduce((sum, { text }) => sum + text.length, 0);
	if (span <= 0 || chars === 0) return 1;
	const whole = cues.every(({ start }) => Number.isInteger(start));
	return whole && (chars * 1000) / span <= FASTEST_CHARS_PER_S ? 1000 : 1;
}
