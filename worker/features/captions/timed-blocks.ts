import type { Cue } from "#contract/video.ts";
import { visibleText } from "#text/clean.ts";
import { stripMarkup } from "#text/markup.ts";
import { finishCues, type ReadCues } from "./cues.ts";
import { withoutHeaders } from "./file-headers.ts";
import { partsOf, placeParts } from "./joined-parts.ts";
import { orderOf, risingPlaces } from "./rising-times.ts";
import { isName } from "./speakers.ts";
import { type PlacedBlock, readTimedBlocks, type TimedBlock } from "./split-blocks.ts";

/** Cues from the blocks of a WebVTT, SRT or SBV file; scrolled lines count once. */
function parseBlocks(blocks: readonly PlacedBlock[]): Cue[] {
	const windows: Window[] = blocks.map(({ start, end, lines, speaker }) => ({
		start,
		end,
		speaker,
		lines: lines.map((line) => {
			const stripped = stripMarkup(line);
			const blank = visibleText(stripped.text) === "";
			const text = blank ? "" : stripped.text.trim();
			return { text, word_times: stripped.word_times };
		}),
	}));
	const joined = isRolling(windows) ? null : joinedLines(windows);
	const rolling = joined !== null || isRolling(windows);
	const fresh = joined ?? (rolling ? unroll(windows) : windows);
	const captions = fresh.map(({ start, end, lines, speaker }) => ({
		start,
		end,
		speaker,
		text: lines.map((line) => line.text).join("\n"),
	}));
	return finishCues(captions, { rolling });
}

/** Cues of a WebVTT file. */
export function parseVtt(text: string): Cue[] {
	return readBlocks(text, true)?.cues ?? [];
}

/**
 * Cues of a file whose lines of times stand above their words: SubRip, YouTube's SBV, WebVTT, and
 * what translators, editors and speech recognisers make of them. null if it has no such lines.
 */
export function readBlocks(text: string, vtt: boolean): ReadCues | null {
	const { blocks, before: above } = readTimedBlocks(text, vtt);
	const before = withoutHeaders(above);
	if (blocks.length === 0) return null;
	const known = blocks.flatMap(({ start }) => start ?? []);
	const order = orderOf(known);
	const timed = known.length > 0;
	const parts = order === "restarts" ? partsOf(blocks, ({ line }) => line) : null;
	const joined = parts && placeParts(blocks);
	const rising = order === "slips" ? risingPlaces(known) : null;
	let at = 0;
	let last = 0;
	const placed = blocks.map((given, index) => {
		const block = joined ? moveBlock(given, joined[index] ?? null) : given;
		const is_known = block.start !== null && (rising?.has(at) ?? true);
		if (block.start !== null) at += 1;
		if (is_known) last = block.start ?? last;
		return {
			...block,
			start: timed ? last : 0,
			end: timed && is_known ? block.end : null,
			is_known,
		};
	});
	const lost = placed.filter(({ is_known }) => !is_known);
	const words = before.length > 0 ? [{ start: 0, end: null, lines: before, speaker: null }] : [];
	return {
		cues: parseBlocks([...words, ...(vtt ? placed : namedByLines(placed))]),
		timed,
		parts,
		untimed: timed ? lost.length + before.length : blocks.length,
		left_out: lost.map(({ line }) => line),
	};
}

/** If so many blocks begin with a line that is a name, and names come back, they are speakers. */
const NAMED_SHARE = 0.9;
const BLOCKS_TO_TELL = 3;

/** Takes the speakers from lines of their own above the words, as old exports of meetings have them. */
function namedByLines<T extends PlacedBlock>(blocks: T[]): T[] {
	const nameOf = ({ lines }: T) => {
		const [first = "", ...rest] = lines.map((line) => line.trim()).filter((line) => line !== "");
		return rest.length > 0 && isName(first) ? first : null;
	};
	const names = blocks.flatMap((block) => nameOf(block) ?? []);
	const few = new Set(names).size * 1.5 <= names.length;
	if (!few || names.length < BLOCKS_TO_TELL || names.length < blocks.length * NAMED_SHARE)
		return blocks;
	return blocks.map((block) => {
		const speaker = nameOf(block);
		if (speaker === null) return block;
		const at = block.lines.findIndex((line) => line.trim() === speaker);
		return { ...block, speaker, lines: block.lines.slice(at + 1) };
	});
}

/** A block at another time. */
function moveBlock(block: TimedBlock, start: number | null): TimedBlock {
	if (start === null || block.start === null) return block;
	const end = block.end === null ? null : block.end + start - block.start;
	return { ...block, start, end };
}

type ShownLine = { text: string; word_times: boolean };
/** The lines of one cue, including blank ones. */
type Window = Omit<PlacedBlock, "lines"> & { lines: ShownLine[] };

/**
 * Automatic captions scroll: each cue repeats the earlier lines above a new one, and a cue of 10
 * ms separates it from the next. Layouts with two lines (today) and three lines (2016) exist.
 * Files without word times, for example SRT, count as scrolling from this many scrolled cues on.
 */
const ROLLS_TO_TELL = 3;
const ROLL_SHARE_TO_TELL = 0.3;

function isRolling(windows: Window[]): boolean {
	if (windows.some(({ lines }) => lines.some((line) => line.word_times))) return true;
	const rolls = windows.filter((window, index) => {
		const carried = carriedLines(windows[index - 1], window);
		return carried > 0 && carried < shown(window).length;
	}).length;
	return rolls >= ROLLS_TO_TELL && rolls >= windows.length * ROLL_SHARE_TO_TELL;
}

/** Each window with only the lines that are new in it. */
function unroll(windows: Window[]): Window[] {
	return windows.map((window, index) => ({
		...window,
		lines: shown(window).slice(carriedLines(windows[index - 1], window)),
	}));
}

/** Speakers repeat one or two words; more repeated words mean scrolling. */
const WORDS_TO_TELL = 3;

/**
 * Handles scrolling files whose lines a converter joined: each window begins with the words at
 * the end of the previous one. Keeps only the new words. null if the file does not have this
 * form.
 */
function joinedLines(windows: Window[]): Window[] | null {
	const words = windows.map((window) => shownTexts(shown(window)).join(" ").split(/\s+/u));
	const carried = words.map((now, index) =>
		index === 0 ? 0 : overlap(words[index - 1] ?? [], now),
	);
	const rolls = carried.filter(
		(count, index) => count >= WORDS_TO_TELL && count < (words[index]?.length ?? 0),
	).length;
	const rolling = rolls >= ROLLS_TO_TELL && rolls >= windows.length * ROLL_SHARE_TO_TELL;
	if (!rolling) return null;
	return windows.map((window, index) => {
		const fresh = words[index]?.slice(carried[index]).join(" ") ?? "";
		return { ...window, lines: [{ text: fresh, word_times: false }] };
	});
}

function shown(window: Window): ShownLine[] {
	return window.lines.filter((line) => line.text !== "");
}

/** The number of the window's first lines that ended the previous window. */
function carriedLines(before: Window | undefined, window: Window): number {
	if (before === undefined) return 0;
	const old = shown(before);
	const now = shown(window);
	// A single line below blank lines has just scrolled in.
	const bottom = window.lines.at(-1)?.text !== "";
	if (now.length === 1 && window.lines.length > 1 && bottom) return 0;
	const fresh = now.findIndex((line) => line.word_times);
	return overlap(shownTexts(old), shownTexts(fresh < 0 ? now : now.slice(0, fresh)));
}

function shownTexts(lines: ShownLine[]): string[] {
	return lines.map((line) => line.text);
}

/**
 * The largest number of lines that end `old` and start `now`. Uses the Knuth-Morris-Pratt
 * algorithm, because a cue may contain a hundred thousand lines.
 */
function overlap(old: string[], now: string[]): number {
	/** For each prefix of `now`, the length of the longest shorter prefix that ends it. */
	const borders = [0];
	for (let at = 1; at < now.length; at++)
		borders.push(grown(now, borders, borders[at - 1] ?? 0, now[at]));
	let length = 0;
	for (const line of old) length = grown(now, borders, length, line);
	return length;
}

/** The length of the prefix of `now` that matches after adding `line` to a match of `length`. */
function grown(now: string[], borders: number[], length: number, line: string | undefined): number {
	let held = length === now.length ? (borders[length - 1] ?? 0) : length;
	while (held > 0 && now[held] !== line) held = borders[held - 1] ?? 0;
	return now.length > 0 && now[held] === line ? held + 1 : 0;
}
