import { looksTimed, readRange, stripDirectionMarks, type TimeRange } from "./clocks.ts";
import { LINE_BREAK, textLines } from "./text-lines.ts";

/** A cue as it is in a WebVTT, SRT or SBV file. Times in seconds. */
export type TimedBlock = {
	/** null if the file's time names none. */
	start: number | null;
	end: number | null;
	/** The line with the times. */
	line: string;
	lines: string[];
	/** Who speaks, if the cue's own name in WebVTT says it: `1 "Jane Miller" (123)`. */
	speaker: string | null;
};
export type PlacedBlock = Pick<TimedBlock, "end" | "lines" | "speaker"> & { start: number };

const VTT_ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
/** A file of fewer lines may have lost its line breaks. */
const FEW_LINES = 3;

/**
 * Splits a caption file into cues. Missing or doubled blank lines make no difference. With `vtt`,
 * NOTE, STYLE and REGION blocks and cue names are skipped, and text before the first times is the
 * header. Otherwise it is returned as `before`, and only an index is skipped.
 */
export function readTimedBlocks(
	text: string,
	vtt: boolean,
): { blocks: TimedBlock[]; before: string[] } {
	const lines = fileLines(text, vtt);
	const timings = lines.map(timingOf);
	const chosen = chooseTimings(lines, timings, vtt);
	const has_index = hasIndexes(lines, chosen);
	const first_index = Number(lines.find((line) => INDEX.test(line)) ?? 1);
	const blocks: TimedBlock[] = [];
	const before: string[] = [];
	let reader = new BlockReader(before, vtt);
	lines.forEach((line, at) => {
		const timing = chosen[at] ?? null;
		if (timing === null) {
			reader.read(line);
			return;
		}
		reader.end(has_index && timing.index === null ? first_index + blocks.length : null);
		const words = timing.words === "" ? [] : [timing.words];
		const block = {
			start: timing.start,
			end: timing.end,
			line: line.trim(),
			lines: words,
			speaker: vtt ? reader.nextSpeaker() : null,
		};
		blocks.push(block);
		reader = new BlockReader(block.lines, vtt);
	});
	reader.end(null);
	return { blocks, before: vtt ? [] : before.filter((line) => line.trim() !== "") };
}

function fileLines(text: string, vtt: boolean): string[] {
	const lines = stripDirectionMarks(text).split(LINE_BREAK);
	const few = lines.filter((line) => line.trim() !== "").length < FEW_LINES;
	return few && !vtt ? textLines(text).map((line) => line.text) : lines;
}

type Timing = { start: number | null; end: number | null; words: string; index: string | null };
type FoundTiming = Timing & { sure: boolean };

/** Bullets, quotes and emphasis before a range. */
const DECORATION = /^[\s>*_|`•-]{1,12}(?=[[(]?\p{Nd})/u;

function timingOf(line: string): FoundTiming | null {
	if (!/\p{Nd}/u.test(line)) return null;
	const range = readRange(line) ?? readRange(line.slice(0, 400).replace(DECORATION, ""));
	if (range !== null) {
		const { start, end, words, index } = range;
		return { start: start.seconds, end, words, index, sure: isSure(range, line) };
	}
	return looksTimed(line) ? { start: null, end: null, words: "", index: null, sure: true } : null;
}

/** Prose has "9:30 - 10:00", but no arrows, hours or milliseconds. */
function isSure({ start, in_brackets, words }: TimeRange, line: string): boolean {
	const times = line.slice(0, line.length - words.length);
	return start.has_hours || in_brackets || /[>→,]|&gt;/u.test(times.slice(0, 40));
}

/**
 * The lines of times among those that could be. If most stand alone, those with words beside them
 * are words. Ranges as in prose are times only if the text begins with one and each line has one,
 * or all stand alone.
 */
function chooseTimings(
	lines: readonly string[],
	timings: readonly (FoundTiming | null)[],
	vtt: boolean,
): (Timing | null)[] {
	const found = timings.filter((timing) => timing !== null);
	const alone = found.filter(({ words }) => words === "");
	const only_alone = vtt || alone.length * 2 >= found.length;
	const chosen = timings.map((timing) => (only_alone && timing?.words ? null : timing));
	const used = chosen.filter((timing) => timing !== null);
	if (used.some(({ sure }) => sure)) return chosen.map((timing) => (timing?.sure ? timing : null));
	const spoken = lines.filter((line) => line.trim() !== "");
	const begins = chosen[lines.findIndex((line) => line.trim() !== "")] !== null;
	const starts = used.map(({ start }) => start ?? 0);
	const rise = starts.every((start, at) => start >= (starts[at - 1] ?? 0));
	const is_file =
		begins && rise && used.length >= 2 && (only_alone || used.length === spoken.length);
	return is_file ? chosen : chosen.map(() => null);
}

const NAMED_CUE = /^\d{1,6} "([^"\n]{1,60})" \(\d{1,20}\)$/u;
const INDEX = /^\s*\d{1,6}\s*$/;
/** If so many times have a number above them, and the first one too, the file counts its cues. */
const INDEX_SHARE = 0.8;

function hasIndexes(lines: readonly string[], timings: readonly (Timing | null)[]): boolean {
	let above = "";
	let times = 0;
	let indexed = 0;
	for (const [at, line] of lines.entries()) {
		const timing = timings[at] ?? null;
		if (timing !== null) {
			const has = timing.index !== null || INDEX.test(above);
			if (times === 0 && !has) return false;
			times += 1;
			if (has) indexed += 1;
		}
		if (line.trim() !== "") above = line;
	}
	return indexed >= times * INDEX_SHARE;
}

/** Reads the lines between two lines of times into `lines`. */
class BlockReader {
	readonly #lines: string[];
	readonly #vtt: boolean;
	/** Lines after the blank line that ended the cue; null while it continues. */
	#after: string[] | null = null;
	#in_aside = false;
	#has_words: boolean;

	constructor(lines: string[], vtt: boolean) {
		this.#lines = lines;
		this.#vtt = vtt;
		this.#has_words = lines.length > 0;
	}

	read(line: string): void {
		if (line === "") {
			this.#in_aside = false;
			// A blank line before any word does not end the cue.
			if (this.#has_words) this.#after ??= [];
			else this.#lines.push(line);
			return;
		}
		if (this.#vtt && VTT_ASIDE.test(line) && this.#after?.length === 0) this.#in_aside = true;
		if (this.#in_aside) return;
		this.#has_words ||= line.trim() !== "";
		(this.#after ?? this.#lines).push(line);
	}

	/** The speaker in the name of the cue that follows. */
	nextSpeaker(): string | null {
		const above = this.#after ?? this.#lines;
		return NAMED_CUE.exec(above.at(-1) ?? "")?.[1] ?? null;
	}

	/** `index`: that of the cue that follows; null if the file has none there. */
	end(index: number | null): void {
		const after = this.#after ?? [];
		const is_apart = after.some((line) => line.trim() !== "");
		if (index !== null) dropIndex(is_apart ? after : this.#lines, is_apart ? null : index);
		// Pushed one by one, because a spread call has fewer arguments than a file may have lines.
		if (!this.#vtt) for (const line of after) this.#lines.push(line);
	}
}

/** `only`: the number that it has to be, where no blank line parts it from the words. */
function dropIndex(lines: string[], only: number | null): void {
	const at = lines.findLastIndex((line) => line.trim() !== "");
	const line = lines[at] ?? "";
	if (INDEX.test(line) && (only === null || Number(line) === only)) lines.splice(at, 1);
}
