import { type Box, isInside, type Point } from "./geometry.ts";

/** How text is painted, apart from its place: as PDF's text rendering modes. */
export type Ink = {
	/** CSS notation; null if it is a pattern; "none" if nothing is painted. */
	color: string | null;
	point: Point;
	/** How many areas were painted before it. */
	after: number;
};

/** What is painted on a page besides text, in order. */
export type Area = {
	box: Box;
	/** null for a picture, a pattern or a shading. */
	color: string | null;
	/** Whether what lies below can be seen. */
	opaque: boolean;
};

/** Pages of maps and diagrams have more; those are small and lie behind no text. */
const MAX_AREAS = 2_000;
const MIN_AREA_POINTS = 4;

/** Adds an area that is large enough to lie behind text. */
export function addArea(areas: Area[], area: Area): void {
	const [left, bottom, right, top] = area.box;
	const is_large = right - left >= MIN_AREA_POINTS && top - bottom >= MIN_AREA_POINTS;
	if (is_large && areas.length < MAX_AREAS) areas.push(area);
}

/** Whether a reader sees the ink: it has another colour than what lies below, and nothing above. */
export function isSeen({ color, point, after }: Ink, areas: readonly Area[]): boolean {
	let below: string | null = "#ffffff";
	for (const [index, area] of areas.entries()) {
		if (!isInside(point, area.box)) continue;
		if (index < after) below = area.opaque ? area.color : null;
		else if (area.opaque && area.color !== null) return false;
		// The text that a scanner's software puts below the picture of the page.
		else if (area.color === null) below = null;
	}
	if (color === "none") return below === null;
	return color === null || below === null || difference(color, below) > MIN_DIFFERENCE;
}

/** Of 255 in one of red, green and blue. */
const MIN_DIFFERENCE = 20;

function difference(one: string, other: string): number {
	const [ours, theirs] = [channels(one), channels(other)];
	return Math.max(...ours.map((value, at) => Math.abs(value - (theirs[at] ?? 0))));
}

function channels(color: string): number[] {
	return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
