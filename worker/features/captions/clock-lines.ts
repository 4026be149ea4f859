import { type FoundClock, findClocks, plainSigns } from "./clocks.ts";
import { isName } from "./speakers.ts";
import type { SpokenLanguage } from "./spoken-clock.ts";
import type { TextLine } from "./text-lines.ts";

/**
 * Where a line has its time: before the words, alone, after the speaker's name, or after the words.
 */
type Place = "lead" | "alone" | "head" | "tail";

/** A line with a time, as far as the line alone shows it. */
export type ClockLine = {
	/** The index of the line. */
	at: number;
	start: number;
	place: Place;
	in_brackets: boolean;
	has_frames: boolean;
	/** The speaker that the line names beside its time; null if it names none. */
	speaker: string | null;
	words: string;
	/** Whether the words follow the time directly, as in "9:30am" and "0:055 seconds". */
	joined: boolean;
	/** Whether the words were preceded by the time's spoken label, and in which language. */
	labelled: boolean;
	language: SpokenLanguage | null;
};

/** What may stand before the first time of a line: bullets, quotes, headings, numbers, brackets. */
const LEAD = /^[\s>#*+•_|"`~[({<-]{0,16}(?:\d{1,4}[.)]\s{1,4})?[\s*_|"`~[({<-]{0,8}$/u;
const CLOSE = /^[\])>}*_`~]{0,6}/u;
const SEPARATORS = /^(?:[\s:|•]|-(?!\d))+/u;
const TIME_OF_DAY = /^\s?(?:[ap]\.?\s?m\b|uhr\b|o['’]clock)/iu;
const AT_END = /^[\])>}*_`~]{0,4}\s{0,8}[:,|]?[\s|*]{0,8}$/u;
const MARKS_AROUND = /^[\s>#*+•_|"`~[({<-]{1,16}|[\s*+•_|"`~[({<,:-]{1,16}$/gu;
const APART = /(?:\s{2,4}|[\t|•,:-]\s{0,4}|[[(<{])$/u;

/** The time of a line; null if it has none at a place where transcripts have it. */
export function readClockLine(line: TextLine, at: number, separator: string): ClockLine | null {
	const plain = plainSigns(line.text);
	const clocks = findClocks(plain, separator, 4);
	const [first] = clocks;
	const last = clocks.at(-1);
	if (first === undefined || last === undefined) return null;
	const input = { line: line.text, plain, at };
	if (LEAD.test(plain.slice(0, first.from))) return leadingClock(input, first);
	const [clock, ends] = AT_END.test(plain.slice(last.to)) ? [last, true] : [first, false];
	return ends ? endingClock(input, clock) : innerClock(input, clock);
}

type Input = { line: string; plain: string; at: number };

function candidate(
	{ at, plain }: Input,
	clock: FoundClock,
	found: Pick<ClockLine, "place" | "speaker" | "words" | "joined">,
): ClockLine | null {
	if (clock.seconds === null) return null;
	const in_brackets = /[[({<]\s?$/.test(plain.slice(0, clock.from));
	const { seconds: start, has_frames } = clock;
	return { at, start, in_brackets, has_frames, labelled: false, language: null, ...found };
}

function leadingClock(input: Input, clock: FoundClock): ClockLine | null {
	const after = input.plain.slice(clock.to);
	const close = CLOSE.exec(after)?.[0] ?? "";
	const separator = SEPARATORS.exec(after.slice(close.length))?.[0] ?? "";
	const words = input.line.slice(clock.to + close.length + separator.length);
	if (TIME_OF_DAY.test(after)) return null;
	const joined = words !== "" && close === "" && separator === "";
	const cells = cellsOf(words, separator);
	return candidate(input, clock, {
		place: words === "" ? "alone" : "lead",
		joined,
		...(cells ?? { speaker: null, words }),
	});
}

/** In a table, the name beside the time and the words. */
function cellsOf(
	words: string,
	separator: string,
): { speaker: string | null; words: string } | null {
	if (!/[|\t]/.test(separator)) return null;
	const cells = words
		.split(/[|\t]/u)
		.map((cell) => cell.trim())
		.filter((cell) => cell !== "");
	const [name = "", ...rest] = cells;
	if (rest.length > 0 && isName(name)) return { speaker: name, words: rest.join(" ") };
	return { speaker: null, words: cells.join(" ") };
}

/** "Jane Miller (00:07):", "Jane Miller  0:07", "The words. (0:07)" */
function endingClock(input: Input, clock: FoundClock): ClockLine | null {
	const before = input.line.slice(0, clock.from);
	const name = before.replace(MARKS_AROUND, "");
	const found = candidate(input, clock, { place: "head", speaker: name, words: "", joined: false });
	if (found === null || isName(name)) return found;
	if (!found.in_brackets) return null;
	const words = before.replace(/[\s[({<]{1,8}$/u, "");
	return { ...found, place: "tail", speaker: null, words };
}

/** "Speaker 1 [00:00:03]: The words.", "| Jane | 0:03 | The words. |" */
function innerClock(input: Input, clock: FoundClock): ClockLine | null {
	const before = input.line.slice(0, clock.from);
	const name = before.replace(MARKS_AROUND, "");
	if (!isName(name) || !APART.test(input.plain.slice(0, clock.from))) return null;
	const after = input.plain.slice(clock.to);
	const close = CLOSE.exec(after)?.[0] ?? "";
	const separator = SEPARATORS.exec(after.slice(close.length))?.[0] ?? "";
	if (close === "" && !/[\t|:]/.test(separator)) return null;
	const words = input.line.slice(clock.to + close.length + separator.length);
	return candidate(input, clock, {
		place: "head",
		speaker: name,
		words: words.replace(/[\s|]{1,8}$/u, ""),
		joined: false,
	});
}

/** The clock's own sign, and in a text without it a dot: "0.07". */
export const CLOCK_SIGNS = [":", "."] as const;
