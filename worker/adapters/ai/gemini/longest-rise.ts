/**
 * The most cues that can be kept, in their order, so that their times never
 * fall: one time that is far off must not cost all that follow it.
 */
export function longestRise<Timed extends { start: number }>(
	cues: Timed[],
): Timed[] {
	type Link = { cue: Timed; before: Link | null };
	// ends[n] closes the rise of n + 1 cues that ends earliest.
	const ends: Link[] = [];
	for (const cue of cues) {
		const length = firstAfter(ends, cue.start);
		ends[length] = { cue, before: ends[length - 1] ?? null };
	}
	const rise: Timed[] = [];
	for (let link = ends.at(-1) ?? null; link !== null; link = link.before)
		rise.push(link.cue);
	return rise.reverse();
}

/** How many of the ends are at `time` or before it; they are in order. */
function firstAfter(ends: { cue: { start: number } }[], time: number): number {
	let low = 0;
	let high = ends.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const end = ends[middle];
		if (end !== undefined && end.cue.start <= time) low = middle + 1;
		else high = middle;
	}
	return low;
}
