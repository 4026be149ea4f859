import type { Cue } from "#contract/video.ts";
import { FASTEST_CHARS_PER_S } from "./time-units.ts";

/*
 * Whether the times of cues are those of the video: each begins before the video's end. Times that
 * are not are corrected if one correction makes all of them fit.
 */

/** YouTube and the tools round differently, and a last caption may begin with the end. */
const SLACK_S = 5;
const SLACK_SHARE = 0.01;
const HOUR_S = 3600;
/** A few times outside of the video lose themselves alone. */
const SLIP_SHARE = 0.02;
const CUES_WITH_SLIPS = 4;

/**
 * The cues with the times of the video; "unbelievable" if none can be made of theirs. `timecode`:
 * the times count frames, as editing programs do.
 */
export function fitToVideo(
	cues: Cue[],
	duration: number | null,
	timecode: boolean,
): Cue[] | "unbelievable" {
	const own = timecode ? fromTimecode(cues) : fromClock(cues);
	if (duration === null || duration <= 0) return own;
	const end = duration * (1 + SLACK_SHARE) + SLACK_S;
	if (fits(own, end)) return own;
	const whole_hours = Math.floor((cues[0]?.start ?? 0) / HOUR_S) * HOUR_S;
	const corrections = [
		moved(cues, (start) => start - whole_hours),
		...[moved(cues, (start) => start / 1000)].filter((it) => spansVideo(it, duration)),
	];
	const fitting = corrections.find((it) => fits(it, end) && isSpeakable(it));
	return withoutSlips(own, end) ?? fitting ?? "unbelievable";
}

/** Speech in less of the video than this shows that the times were divided without need. */
const SPANNED_SHARE = 0.25;

function spansVideo(cues: readonly Cue[], duration: number): boolean {
	return (cues.at(-1)?.start ?? 0) >= duration * SPANNED_SHARE;
}

/** Whether somebody can say the words in the time that they have. */
function isSpeakable(cues: readonly Cue[]): boolean {
	const span = (cues.at(-1)?.start ?? 0) - (cues[0]?.start ?? 0);
	const chars = cues.slice(0, -1).reduce((sum, { text }) => sum + text.length, 0);
	return chars <= span * FASTEST_CHARS_PER_S;
}

function fits(cues: readonly Cue[], end: number): boolean {
	return (cues.at(-1)?.start ?? 0) <= end;
}

function moved(cues: readonly Cue[], move: (start: number) => number): Cue[] {
	return cues.map((cue) => ({ ...cue, start: Math.round(move(cue.start) * 1000) / 1000 }));
}

/** A timecode begins with the first hour of the tape, within its first minutes. */
const TIMECODE_BEGINS_S = 600;

/** Editing programs let a video begin at 01:00:00:00, or at ten hours. */
function fromTimecode(cues: Cue[]): Cue[] {
	const first = cues[0]?.start ?? 0;
	const offset = first >= 10 * HOUR_S ? 10 * HOUR_S : HOUR_S;
	const is_timecode =
		first >= HOUR_S && first % HOUR_S < TIMECODE_BEGINS_S && first - offset < TIMECODE_BEGINS_S;
	return is_timecode ? moved(cues, (start) => start - offset) : cues;
}

/** No video is longer. Broadcasters count the hours of an era. */
const LONGEST_S = 100 * HOUR_S;

function fromClock(cues: Cue[]): Cue[] {
	const first = cues[0]?.start ?? 0;
	const hours = Math.floor(first / HOUR_S) * HOUR_S;
	return first < LONGEST_S ? cues : moved(cues, (start) => start - hours);
}

/** The cues after the end take the time before them. null if they are many. */
function withoutSlips(cues: readonly Cue[], end: number): Cue[] | null {
	const last = cues.findLast(({ start }) => start <= end);
	const outside = cues.filter(({ start }) => start > end).length;
	const few = outside <= Math.max(1, cues.length * SLIP_SHARE) && cues.length >= CUES_WITH_SLIPS;
	if (!few || last === undefined) return null;
	return cues.map((cue) => (cue.start > end ? { ...cue, start: last.start } : cue));
}
