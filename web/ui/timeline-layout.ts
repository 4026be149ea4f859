import type { MouseEvent } from "react";
import { clockTime } from "#contract/format.ts";
import type { MarkedStatement } from "#contract/served-page.ts";
import { type StatementMark, statementMark } from "#contract/verdict-words.ts";

/** The size of a mark in CSS pixels, which is the minimum for touch. */
export const MARK_PX = 24;
/**
 * How many statements a report is expected to have. More marks would need more rows than a bar
 * above the text may have, and more cards would keep the page waiting.
 */
export const MAX_STACKED = 40;
/** The maximum number of rows; further marks overlap. */
const MAX_ROWS = 5;
/** On a phone the timeline stays visible while reading, so it must be low. */
const MAX_ROWS_NARROW = 2;
const NARROW_PX = 480;
/** The minimum distance of two labels in pixels. */
const TICK_PX = 88;
const TICK_STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 18_000];

/**
 * The widths for which marks are stacked, for lines up to 480 pixels wide and for wider ones.
 * Fixed, because the server does not know the width, and because a small change of the width must
 * not change the height.
 */
const STACKED_FOR_PX = { narrow: 232, wide: NARROW_PX };

export type StackedMark<Mark> = { mark: Mark; narrow: StackedPlace; wide: StackedPlace };

export type StackedPlace = {
	/** From 0 to 100, between the first and the last possible position of a mark. */
	percent: number;
	/** Counted from the line up. */
	row: number;
};

/** Computes each mark's position along the line, and its rows. */
export function stackMarks<Mark extends { timestamp: number }>(
	marks: readonly Mark[],
	duration: number,
): StackedMark<Mark>[] {
	const wide = placeMarks(marks, duration, STACKED_FOR_PX.wide);
	return placeMarks(marks, duration, STACKED_FOR_PX.narrow).map((place, at) => ({
		mark: place.mark,
		narrow: stackedPlace(place, STACKED_FOR_PX.narrow),
		wide: stackedPlace(wide[at] ?? place, STACKED_FOR_PX.wide),
	}));
}

/** On a line wider than this, marks have more space and stay in their rows. */
function stackedPlace({ left, row }: Placed<unknown>, width: number): StackedPlace {
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

export function timelineGeometry(length: number, width: number): TimelineGeometry {
	// Half a mark's width stays free at both ends.
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
 * Computes each mark's position: `left` is its centre in pixels, and `row` counts from the line
 * up. If all rows are taken at its second, the mark moves aside, so that every mark can be seen
 * and clicked.
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

/** Moves marks that are beyond the line's end back, together with those before them. */
function keepInside<Mark>(placed: Placed<Mark>[], width: number) {
	const limits = new Map<number, number>();
	return [...placed]
		.reverse()
		.map((place) => {
			const limit = limits.get(place.row) ?? width - MARK_PX / 2;
			const left = Math.min(place.left, limit);
			limits.set(place.row, left - MARK_PX);
			return { ...place, left };
		})
		.reverse();
}

/** The labelled times under the line, in seconds. */
export function timelineTicks(duration: number, width: number): number[] {
	const room = Math.max(1, Math.floor(width / TICK_PX));
	const step = TICK_STEPS_S.find((s) => duration / s <= room) ?? duration;
	const ticks: number[] = [];
	// The end has its own label, which a nearby label would overlap.
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
	/** null if it is unverified. */
	score: number | null;
	quote: string;
	estimated: boolean;
	mark: StatementMark;
};

/** What drawings of the marks are given. */
export type DrawnMarks = {
	geometry: TimelineGeometry;
	/** By time. */
	marks: readonly TimelineMark[];
	simulated: boolean;
	hovered: string | null;
	currentId: string | null;
	/** The mark that the Tab key reaches. */
	stopId: string | undefined;
	hrefOf: (id: string) => string;
	onChoose?: ((id: string, event: MouseEvent) => void) | undefined;
	onHover: (id: string) => void;
};

/** Whether the statement's time is known, at least approximately. */
export function hasTime({ timestamp_source }: MarkedStatement): boolean {
	return timestamp_source !== "unknown";
}

/** The statements' marks; one without a time has none. */
export function timelineMarks(statements: readonly MarkedStatement[]): TimelineMark[] {
	return statements
		.filter(hasTime)
		.map((statement) => ({
			id: statement.id,
			timestamp: statement.timestamp,
			score: statement.ai_score,
			quote: statement.quote || statement.content,
			estimated: statement.timestamp_source === "estimated",
			mark: statementMark(statement),
		}));
}

/** What a mark says to a screen reader. */
export function markLabel(mark: TimelineMark, simulated: boolean): string {
	const about = mark.estimated ? "about " : "";
	const how = simulated ? " (simulated)" : "";
	const { band, words } = mark.mark;
	const score = band === null ? "" : `, ${mark.score} of 100`;
	return `${about}${clockTime(mark.timestamp)}, ${words}${score}${how}: ${mark.quote}`;
}
