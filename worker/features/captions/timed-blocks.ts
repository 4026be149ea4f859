import type { Cue } from "#contract/video.ts";
import { cleanText } from "#text/clean.ts";
import { stripMarkup } from "#text/markup.ts";
import { finishCues } from "./cues.ts";

/** Cues from the blocks of a WebVTT, SRT or SBV file; scrolled lines count once. */
function parseBlocks(blocks: TimedBlock[]): Cue[] {
	let voice: string | null = null;
	const windows: Window[] = blocks.map(({ start, end, lines }) => ({
		start,
		end,
		lines: lines.map((line) => {
			const stripped = stripMarkup(line, voice);
			voice = stripped.voice;
			const blank = cleanText(stripped.text) === "";
			const text = blank ? "" : stripped.text.trim();
			return { text, word_times: stripped.word_times };
		}),
	}));
	const joined = isRolling(windows) ? null : joinedLines(windows);
	const rolling = joined !== null || isRolling(windows);
	const fresh = joined ?? (rolling ? unroll(windows) : windows);
	const captions = fresh.map(({ start, end, lines }) => ({
		start,
		end,
		text: lines.map((line) => line.text).join("\n"),
	}));
	return finishCues(captions, { rolling });
}

/** A cue as it is in a WebVTT, SRT or SBV file. Times in seconds. */
type TimedBlock = { start: number; end: number; lines: string[] };

const CLOCK = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3})\d{0,20}(?:\.\d{1,20})?)?`;
const TIMING = new RegExp(`^\\s*${CLOCK}(?:\\s*-->\\s*|,)${CLOCK}(?=\\s|$)`);
const VTT_ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/**
 * Splits a caption file into cues. Missing or doubled blank lines make no difference. Text before
 * the first timing line is the header. With `vtt`, NOTE, STYLE and REGION blocks and cue names
 * are skipped; otherwise only a bare number before a timing line is.
 */
function readTimedBlocks(text: string, vtt: boolean): TimedBlock[] {
	const blocks: TimedBlock[] = [];
	let reader = new BlockReader(null, vtt);
	for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
		const timing = TIMING.exec(line);
		if (timing === null) {
			reader.read(line);
			continue;
		}
		reader.end(true);
		const block = { start: clock(timing, 1), end: clock(timing, 5), lines: [] };
		blocks.push(block);
		reader = new BlockReader(block, vtt);
	}
	reader.end(false);
	return blocks;
}

/** Reads the lines between two timing lines. */
class BlockReader {
	readonly #block: TimedBlock | null;
	readonly #vtt: boolean;
	/** Lines after the blank line that ended the cue; null while it continues. */
	#after: string[] | null = null;
	#in_aside = false;
	#has_words = false;

	constructor(block: TimedBlock | null, vtt: boolean) {
		this.#block = block;
		this.#vtt = vtt;
	}

	read(line: string): void {
		const lines = this.#block?.lines ?? [];
		if (line === "") {
			this.#in_aside = false;
			// A blank line before any word does not end the cue.
			if (this.#has_words) this.#after ??= [];
			else lines.push(line);
			return;
		}
		if (this.#vtt && VTT_ASIDE.test(line) && this.#after?.length === 0) this.#in_aside = true;
		if (this.#in_aside) return;
		this.#has_words ||= line.trim() !== "";
		(this.#after ?? lines).push(line);
	}

	/** `next`: a timing line follows, so a bare number before it is that cue's index. */
	end(next: boolean): void {
		const lines = this.#block?.lines ?? [];
		const after = this.#after ?? [];
		const last = after.length > 0 ? after : lines;
		if (next && isIndex(last.at(-1))) last.pop();
		// Pushed one by one, because a spread call has fewer arguments than a file may have lines.
		if (!this.#vtt) for (const line of after) lines.push(line);
	}
}

/** An SRT index. */
function isIndex(line = ""): boolean {
	return /^\s*\d{1,6}\s*$/.test(line);
}

function clock(timing: RegExpExecArray, from: number): number {
	const [hours = 0, minutes = 0, seconds = 0] = [0, 1, 2].map((part) =>
		Number(timing[from + part] ?? 0),
	);
	const whole = hours * 3600 + minutes * 60 + seconds;
	return whole + Number(`0.${timing[from + 3] ?? 0}`);
}

/** Cues of a SubRip file, also of YouTube's SBV, whose timing lines differ. */
export function parseSrt(text: string): Cue[] {
	return parseBlocks(readTimedBlocks(text, false));
}

/** Cues of a WebVTT file. */
export function parseVtt(text: string): Cue[] {
	return parseBlocks(readTimedBlocks(text, true));
}

type ShownLine = { text: string; word_times: boolean };
/** The lines of one cue, including blank ones. */
type Window = { start: number; end: number; lines: ShownLine[] };

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
