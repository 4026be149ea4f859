import { LEAST_CHECKED, LEAST_SHARE } from "#contract/evidence-words.ts";
import { hasScore } from "#contract/score-standing.ts";
import { type Basis, type Interval, type Lean, meanLean } from "#contract/verdicts.ts";
import { roundedMean, type StatementResult } from "./statement-verdict.ts";

/** The fields of a statement that its video's score is computed from. */
type Scored = Pick<
	StatementResult,
	"unverified_reason" | "ai_score" | "confidence_level" | "interval"
> & { lean: Lean | null };

export type VideoResult = {
	basis: Basis;
	/** null if too little was checked, as are confidence and interval. */
	bs_score: number | null;
	confidence_level: number | null;
	interval: Interval | null;
	/** What the models believe of its statements without a source. */
	lean: Lean | null;
	coverage: { checkable: number; checked: number };
};

/** The confidence of a video without statements. */
const NO_STATEMENTS_CONFIDENCE = 95;

/** Computes a video's score from its statements; their order does not matter. */
export function decideVideo(statements: readonly Scored[]): VideoResult {
	const checked = statements.filter(hasScore);
	const checkable = statements.filter((it) => it.unverified_reason !== "not_checkable").length;
	const coverage = { checkable, checked: checked.length };
	if (statements.length === 0)
		return {
			basis: "memory",
			bs_score: 0,
			confidence_level: NO_STATEMENTS_CONFIDENCE,
			interval: null,
			lean: null,
			coverage,
		};
	const lean = meanLean(statements);
	if (!isCovered(coverage))
		return {
			basis: "memory",
			bs_score: null,
			confidence_level: null,
			interval: null,
			lean,
			coverage,
		};
	return {
		basis: "evidence",
		bs_score: roundedMean(checked.map(({ ai_score }) => ai_score)),
		confidence_level: roundedMean(checked.flatMap((it) => it.confidence_level ?? [])),
		interval: meanInterval(checked),
		lean,
		coverage,
	};
}

/** Whether enough of the checkable statements were checked to give the video a score. */
export function isCovered({ checkable, checked }: VideoResult["coverage"]): boolean {
	return (
		checked > 0 &&
		checked >= Math.min(LEAST_CHECKED, checkable) &&
		checked >= LEAST_SHARE * checkable
	);
}

/**
 * The panel's errors are correlated, so the ends are averaged; the interval must not get narrower
 * with more statements.
 */
function meanInterval(checked: readonly Scored[]): Interval {
	const intervals = checked.flatMap(({ interval }) => interval ?? []);
	return {
		low: roundedMean(intervals.map(({ low }) => low)),
		high: roundedMean(intervals.map(({ high }) => high)),
	};
}
