import type { ScoreStanding } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { type StatementMark, statementMark } from "#contract/verdict-words.ts";

/** The size of a mark in CSS pixels: the least that a finger can hit. */
export const MARK_PX = 24;
/** Marks stack in this many rows before they overlap. */
const MAX_ROWS = 5;
/** On a phone the timeline sticks while reading, so it must be low. */
const MAX_ROWS_NARROW = 3;
const NARROW_PX = 480;
/** How many labels fit, by the timeline's width. */
const TICK_PX = 88;
const TICK_STEPS_S = [
	5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 18_000,
];

/**
 * The widths that marks are stacked for, on a line up to 480 pixels wide and on a wider one: the
 * server knows no width, and a line that grows by a few pixels must not grow in height.
 */
const STACKED_FOR_PX = { narrow: 288, wide: NARROW_PX };

export type StackedMark<Mark> = {
	mark: Mark;
	narrow: StackedPlace;
	wide: StackedPlace;
};

export type StackedPlace = {
	/** From 0 to 100, between the first and the last place of a mark. */
	percent: number;
	/** Counted from the line up. */
	row: number;
};

/** Each mark's place along the line, and its rows. */
export function stackMarks<Mark extends { timestamp: number }>(
	marks: readonly Mark[],
	duration: number,
): StackedMark<Mark>[] {
	const wide = placeMarks(marks, duration, STACKED_FOR_PX.wide);
	return placeMarks(marks, duration, STACKED_FOR_PX.narrow).map(
		(place, at) => ({
			mark: place.mark,
			narrow: stackedPlace(place, STACKED_FOR_PX.narrow),
			wide: stackedPlace(wide[at] ?? place, STACKED_FOR_PX.wide),
		}),
	);
}

/** A line that is longer than this one has room between the marks: they stay in their rows. */
function stackedPlace(
	{ left, row }: Placed<unknown>,
	width: number,
): StackedPlace {
	return { percent: (100 * (left - MARK_PX / 2)) / (width - MARK_PX), row };
}

export type Placed<Mark> = { mark: Mark; left: number; row: number };

/** Converts seconds to pixels and back, for a line of `length` seconds and `width` pixels. */
export type TimelineGeometry = {
	length: number;
	width: number;
	leftOf: (second: number) => number;
	secondAt: (left: number) => number;
};

export function timelineGeometry(
	length: number,
	width: number,
): TimelineGeometry {
	// Half a mark stays free at both ends.
	const room = Math.max(1, width - MARK_PX);
	const share = (value: number) => Math.min(1, Math.max(0, value));
	return {
		length,
		width,
		leftOf: (second) => MARK_PX / 2 + share(second / length) * room,
		secondAt: (left) => share((left - MARK_PX / 2) / room) * length,
	};
}

/**
 * Each mark's position: `left` is its centre in pixels, `row` counts from the line up. If all
 * rows are taken at its second, a mark moves aside, so that every mark can be seen and pressed.
 */
export function placeMarks<Mark extends { timestamp: number }>(
	marks: readonly Mark[],
	duration: number,
	width: number,
): Placed<Mark>[] {
	const { leftOf } = timelineGeometry(duration, width);
	const wanted = width < NARROW_PX ? MAX_ROWS_NARROW : MAX_ROWS;
	const needed = Math.ceil((marks.length * MARK_PX) / width);
	const ends = Array<number>(Math.max(wanted, needed)).fill(0);
	const placed = [...marks]
		.sort((a, b) => a.timestamp - b.timestamp)
		.map((mark) => {
			const left = leftOf(mark.timestamp);
			const free = ends.findIndex((end) => end <= left - MARK_PX / 2);
			const row = free === -1 ? ends.indexOf(Math.min(...ends)) : free;
			const end = Math.max(left - MARK_PX / 2, ends[row] ?? 0) + MARK_PX;
			ends[row] = end;
			return { mark, left: end - MARK_PX / 2, row };
		});
	return keepInside(placed, width);
}

/** Moves marks back that were moved beyond the line's end, and those before them. */
function keepInside<Mark>(placed: Placed<Mark>[], width: number) {
	const limits = new Map<number, number>();
	return placed
		.toReversed()
		.map((place) => {
			const limit = limits.get(place.row) ?? width - MARK_PX / 2;
			const left = Math.min(place.left, limit);
			limits.set(place.row, left - MARK_PX);
			return { ...place, left };
		})
		.toReversed();
}

/** The labelled times under the line, in seconds. */
export function timelineTicks(duration: number, width: number): number[] {
	const room = Math.max(1, Math.floor(width / TICK_PX));
	const step = TICK_STEPS_S.find((s) => duration / s <= room) ?? duration;
	const ticks: number[] = [];
	// The end has a label of its own; one that is too near would overlap it.
	for (let at = 0; at < duration - step * 0.6; at += step) ticks.push(at);
	return ticks;
}

/** The line's length in seconds; if unknown, a little more than the last mark. */
export function timelineLength(
	duration: number | null,
	marks: readonly { timestamp: number }[],
): number {
	const last = Math.max(0, ...marks.map(({ timestamp }) => timestamp));
	if (duration !== null && duration > 0) return Math.max(duration, last);
	return Math.max(60, last * 1.05);
}

export type TimelineMark = {
	id: string;
	/** Seconds into the video. */
	timestamp: number;
	score: number;
	quote: string;
	estimated: boolean;
	mark: StatementMark;
};

/** Whether it is known, at least roughly, when the statement is said. */
export function hasTime({ timestamp_source }: Statement): boolean {
	return timestamp_source !== "unknown";
}

/** The statements' marks; one without a time has none. */
export function timelineMarks(
	statements: readonly Statement[],
	standing: ScoreStanding,
): TimelineMark[] {
	return statements.filter(hasTime).map((statement) => ({
		id: statement.id,
		timestamp: statement.timestamp,
		score: statement.ai_score,
		quote: statement.quote || statement.content,
		estimated: statement.timestamp_source === "estimated",
		mark: statementMark(statement, standing),
	}));
}
