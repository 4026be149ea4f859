import type { Line } from "./lines.ts";

/** All in parts of the text's size. */
const MIN_GUTTER = 0.6;
/** Narrower text is a table's, whose rows are read across. */
const MIN_COLUMN = 6.5;
/** Lines of a column of prose are about as long as its longest. */
const FILLED = 0.7;
const MIN_LINES = 3;
/** Two lines are columns if they are long and the second goes on with a small letter. */
const FEWEST_LINES = 2;
const MIN_LONG = 12;
const MAX_DEPTH = 16;
const MAX_CANDIDATES = 200;

/** Lines that are read one after another, without a column beside them. */
export type Region = Line[];

/** Parts lines, sorted by baseline, into columns, in the order in which they are read. */
export function regionsOf(lines: readonly Line[], right_to_left: boolean, depth = 0): Region[] {
	const cut = depth < MAX_DEPTH ? bestGutter(lines) : null;
	if (cut === null) return lines.length === 0 ? [] : [[...lines]];
	const { from, to, at } = cut;
	const inside = lines.slice(from, to);
	const sides = [inside.filter(({ end }) => end <= at), inside.filter(({ start }) => start >= at)];
	if (right_to_left) sides.reverse();
	return [lines.slice(0, from), ...sides, lines.slice(to)].flatMap((part) =>
		regionsOf(part, right_to_left, depth + 1),
	);
}

/** Where no line crosses `at`, from the line `from` up to `to`. */
type Gutter = { at: number; from: number; to: number; lines: number };

/** The white stripe with the most lines on both sides. */
function bestGutter(lines: readonly Line[]): Gutter | null {
	if (lines.length < 2 * FEWEST_LINES) return null;
	let best: Gutter | null = null;
	for (const at of candidates(lines))
		for (const gutter of guttersAt(lines, at)) if (gutter.lines > (best?.lines ?? 0)) best = gutter;
	return best;
}

/** Where a column may begin: a little left of where several lines do. */
function candidates(lines: readonly Line[]): number[] {
	const starts = new Map<number, number>();
	for (const { start, size } of lines) {
		const place = Math.floor(start - size * 0.2);
		starts.set(place, (starts.get(place) ?? 0) + 1);
	}
	return [...starts]
		.filter(([, count]) => count >= 2)
		.sort((one, other) => other[1] - one[1])
		.slice(0, MAX_CANDIDATES)
		.map(([at]) => at);
}

function* guttersAt(lines: readonly Line[], at: number): Generator<Gutter> {
	let from = 0;
	for (let to = 0; to <= lines.length; to += 1) {
		const line = lines[to];
		if (line && (line.end <= at || line.start >= at)) continue;
		const gutter = judge(lines.slice(from, to), at);
		if (gutter > 0) yield { at, from, to, lines: gutter };
		from = to + 1;
	}
}

/** The number of lines on the shorter side; 0 if the stripe parts no columns of prose. */
function judge(lines: readonly Line[], at: number): number {
	const left = lines.filter(({ end }) => end <= at);
	const right = lines.filter(({ start }) => start >= at);
	const fewest = Math.min(left.length, right.length);
	if (fewest < FEWEST_LINES) return 0;
	const size = median(lines.map((line) => line.size));
	const white =
		Math.min(...right.map(({ start }) => start)) - Math.max(...left.map(({ end }) => end));
	if (white < MIN_GUTTER * size) return 0;
	return [left, right].every((side) => isProse(side, size)) ? fewest : 0;
}

function isProse(lines: readonly Line[], size: number): boolean {
	const widths = lines.map(({ start, end }) => end - start);
	if (lines.length < MIN_LINES)
		return median(widths) >= MIN_LONG * size && lines.slice(1).some(goesOn);
	if (median(widths) < MIN_COLUMN * size) return false;
	const column = [...widths].sort((one, other) => other - one)[Math.floor(widths.length / 10)] ?? 0;
	const filled = widths.filter((width) => width >= FILLED * column);
	return filled.length >= widths.length / 2;
}

function goesOn({ pieces }: Line): boolean {
	return /^\P{L}{0,2}\p{Ll}/u.test(pieces[0]?.text ?? "");
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
