import type { Cue } from "#contract/video.ts";
import { longestRise } from "./longest-rise.ts";

type Heard = { start: number | null; text: string };
type Window = { start: number; end: number };

/** Cuts fall between words, and models round: this much past an edge is on it. */
const EDGE_SECONDS = 2;
/** More stray times than this, and none of them can be trusted. */
const MAX_STRAY_SHARE = 0.25;

/**
 * Cues at their time in the video, rising and within the window. Models count
 * now from the video's start, now from the window's: the reading that places
 * more of them holds. Stray ones are left out; too many of them give null.
 */
export function placeInWindow(heard: Heard[], window: Window): Cue[] | null {
	const absolute = placed(heard, window, 0);
	const relative = placed(heard, window, window.start);
	const cues = relative.length > absolute.length ? relative : absolute;
	const strays = heard.length - cues.length;
	return strays > heard.length * MAX_STRAY_SHARE ? null : cues;
}

function placed(heard: Heard[], { start, end }: Window, offset: number): Cue[] {
	const inside = heard.flatMap((segment): Cue[] => {
		if (segment.start === null) return [];
		const at = segment.start + offset;
		if (at < start - EDGE_SECONDS || at > end + EDGE_SECONDS) return [];
		return [{ start: Math.min(end, Math.max(start, at)), text: segment.text }];
	});
	return longestRise(inside);
}
