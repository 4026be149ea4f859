import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { computeFigures, type FigureName, type Figures, type Graded } from "./metrics.ts";

export const RESAMPLES = 1_000;
const LOW = 0.025;
const HIGH = 0.975;

/** A figure with the bounds between which 95 % of the resamples have it. */
export type Estimate = { value: number; low: number; high: number };
export type Estimates = Record<FigureName, Estimate | null>;

/**
 * The figures with percentile bootstrap intervals: statements are drawn with replacement, as many
 * as there are. A resample in which a figure cannot be computed is left out of its interval.
 */
export function estimateFigures(
	graded: readonly Graded[],
	seed: number,
	resamples: number = RESAMPLES,
): Estimates {
	const random = seededRandom(seed);
	const drawn = Array.from({ length: resamples }, () =>
		computeFigures(graded.map((it) => graded[Math.floor(random() * graded.length)] ?? it)),
	);
	const values = computeFigures(graded);
	const names = Object.keys(values) as (keyof Figures)[];
	const estimates = names.map((name) => {
		const value = values[name];
		const sorted = drawn.flatMap((it) => it[name] ?? []).sort((a, b) => a - b);
		const estimate =
			value === null || sorted.length === 0
				? null
				: { value, low: quantile(sorted, LOW), high: quantile(sorted, HIGH) };
		return [name, estimate] as const;
	});
	return Object.fromEntries(estimates) as Estimates;
}

/** Between the two nearest values in proportion (type 7 of Hyndman and Fan). */
function quantile(sorted: readonly number[], probability: number): number {
	const place = (sorted.length - 1) * probability;
	const below = sorted[Math.floor(place)] ?? 0;
	const above = sorted[Math.ceil(place)] ?? below;
	return below + (above - below) * (place - Math.floor(place));
}
