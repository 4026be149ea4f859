import type { Cue } from "#contract/video.ts";
import type { Parts } from "./cues.ts";

/*
 * Texts in parts that each begin at their own zero: recordings that a tool transcribed one by one.
 * Only the video's length says whether the parts follow each other.
 */

/** What the length may leave over, as silence between the parts and after the last one. */
const LEFT_OVER_S = 30;
const LEFT_OVER_SHARE = 0.05;

/** The length of words whose end is not told, and the least one, so that no two parts meet. */
const CUE_S = 1;
const LEAST_CUE_S = 0.001;

type Timing = { start: number | null; end: number | null };

/** The parts of a text whose times fall back more than once; `lineOf` is the line of a time. */
export function partsOf<T extends Timing>(
	timings: readonly T[],
	lineOf: (timing: T) => string,
): Parts {
	const parts: Parts = { bases: [0], beginnings: [] };
	let last = 0;
	let end = 0;
	for (const timing of timings) {
		const { start, end: own_end } = timing;
		if (start === null) continue;
		if (start < last) {
			parts.bases.push((parts.bases.at(-1) ?? 0) + end);
			parts.beginnings.push(lineOf(timing));
			end = 0;
		}
		last = start;
		end = Math.max(end, start + LEAST_CUE_S, own_end ?? start + CUE_S);
	}
	return parts;
}

/** The starts with each part after the one before it. */
export function placeParts(timings: readonly Timing[]): (number | null)[] {
	const { bases } = partsOf(timings, () => "");
	let part = 0;
	let last = 0;
	return timings.map(({ start }) => {
		if (start === null) return null;
		if (start < last) part += 1;
		last = start;
		return start + (bases[part] ?? 0);
	});
}

/**
 * The cues of joined parts in the video's time: what its length leaves over is divided among the
 * parts. null if the parts are longer than the video, or so much shorter that something is missing.
 */
export function joinParts(
	cues: readonly Cue[],
	{ bases }: Parts,
	duration: number | null,
): Cue[] | null {
	const end = cues.at(-1)?.start ?? 0;
	if (duration === null || end > duration) return null;
	const left_over = duration - end;
	if (left_over > Math.max(LEFT_OVER_S, duration * LEFT_OVER_SHARE)) return null;
	const each = left_over / bases.length;
	let part = 0;
	return cues.map((cue) => {
		while (cue.start >= (bases[part + 1] ?? Number.POSITIVE_INFINITY)) part += 1;
		return { ...cue, start: Math.round((cue.start + part * each) * 1000) / 1000 };
	});
}
