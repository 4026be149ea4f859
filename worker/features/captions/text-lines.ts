import { findClocks, plainSigns, readClock, readRange, stripDirectionMarks } from "./clocks.ts";

/** A line of a pasted text that is not blank. */
export type TextLine = { text: string; after_blank: boolean };

/** Every character that editors use to break a line. */
export const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** The lines of a text, without marks of direction. */
export function textLines(text: string): TextLine[] {
	const lines: TextLine[] = [];
	let after_blank = true;
	for (const line of stripDirectionMarks(text).split(LINE_BREAK)) {
		if (line.trim() === "") after_blank = true;
		else {
			lines.push({ text: line, after_blank });
			after_blank = false;
		}
	}
	return splitInline(lines);
}

const LINKS: readonly RegExp[] = [
	/\[(\\?\[?[^\][\n]{1,24}\]?)\]\([^()\s]{0,400}\)/gu,
	/\[\[[^\][\n|]{1,200}\|([^\][\n|]{1,24})\]\]/gu,
	/<a\s[^<>]{0,400}>([^<>]{1,24})<\/a>/giu,
];
const AROUND_CLOCK = /[\\[\]()*_`\s]/gu;

/** Puts each time in the place of its link: "[0:07](https://…)" becomes "0:07". */
export function unlinkClocks(pasted: string): string {
	if (!/[[<]/.test(pasted)) return pasted;
	return LINKS.reduce(
		(text, link) =>
			text.replace(link, (whole: string, label: string) =>
				readClock(label.replace(AROUND_CLOCK, "")) ? label.replaceAll("\\", "") : whole,
			),
		pasted,
	);
}

/** A text of so few lines whose times all stand inside a line lost its line breaks. */
const FEW_LINES = 2;
const CLOCKS_TO_SPLIT = 3;
/** More clocks than a transcript has cues. */
const MAX_CLOCKS = 20_000;
const INLINE_RANGE =
	/(?:(?<=^|\s)\d{1,6}\s)?(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s?-{1,2}>\s?(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}/gu;

/** Cuts lines that contain several times in the same form before each of them. */
function splitInline(lines: TextLine[]): TextLine[] {
	const few = lines.length <= FEW_LINES;
	return lines.flatMap((line) => {
		const at = few
			? (inlineRanges(line.text) ?? inlineClocks(line.text, few))
			: inlineClocks(line.text, few);
		return at === null ? [line] : cutAt(line.text, at).map((text) => ({ text, after_blank: true }));
	});
}

function inlineRanges(text: string): number[] | null {
	const ranges = [...plainSigns(text).matchAll(INLINE_RANGE)].slice(0, MAX_CLOCKS);
	if (ranges.length < 2) return null;
	const indexes = ranges.map(([range]) => /^(\d{1,6})\s/.exec(range)?.[1]);
	const counted = indexes.every((index, at) => Number(index) === at + Number(indexes[0]));
	return ranges.map(({ index, 0: range }, at) =>
		counted ? index : index + (indexes[at] === undefined ? 0 : range.indexOf(" ") + 1),
	);
}

/** Where the times of a line stand if it begins with one and they rise; null if they do not. */
function inlineClocks(text: string, few: boolean): number[] | null {
	const plain = plainSigns(text);
	if (readRange(text) !== null) return null;
	const clocks = findClocks(plain, ":", MAX_CLOCKS).map((clock) => {
		const in_brackets = /[[(<]/.test(plain[clock.from - 1] ?? "");
		return { ...clock, in_brackets, at: clock.from - (in_brackets ? 1 : 0) };
	});
	const [first] = clocks;
	if (!first || plain.slice(0, first.at).trim() !== "") return null;
	const alike = clocks.filter(
		({ has_hours, in_brackets }) =>
			in_brackets === first.in_brackets && (in_brackets || has_hours === first.has_hours),
	);
	const rise = alike.every(({ seconds }, at) => (seconds ?? -1) > (alike[at - 1]?.seconds ?? -1));
	const sure = first.has_hours || first.in_brackets || few;
	return rise && sure && alike.length >= CLOCKS_TO_SPLIT ? alike.map(({ at }) => at) : null;
}

function cutAt(text: string, places: readonly number[]): string[] {
	const starts = places[0] === 0 ? places : [0, ...places];
	return starts
		.map((start, at) => text.slice(start, starts[at + 1]))
		.filter((piece) => piece.trim() !== "");
}
