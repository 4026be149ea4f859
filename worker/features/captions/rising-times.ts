/*
 * What the times of a text are worth together: those of a transcript rise.
 */

/** More times than this share that run backwards are no slips. */
const SLIP_SHARE = 0.2;
/** So many wrong times after each other are a part of its own. */
const SLIPS_IN_A_ROW = 3;
/** A part that begins again does so this early (seconds). */
const PART_BEGINS_S = 60;

/**
 * "rising" throughout; with "slips", a few that are wrong alone; it "restarts" if parts follow each
 * other that each begin at their own zero; otherwise the times are "mixed".
 */
export function orderOf(starts: readonly number[]): "rising" | "slips" | "restarts" | "mixed" {
	const breaks = starts.filter((start, at) => at > 0 && start < (starts[at - 1] ?? 0));
	if (breaks.length === 0) return "rising";
	const rising = risingPlaces(starts);
	const slips = starts.length - rising.size;
	const is_part = starts.some((_, at) => at >= SLIPS_IN_A_ROW && !hasAny(rising, at));
	if (slips <= Math.max(1, starts.length * SLIP_SHARE) && !is_part) return "slips";
	return breaks.every((start) => start <= PART_BEGINS_S) ? "restarts" : "mixed";
}

/** Whether one of the places up to this one is in the series. */
function hasAny(rising: ReadonlySet<number>, last: number): boolean {
	for (let at = last; at > last - SLIPS_IN_A_ROW; at -= 1) if (rising.has(at)) return true;
	return false;
}

/**
 * The places of the longest series of times that never fall. One wrong time is outside of it and
 * loses itself alone.
 */
export function risingPlaces(starts: readonly number[]): ReadonlySet<number> {
	/** For each length, the place of the least time that ends such a series. */
	const ends: number[] = [];
	const before = starts.map((start, at) => {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((starts[ends[middle] ?? 0] ?? 0) <= start) low = middle + 1;
			else high = middle;
		}
		ends[low] = at;
		return ends[low - 1] ?? -1;
	});
	const rising = new Set<number>();
	for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rising.add(at);
	return rising;
}
