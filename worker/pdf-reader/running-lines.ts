import type { Line } from "./lines.ts";

/** The part of a page's height, above and below, where headers and footers stand. */
const MARGIN = 0.11;
/** Left and right pages have headers of their own. */
const PAGES_APART = 2;
const SAME_PLACE = 4;

export type PageOfLines = {
	lines: Line[];
	/** The first and last place of a baseline on the page. */
	top: number;
	bottom: number;
};

/** A page's lines without the headers and footers that the pages around it have too. */
export function withoutRunningLines(pages: readonly PageOfLines[], at: number): Line[] {
	const page = pages[at];
	if (!page) return [];
	const others = pages.filter((_, index) => index !== at && Math.abs(index - at) <= PAGES_APART);
	const known = new Set(others.flatMap((other) => marginLines(other).flatMap(keysOf)));
	const running = new Set(marginLines(page).filter((line) => known.has(keyOf(line, 0))));
	const left = page.lines.filter((line) => !running.has(line));
	return left.length === 0 ? page.lines : left;
}

function marginLines({ lines, top, bottom }: PageOfLines): Line[] {
	const margin = (bottom - top) * MARGIN;
	return lines.filter(({ baseline }) => baseline < top + margin || baseline > bottom - margin);
}

/** Page numbers count as the same. */
function keyOf({ pieces, baseline }: Line, shifted: number): string {
	const text = pieces.map((piece) => piece.text).join(" ");
	return `${Math.round(baseline / SAME_PLACE) + shifted} ${text.replace(/\d+/g, "0")}`;
}

function keysOf(line: Line): string[] {
	return [-1, 0, 1].map((shifted) => keyOf(line, shifted));
}
