/**
 * The number of parts into which a transcript is divided. The best statement of each part is
 * rated.
 */
const STRETCHES = 8;
/** With fewer places per part, the parts would displace the best statements of the whole video. */
const PLACES_PER_STRETCH = 3;

/**
 * Sorts statements by importance. Equal ones are ordered so that each prefix covers the whole
 * length of the video; otherwise the first few would all come from its first minutes.
 */
export function spreadEvenly<T extends { importance: number }>(statements: readonly T[]): T[] {
	const tiers = new Map<number, T[]>();
	for (const statement of statements) {
		const importance = finite(statement.importance);
		const tier = tiers.get(importance);
		if (tier) tier.push(statement);
		else tiers.set(importance, [statement]);
	}
	return [...tiers]
		.sort(([a], [b]) => b - a)
		.flatMap(([, tier]) =>
			tier
				.map((statement, index) => ({ statement, at: mirrored(index) }))
				.sort((a, b) => a.at - b.at)
				.map(({ statement }) => statement),
		);
}

/** Ranks values that are not finite numbers last. */
export function finite(importance: number): number {
	return Number.isFinite(importance) ? importance : 0;
}

/** The van der Corput sequence (reversed bits of an index): 0, 1/2, 1/4, 3/4, 1/8 … */
function mirrored(index: number): number {
	let mirror = 0;
	for (let bit = 0.5, rest = index; rest > 0; bit /= 2, rest >>= 1) mirror += bit * (rest & 1);
	return mirror;
}

/**
 * The order in which ranked statements are rated, in batches of `max`. In each batch, every
 * eighth of the transcript that has a statement contributes its best one; the rest follow by
 * rank. `place` is a statement's position as a share of the transcript.
 */
export function ratingOrder<T>(
	ranked: readonly T[],
	max: number,
	place: (statement: T) => number,
): T[] {
	const stretches = Math.min(STRETCHES, Math.floor(max / PLACES_PER_STRETCH));
	const order: T[] = [];
	let rest = ranked;
	while (rest.length > 0) {
		const best = new Map<number, T>();
		for (const it of rest) {
			const stretch = Math.floor(place(it) * stretches);
			if (!best.has(stretch)) best.set(stretch, it);
		}
		const chosen = new Set([...best.values()].slice(0, max));
		for (const it of rest) {
			if (chosen.size >= max) break;
			chosen.add(it);
		}
		order.push(...chosen);
		rest = rest.filter((it) => !chosen.has(it));
	}
	return order;
}
