import type { TimedText } from "./timed-text.ts";

/** Nobody says a caption in less, or faster: it is one picture of an animation. */
const SHORTEST_SPOKEN_S = 0.25;
const FASTEST_SPOKEN_CHARS_PER_S = 20;
/** Frames of one animation follow each other this closely. */
const FRAME_GAP_S = 0.02;

type Showing = { start: number; until: number; frame: boolean };

/**
 * Styled captions draw one line many times: as shadows over one another, and as
 * the frames of an animation. Keeps the first of each such group. A line that
 * is really said twice stays: its captions follow each other and last.
 * Expects captions in order of start.
 */
export function dropFrames(captions: TimedText[]): TimedText[] {
	const showing = new Map<string, Showing>();
	return captions.filter(({ start, end, text }) => {
		const now: Showing = { start, until: end ?? start, frame: false };
		const spoken_s = text.length / FASTEST_SPOKEN_CHARS_PER_S;
		now.frame = now.until - start < Math.max(SHORTEST_SPOKEN_S, spoken_s);
		const before = showing.get(text);
		const again = before !== undefined && sameDrawing(before, now);
		showing.set(
			text,
			again ? { ...now, until: Math.max(before.until, now.until) } : now,
		);
		return !again;
	});
}

function sameDrawing(before: Showing, now: Showing): boolean {
	if (now.start - before.start <= FRAME_GAP_S) return true;
	if (before.frame || now.frame) return now.start <= before.until + FRAME_GAP_S;
	// Sloppy timing lets a repeated line overlap a little; a drawing covers it.
	const shared = Math.min(before.until, now.until) - now.start;
	return shared > (now.until - now.start) / 2;
}
