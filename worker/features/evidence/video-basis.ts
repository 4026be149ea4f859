import { LEAST_CHECKED, LEAST_SHARE } from "#contract/evidence-words.ts";
import type { Basis, Interval } from "#contract/verdicts.ts";
import { roundedMean, type StatementResult } from "./statement-verdict.ts";

/** The fields of a statement that its video's score is computed from. */
type Scored = Pick<
	StatementResult,
	"basis" | "unverified_reason" | "ai_score" | "confidence_level" | "interval"
>;

export type VideoResult = {
	basis: Basis;
	bs_score: number;
	confidence_level: number;
	/** null if the basis is "memory". */
	interval: Interval | null;
	coverage: { checkable: number; checked: number };
};

/** The confidence of a video without statements. */
const NO_STATEMENTS_CONFIDENCE = 95;

/** Computes a video's score from its statements; their order does not matter. */
export function decideVideo(statements: readonly Scored[]): VideoResult {
	const checked = statements.filter((it) => it.basis === "evidence");
	const checkable = statements.filter((it) => it.unverified_reason !== "not_checkable").length;
	const coverage = { checkable, checked: checked.length };
	if (statements.length === 0)
		return {
			basis: "memory",
			bs_score: 0,
			confidence_level: NO_STATEMENTS_CONFIDENCE,
			interval: null,
			coverage,
		};
	const basis = isCovered(coverage) ? "evidence" : "memory";
	const scored = basis === "evidence" ? checked : statements;
	return {
		basis,
		bs_score: roundedMean(scored.map(({ ai_score }) => ai_score)),
		confidence_level: roundedMean(scored.map(({ confidence_level }) => confidence_level)),
		interval: basis === "evidence" ? meanInterval(checked) : null,
		coverage,
	};
}

/** Whether enough of the checkable statements were checked to give the video a score. */
function isCovered({ checkable, checked }: VideoResult["coverage"]): boolean {
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
