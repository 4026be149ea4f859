import { plainSigns } from "./clocks.ts";
import TABLE from "./spoken-times.json" with { type: "json" };

/** A name of a unit, around its number: "# seconds". `numberless` for "two minutes" in one word. */
type Name = { before: string; after: string; numberless: boolean };
/** The names by count, and all of them. */
type Unit = { named: (count: number) => readonly Name[]; names: readonly Name[] };
export type SpokenLanguage = {
	units: readonly { size_s: number; long: Unit; short: Unit }[];
	joins: readonly string[];
};

const UNIT_S = [3600, 60, 1];

const LANGUAGES: readonly SpokenLanguage[] = TABLE.map(({ joins, units }) => ({
	joins: joins.map((join) => plainSigns(join).toLowerCase()),
	units: units.map(([long, short], at) => ({
		size_s: UNIT_S[at] ?? 1,
		long: readUnit(long),
		short: readUnit(short),
	})),
}));

function readUnit({ patterns, of }: { patterns: string[]; of: string } = { patterns: [], of: "" }) {
	const names = patterns.map((pattern) => {
		const [before = "", after] = plainSigns(pattern).toLowerCase().split("#");
		return { before: before.trim(), after: (after ?? "").trim(), numberless: after === undefined };
	});
	const named = (count: number) => names.slice(Number(of[count] ?? of[0])).slice(0, 1);
	return { named, names };
}

/** No label is longer. */
const MAX_LABEL_CHARS = 120;
const NUMBER = /^ ?(\d{1,3}) ?/;
const LETTER_AHEAD = /^[\p{L}\p{M}]/u;
const ENDS_IN_HAN = /\p{Script=Han}$/u;

/**
 * Removes the label of a time that screen readers announce, which text copied from YouTube's panel
 * has directly before the words: "2 minutes, 29 secondscongratulations". The label must name the
 * second `start`. null if the line has no such label in this language.
 *
 * Where the label ends is decided by the name that its number takes: in "1 secondso what" the "s"
 * belongs to the next word.
 */
export function withoutSpokenClock(
	line: string,
	start: number,
	language: SpokenLanguage,
): string | null {
	const words = line.trimStart();
	const head = plainSigns(words.slice(0, MAX_LABEL_CHARS));
	const lower = head.toLowerCase();
	const rest = lower.length === head.length ? lower : head;
	const ends = readLabel(rest, language).findLast(({ seconds }) => seconds === Math.floor(start));
	return ends === undefined ? null : words.slice(ends.at).trimStart();
}

/** What a label at the start of a text says after each of its parts, and where the part ends. */
function readLabel(rest: string, language: SpokenLanguage): { seconds: number; at: number }[] {
	const parts: { seconds: number; at: number }[] = [];
	for (const { size_s, long, short } of language.units) {
		const { seconds = 0, at = 0 } = parts.at(-1) ?? {};
		const from = at === 0 ? 0 : at + joinLength(rest.slice(at), language.joins);
		const part = readPart(rest.slice(from), long, short);
		if (part === null) continue;
		parts.push({ seconds: seconds + part.count * size_s, at: from + part.chars });
	}
	return parts;
}

/** The time that a line consists of, as its label; null if it is something else. */
export function spokenSeconds(line: string): number | null {
	const label = plainSigns(line).toLowerCase().trim();
	for (const language of LANGUAGES) {
		const last = readLabel(label, language).at(-1);
		if (last?.at === label.length) return last.seconds;
	}
	return null;
}

function joinLength(rest: string, joins: readonly string[]): number {
	const comma = /^[ \p{P}]{0,3}/u.exec(rest)?.[0].length ?? 0;
	const join = joins.find((it) => rest.startsWith(it, comma));
	return comma + (join?.length ?? 0);
}

function readPart(rest: string, long: Unit, short: Unit): { count: number; chars: number } | null {
	const count = Number(/^\D{0,20}(\d{1,3})/.exec(rest)?.[1] ?? 0);
	const exact = long.named(count).map((name) => readName(rest, name));
	// Other names of the unit could run into the next word.
	const others = [...long.names, ...short.names].map((name) => {
		const part = readName(rest, name);
		const apart = part && !LETTER_AHEAD.test(rest.slice(part.chars));
		return apart || ENDS_IN_HAN.test(name.after) ? part : null;
	});
	const wordly = [1, 2].flatMap((number) =>
		long
			.named(number)
			.filter((name) => name.numberless && rest.trimStart().startsWith(name.before))
			.map((name) => ({
				count: number,
				chars: rest.length - rest.trimStart().length + name.before.length,
			})),
	);
	return [...exact, ...others, ...wordly].find((part) => part !== null) ?? null;
}

function readName(
	rest: string,
	{ before, after, numberless }: Name,
): { count: number; chars: number } | null {
	if (numberless) return null;
	const lead = before === "" ? 0 : rest.length - rest.trimStart().length;
	if (!rest.startsWith(before, lead)) return null;
	const number = NUMBER.exec(rest.slice(lead + before.length));
	if (number === null) return null;
	const end = lead + before.length + (after === "" ? number[0].trimEnd().length : number[0].length);
	if (!rest.startsWith(after, end)) return null;
	return { count: Number(number[1]), chars: end + after.length };
}

/** Enough lines to find the language; bounds the work. */
const LINES_TO_TELL = 60;

/**
 * The language whose labels most of the lines have; null if none has any. Every label is tried in
 * every language, because "1 secondone day" could also be Italian.
 */
export function spokenLanguage(
	lines: readonly { text: string; start: number }[],
): SpokenLanguage | null {
	const seen = lines.slice(0, LINES_TO_TELL).filter(({ text }) => /[\p{Nd}\p{L}]/u.test(text));
	let best: SpokenLanguage | null = null;
	let most = 0;
	for (const language of LANGUAGES) {
		const count = seen.filter(
			({ text, start }) => withoutSpokenClock(text, start, language) !== null,
		).length;
		if (count > most) [best, most] = [language, count];
	}
	return best;
}
