/** The value below which `share` of them lie; 0 of none. */
export function percentile(values: number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const place = Math.ceil(sorted.length * share) - 1;
	return sorted[Math.max(0, place)] ?? 0;
}

export const median = (values: number[]): number => percentile(values, 0.5);

/** Three digits that count. */
export function shown(value: number): string {
	if (value === 0) return "0";
	if (Math.abs(value) >= 100) return String(Math.round(value));
	return String(Number(value.toPrecision(3)));
}

export function timesShown(ratio: number): string {
	return `${shown(ratio)} ×`;
}

/**
 * Measures one round of each, then the next round: what else the machine does
 * falls on all of them alike. The rounds of each, in the order given.
 */
export async function byTurns<T>(rounds: number, measures: (() => Promise<T>)[]): Promise<T[][]> {
	const taken: T[][] = measures.map(() => []);
	for (let round = 0; round < rounds; round++)
		for (const [place, measure] of measures.entries()) taken[place]?.push(await measure());
	return taken;
}
