import { plural } from "./format.ts";

/*
 * The confidence in a verdict is the mean of the counting ratings' own, multiplied by a factor for
 * each thing that it rests on. A limit instead would give many verdicts the same confidence, so
 * that the models' own order is lost. docs/accuracy.md has the measurements.
 */

/** By the number of independent sources: one, two, three or more. */
export const SOURCE_FACTORS = [0.75, 0.85, 0.92] as const;
/** If only one of several ratings counts. */
export const LONE_RATER_FACTOR = 0.7;
/**
 * In place of the probability if the quotes were not read a second time: of 231 quotes that a model
 * cited for its verdict, 179 showed it.
 */
export const UNREAD_FACTOR = 0.77;

/** What a verdict rests on. */
type Ground = {
	independent_sources: number;
	/** The number of ratings that count, and of all ratings. */
	counting: number;
	asked: number;
	/** The second reading of the quotes; null without one. `probability` is in percent. */
	support: { probability: number } | null;
};

type Factor = { factor: number; why: string };

/** The factors of a verdict's confidence, each with its reason in words. */
export function confidenceFactors(ground: Ground): Factor[] {
	const { independent_sources, counting, asked, support } = ground;
	const most = SOURCE_FACTORS.length;
	const sources = Math.min(Math.max(independent_sources, 1), most);
	return [
		{
			factor: SOURCE_FACTORS[sources - 1] ?? 1,
			why: `for ${plural(independent_sources, "independent source")}`,
		},
		support === null
			? { factor: UNREAD_FACTOR, why: "because the quotes were not read a second time" }
			: { factor: support.probability / 100, why: "for the second reading of the quotes" },
		...(counting === 1 && asked > 1
			? [{ factor: LONE_RATER_FACTOR, why: `because only one of ${asked} ratings counts` }]
			: []),
	];
}

/** For example "The confidence is the ratings' own, times 0.75 for 1 independent source." */
export function confidenceSentence(ground: Ground): string {
	const parts = confidenceFactors(ground)
		.filter(({ factor }) => factor < 1)
		.map(({ factor, why }) => `${factor.toFixed(2)} ${why}`);
	const last = parts.pop() ?? "";
	const all = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
	return `Confidence is the average of the ratings' own, times ${all}.`;
}
