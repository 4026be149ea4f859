/*
 * The one reader of times in a line of text: what counts as a clock, and which second it names.
 * What the clocks of a text mean together is decided in `timed-lines.ts`.
 */

/** Invisible marks that editors put around numbers. None of them is part of a word. */
const INVISIBLE_MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Removes the marks of direction and width that stand around times. */
export function stripDirectionMarks(text: string): string {
	return text.replace(INVISIBLE_MARKS, "");
}

/** Characters that stand for a sign of ASCII, by that sign. */
const SIGNS: readonly (readonly [string, string])[] = [
	[":", "：︓﹕∶꞉"],
	[".", "．․٫"],
	[",", "，،﹐"],
	[";", "；﹔"],
	["-", "‐‑‒–—―−－﹣"],
	[">", "＞→⟶➔➜➝➞⇒›\uf0e0"],
	["[", "［【〔"],
	["]", "］】〕"],
	["(", "（﹙"],
	[")", "）﹚"],
	["|", "｜"],
	["•", "·‧∙●◦▪‣・"],
];
const SIGN_OF = new Map(
	SIGNS.flatMap(([sign, others]) => Array.from(others, (it) => [it, sign] as const)),
);
/** Fills the second unit of a digit that takes two, so that offsets stay. */
const FILLER = "\u2060";
const NOT_ASCII = /[^\0-\x7f]/gu;
const DIGIT = /^\p{Nd}$/u;

/**
 * A text of the same length in which digits of every script, full-width signs, dashes, arrows and
 * spaces are those of ASCII, so that times can be looked for in it.
 */
export function plainSigns(text: string): string {
	return text.replace(NOT_ASCII, (character) => {
		const sign = SIGN_OF.get(character);
		if (sign !== undefined) return sign;
		if (DIGIT.test(character))
			return `${character.length > 1 ? FILLER : ""}${digitValue(character.codePointAt(0) ?? 0)}`;
		return /\s/u.test(character) ? " " : character;
	});
}

/** Unicode encodes the decimal digits of each script as ten code points in a row. */
function digitValue(code: number): number {
	let below = 0;
	while (DIGIT.test(String.fromCodePoint(code - below - 1))) below += 1;
	return below % 10;
}

/** A digit of `plainSigns`. */
const D = `(?:${FILLER}?\\d)`;
const FRACTION = `(?:[.,](${D}{1,9})(?!${D}*[:;]${D}))?`;
/** Hours, minutes, seconds; the separator is the same throughout, as the group says. */
const TIGHT = `(${D}{1,3})([:.])(${D}{2})(?:\\2(${D}{2}))?(?:[:;](${D}{2,3}))?${FRACTION}`;
const EXACT = new RegExp(`^${TIGHT}$`, "u");
const NOT_BEFORE = "(?<![\\d:.,])";
/** A digit may follow: "0:055 seconds" is what the panel's spoken label looks like when copied. */
const NOT_AFTER = "(?!:\\d)";
const LOOSE_FRACTION = `(?:\\s?[.,]\\s?(-?${D}{1,9})(?!${D}*\\s?[:;]\\s?${D})${D}{0,20}(?:\\.${D}{1,20})?)?`;
/** As translators and speech recognisers write it: with spaces inside, signs, short parts. */
function looseClock(separator: string): string {
	return `(-?${D}{1,4})\\s?(?<${separator}>[:;.])\\s?(-?${D}{1,2})(?:\\s?\\k<${separator}>\\s?(-?${D}{1,2}))?(?:\\s?[:;]\\s?(${D}{1,3}))?${LOOSE_FRACTION}:?`;
}
/** "6.10s" */
const SECONDS = `(${D}{1,6}(?:\\.${D}{1,3})?)s`;
const ARROW = `\\s{0,4}(?:[-=~]{0,3}\\s?(?:>|&gt;){1,2}|[-=~]{1,3}|à|,)\\s{0,4}`;

const RANGE_LINE = new RegExp(
	`^\\s{0,8}(?:(\\d{1,6})\\s{1,4})?([[(]?)\\s?(${looseClock("a")})(?:${ARROW}|\\s{1,4})(${looseClock("b")})\\s?([\\])]?)(?=$|[\\s\\]):|])(.*)$`,
	"u",
);
const SECONDS_RANGE = new RegExp(`^\\s{0,8}\\[?${SECONDS}${ARROW}${SECONDS}\\]?(.*)$`, "u");
/** Settings of WebVTT and coordinates of SubRip behind a timing. */
const SETTINGS =
	/^(?:\s{1,8}(?:align|line|position|size|vertical|region|[XY][12]):\S{1,80}){0,12}\s*$/iu;

export type ReadClock = {
	/** Seconds; null if the clock names no time, as a negative one. */
	seconds: number | null;
	has_hours: boolean;
	/** Whether it counts frames, as editing programs do. */
	has_frames: boolean;
	separator: string;
};

function readParts([first = "", separator = "", second = "", third, frames, fraction]: readonly (
	| string
	| undefined
)[]): ReadClock {
	const parts = [first, second, ...(third === undefined ? [] : [third])].map(toNumber);
	const [small = 0, middle = 0, large = 0] = parts.reverse();
	const negative = [first, second, third, fraction].some((part) => part?.includes("-"));
	const out_of_range = small >= 60 || (third !== undefined && middle >= 60);
	const is_ms = frames !== undefined && frames.replaceAll(FILLER, "").length === 3;
	const part_s = toNumber(`0.${(is_ms ? frames : fraction) ?? 0}`);
	return {
		seconds: negative || out_of_range ? null : large * 3600 + middle * 60 + small + part_s,
		has_hours: third !== undefined,
		has_frames: frames !== undefined && !is_ms,
		separator,
	};
}

function toNumber(digits: string): number {
	return Number(digits.replaceAll(FILLER, ""));
}

/** The clock that a text consists of; null if it is something else. */
export function readClock(text: string): ReadClock | null {
	const found = EXACT.exec(plainSigns(text).trim());
	return found && readParts(found.slice(1));
}

export type TimeRange = {
	start: ReadClock;
	end: number | null;
	/** A number before the times on the same line. */
	index: string | null;
	/** What follows the times on the same line, in the words of `line`. */
	words: string;
	in_brackets: boolean;
};

/** A line that begins with the times of a cue, such as "00:00:01,000 --> 00:00:04,000". */
export function readRange(line: string): TimeRange | null {
	const plain = plainSigns(line);
	const seconds = SECONDS_RANGE.exec(plain);
	if (seconds !== null) {
		const [, start = "", end = "", rest = ""] = seconds;
		const clock = { has_hours: false, has_frames: false, separator: "s" };
		return {
			start: { ...clock, seconds: toNumber(start) },
			end: toNumber(end),
			index: null,
			words: line.slice(line.length - rest.length).trim(),
			in_brackets: true,
		};
	}
	const found = RANGE_LINE.exec(plain);
	if (found === null) return null;
	const rest = found[18] ?? "";
	return {
		start: readParts(found.slice(4, 10)),
		end: readParts(found.slice(11, 17)).seconds,
		index: found[1] ?? null,
		words: SETTINGS.test(rest) ? "" : line.slice(line.length - rest.length).trim(),
		in_brackets: found[2] !== "",
	};
}

/** Digits, separators and an arrow: a line of times, though nobody can say which. */
const LOOKS_TIMED = /^(?=[^>]{0,60}(?:-|=|>|&gt;|\bto\b))(?:[\s\d:;.,>=-]|&gt;|to|à){8,80}$/u;
const MANY_COLONS = /^(?:[^:;]*[:;]){2}/u;

/** Whether a line can only be the times of a cue. */
export function looksTimed(line: string): boolean {
	if (line.length > 120) return false;
	const plain = plainSigns(line);
	return LOOKS_TIMED.test(plain) && MANY_COLONS.test(plain) && /\d/.test(plain);
}

export type FoundClock = ReadClock & {
	/** Offsets in the line, without brackets. */
	from: number;
	to: number;
};

const ANY_CLOCK = new RegExp(`${NOT_BEFORE}${TIGHT}${NOT_AFTER}`, "gu");

/** Clocks in a line, in order. `separator` is ":" or ".". */
export function findClocks(plain: string, separator: string, limit: number): FoundClock[] {
	const found: FoundClock[] = [];
	for (const match of plain.matchAll(ANY_CLOCK)) {
		if (match[2] !== separator) continue;
		const from = match.index;
		found.push({ ...readParts(match.slice(1)), from, to: from + match[0].length });
		if (found.length === limit) break;
	}
	return found;
}
