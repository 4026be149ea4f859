import type { Piece } from "./painted-text.ts";
import { inReadingOrder, isRightToLeft } from "./reading-direction.ts";
import { CELL_END, LOWERED, NOTE, RAISED, SHIFT_END } from "./wire.ts";

type Shift = "raised" | "lowered" | null;
export type Placed = Piece & { shift: Shift };

/** Pieces on one baseline without a wide gap between them. */
export type Line = { pieces: Placed[]; start: number; end: number; baseline: number; size: number };

/** All in parts of the text's size. Spaces are a quarter of it, and wider in justified lines. */
const SAME_BASELINE = 0.25;
const SPACE = 0.15;
const WIDE_GAP = 0.75;
const CELL_GAP = 1.8;
/** Between ideographs, which stand apart without a space. */
const IDEOGRAPH_SPACE = 0.5;

/** The lines of pieces of one direction, from the first line to the last. */
export function linesOf(pieces: readonly Piece[]): Line[] {
	const rows = rowsOf(pieces.map((piece) => ({ ...piece, shift: null })));
	const lines = rows.flatMap((row) => split(row));
	return attachShifted(lines).sort(byBaseline);
}

function byBaseline(one: Line, other: Line): number {
	return one.baseline - other.baseline || one.start - other.start;
}

/** Pieces of the same baseline, each sorted along the line. */
export function rowsOf(pieces: readonly Placed[]): Placed[][] {
	const sorted = [...pieces].sort((one, other) => one.baseline - other.baseline);
	const rows: Placed[][] = [];
	for (const piece of sorted) {
		const first = rows.at(-1)?.[0];
		const near =
			first !== undefined &&
			piece.baseline - first.baseline < SAME_BASELINE * Math.min(piece.size, first.size);
		if (near) rows.at(-1)?.push(piece);
		else rows.push([piece]);
	}
	for (const row of rows) row.sort((one, other) => one.start - other.start);
	return rows;
}

/** Parts a row at its wide gaps. What is painted twice at one place counts once. */
function split(row: readonly Placed[]): Line[] {
	const lines: Line[] = [];
	for (const piece of row) {
		const line = lines.at(-1);
		const last = line?.pieces.at(-1);
		if (!line || !last || piece.start - line.end > WIDE_GAP * Math.min(piece.size, line.size)) {
			lines.push(lineOf([piece]));
			continue;
		}
		const twice = last.text === piece.text && piece.start - last.start < 0.2 * piece.size;
		if (twice && last.shift === piece.shift) continue;
		line.pieces.push(piece);
		line.end = Math.max(line.end, piece.end);
	}
	return lines.map(({ pieces }) => lineOf(pieces));
}

function lineOf(pieces: Placed[]): Line {
	const upright = pieces.filter(({ shift }) => shift === null);
	const counted = upright.length > 0 ? upright : pieces;
	const widest = counted.reduce((best, it) => (widthOf(it) > widthOf(best) ? it : best));
	return {
		pieces,
		start: Math.min(...pieces.map(({ start }) => start)),
		end: Math.max(...pieces.map(({ end }) => end)),
		baseline: widest.baseline,
		size: sizeOf(counted),
	};
}

function widthOf({ start, end }: { start: number; end: number }): number {
	return end - start;
}

/** The size of most of the text. */
function sizeOf(pieces: readonly Placed[]): number {
	const widths = new Map<number, number>();
	for (const piece of pieces) {
		const size = Math.round(piece.size * 4) / 4;
		widths.set(size, (widths.get(size) ?? 0) + widthOf(piece));
	}
	return [...widths].reduce((best, it) => (it[1] > best[1] ? it : best))[0];
}

/** Longer text is no sign, exponent or index. */
const MAX_SHIFTED_CHARS = 25;
const MAX_ROWS_APART = 12;

/** Puts signs, exponents and indices into the lines beside whose text they stand. */
function attachShifted(lines: readonly Line[]): Line[] {
	const sorted = [...lines].sort(byBaseline);
	const attached = new Map<Line, Placed[]>();
	const gone = new Set<Line>();
	for (const [at, line] of sorted.entries()) {
		const length = line.pieces.reduce((sum, { text }) => sum + text.length, 0);
		if (length > MAX_SHIFTED_CHARS) continue;
		const near = neighbours(sorted, at, line.size * 2.5);
		for (const host of near) {
			const shift = shiftOf(line, host);
			if (shift === null || gone.has(host)) continue;
			const shifted = line.pieces.map((piece) => ({ ...piece, shift, baseline: host.baseline }));
			attached.set(host, [...(attached.get(host) ?? []), ...shifted]);
			gone.add(line);
			break;
		}
	}
	const rows = sorted
		.filter((line) => !gone.has(line))
		.flatMap((line) => [...line.pieces, ...(attached.get(line) ?? [])]);
	return rowsOf(rows).flatMap((row) => split(row));
}

/** The lines before and after one whose baselines are near. */
function neighbours(sorted: readonly Line[], at: number, reach: number): Line[] {
	const baseline = sorted[at]?.baseline ?? 0;
	const found: Line[] = [];
	for (const step of [-1, 1])
		for (let rows = 1; rows <= MAX_ROWS_APART * 4; rows += 1) {
			const line = sorted[at + step * rows];
			if (!line || Math.abs(line.baseline - baseline) > reach) break;
			found.push(line);
		}
	return found;
}

/** Whether a line of small text stands beside the text of another, above or below its baseline. */
function shiftOf(line: Line, host: Line): Shift {
	const { size } = host;
	if (line.size > size * 0.86 || line.size < size * 0.35) return null;
	const above = host.baseline - line.baseline;
	const raised = above > size * 0.12 && above < size * 0.75;
	const lowered = above < size * -0.06 && above > size * -0.4;
	if (!raised && !lowered) return null;
	const beside = host.pieces.some(
		(piece) =>
			piece.size > line.size * 1.15 &&
			((line.start - piece.end > size * -0.3 && line.start - piece.end < size * 0.45) ||
				(piece.start - line.end > size * -0.3 && piece.start - line.end < size * 0.45)),
	);
	if (!beside) return null;
	return raised ? "raised" : "lowered";
}

type Part = { text: string; shift: Shift };

/** The text of one or more lines of the same baseline. Cells end with a tab. */
export function textOf(pieces: readonly Placed[]): string {
	const parts: Part[] = [];
	let last: Placed | null = null;
	for (const piece of pieces) {
		const between = last === null ? "" : separator(last, piece);
		if (between !== "") {
			const shift = last?.shift === piece.shift ? piece.shift : null;
			parts.push({ text: between, shift });
		}
		parts.push({ text: piece.text, shift: piece.shift });
		last = last && last.end > piece.end ? { ...piece, end: last.end } : piece;
	}
	return marked(inReadingOrder(parts, ({ text }) => text));
}

const IDEOGRAPH =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

function separator(last: Placed, next: Placed): string {
	const size = Math.min(Math.max(last.size, next.size), 2 * Math.min(last.size, next.size));
	const gap = next.start - last.end;
	if (gap >= CELL_GAP * size) return CELL_END;
	if (isRightToLeft(last.text) || isRightToLeft(next.text)) return gap > SPACE * size ? " " : "";
	const dense = IDEOGRAPH.test(last.text.slice(-1)) && IDEOGRAPH.test(next.text.slice(0, 1));
	if (dense) return gap > IDEOGRAPH_SPACE * size ? " " : "";
	return (next.spaced && gap > 0.03 * size) || gap > SPACE * size ? " " : "";
}

/** Joins the parts, with marks around what is raised or lowered. */
function marked(parts: readonly Part[]): string {
	let text = "";
	let open: Shift = null;
	for (const [at, part] of parts.entries()) {
		if (part.shift !== open) {
			if (open !== null) text += SHIFT_END;
			text += markOf(text, parts, at);
			open = part.shift;
		}
		text += part.text;
	}
	return open === null ? text : text + SHIFT_END;
}

function markOf(before: string, parts: readonly Part[], at: number): string {
	const shift = parts[at]?.shift;
	if (shift === "lowered") return LOWERED;
	if (shift !== "raised") return "";
	return isNote(before, parts, at) ? RAISED + NOTE : RAISED;
}

const SIGN = /^\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}$/;
/** Ten, two and e are raised to a power, as are variables, units and brackets. */
const BASE = /(?:(?<![\p{L}\p{N}.,])(?:10|2)|(?<!\p{L})\p{L}{1,3}|[)\]=+×·*/^-])$/u;
const OPERATOR = /^\s*[=<>+×·*/^−]/u;

/**
 * Whether a raised number must be the sign of a note, which nothing but its place marks in a PDF:
 * neither "5" in running text nor a word of more than three letters is raised to a power.
 */
function isNote(before: string, parts: readonly Part[], at: number): boolean {
	let after = at;
	let content = "";
	for (; parts[after]?.shift === "raised"; after += 1) content += parts[after]?.text ?? "";
	const following = parts.slice(after, after + 3).map(({ text }) => text);
	if (!SIGN.test(content.trim()) || /(?:^|\s)$/.test(before)) return false;
	return !BASE.test(before.slice(-12)) && !OPERATOR.test(following.join(""));
}
