import { median, regionsOf } from "./columns.ts";
import { joinLines } from "./hyphens.ts";
import { type Line, linesOf, type Placed, rowsOf, textOf } from "./lines.ts";
import type { Piece } from "./painted-text.ts";
import { isRightToLeft } from "./reading-direction.ts";
import { CELL_END } from "./wire.ts";

/** A paragraph, heading, list item or row of a table. */
export type Paragraph = {
	text: string;
	size: number;
	/** Whether it is the first of its column. */
	begins_column: boolean;
	/** Whether its last line is as long as the column is wide. */
	is_full: boolean;
};

/** A page's lines of one direction. */
export type PageLines = { lines: Line[]; right_to_left: boolean };

/** The lines of each direction, those with the most text first. */
export function linesByAngle(pieces: readonly Piece[]): PageLines[] {
	const groups = new Map<number, Piece[]>();
	for (const piece of pieces) {
		const group = groups.get(piece.angle);
		if (group) group.push(piece);
		else groups.set(piece.angle, [piece]);
	}
	return [...groups.values()]
		.sort((one, other) => other.length - one.length)
		.map((group) => ({
			lines: linesOf(group),
			right_to_left: group.filter(({ text }) => isRightToLeft(text)).length > group.length / 2,
		}));
}

type Row = { text: string; start: number; end: number; baseline: number; size: number };

/** The paragraphs of a page, in the order in which they are read. */
export function paragraphsOf({ lines, right_to_left }: PageLines): Paragraph[] {
	return regionsOf(lines, right_to_left).flatMap((region) =>
		inRegion(rowsOf(region.flatMap(({ pieces }) => pieces)).map(rowOf), right_to_left),
	);
}

function rowOf(pieces: readonly Placed[]): Row {
	const upright = pieces.filter(({ shift }) => shift === null);
	const counted = upright.length > 0 ? upright : pieces;
	return {
		text: textOf(pieces),
		start: Math.min(...pieces.map(({ start }) => start)),
		end: Math.max(...pieces.map(({ end }) => end)),
		baseline: counted[0]?.baseline ?? 0,
		size: median(counted.map(({ size }) => size)),
	};
}

type Column = { start: number; end: number; leading: number; right_to_left: boolean };

function inRegion(rows: readonly Row[], right_to_left: boolean): Paragraph[] {
	const column = {
		start: Math.min(...rows.map(({ start }) => start)),
		end: Math.max(...rows.map(({ end }) => end)),
		leading: leadingOf(rows),
		right_to_left,
	};
	const paragraphs: Row[][] = [];
	for (const row of rows) {
		const last = paragraphs.at(-1)?.at(-1);
		if (last && !beginsParagraph(row, last, column)) paragraphs.at(-1)?.push(row);
		else paragraphs.push([row]);
	}
	return paragraphs.map((lines, at) => ({
		text: joinLines(lines.map(({ text }) => text)),
		size: median(lines.map(({ size }) => size)),
		begins_column: at === 0,
		is_full: missing(lines.at(-1), column) < FULL,
	}));
}

/** From baseline to baseline. A column of few lines does not tell it. */
function leadingOf(rows: readonly Row[]): number {
	const size = median(rows.map((row) => row.size));
	const steps = rows.slice(1).map(({ baseline }, at) => baseline - (rows[at]?.baseline ?? 0));
	const most = (steps.length > 3 ? 2.6 : 1.6) * size;
	return Math.min(Math.max(median(steps), size), most);
}

/** Parts of the column's width. */
const FULL = 0.12;
const SHORT = 0.2;
const VERY_SHORT = 0.35;
/** Parts of the text's size. */
const INDENT = 0.8;
const MAX_LEADING = 1.35;
const MAX_SIZE_CHANGE = 0.12;

const ITEM = /^(?:[•‣▪●○◦■□–—*·]|\(?\p{Nd}{1,3}[.)]|\(?\p{Ll}\))\s/u;
const SENTENCE_END = /[.!?…:。！？؟۔।]["'”’»)\]」』）]*[\ufde0-\ufde3\d,]*$/u;

function beginsParagraph(row: Row, last: Row, column: Column): boolean {
	if (row.text.includes(CELL_END) || last.text.includes(CELL_END)) return true;
	if (Math.abs(row.size - last.size) > MAX_SIZE_CHANGE * last.size) return true;
	if (row.baseline - last.baseline > MAX_LEADING * column.leading) return true;
	if (ITEM.test(row.text)) return true;
	if (indentOf(row, column) > INDENT * row.size && indentOf(last, column) < 0.5 * row.size)
		return !ITEM.test(last.text);
	const left = missing(last, column);
	if (left > SHORT && SENTENCE_END.test(last.text)) return true;
	return left > VERY_SHORT && !/^\P{L}*\p{Ll}/u.test(row.text) && !/[-,;]$/.test(last.text);
}

function indentOf(row: Row, { start, end, right_to_left }: Column): number {
	return right_to_left ? end - row.end : row.start - start;
}

/** The part of the column's width that a row leaves free at its end. */
function missing(row: Row | undefined, { start, end, right_to_left }: Column): number {
	if (!row) return 1;
	return (right_to_left ? row.start - start : end - row.end) / Math.max(1, end - start);
}

export function endsSentence(text: string): boolean {
	return SENTENCE_END.test(text);
}
