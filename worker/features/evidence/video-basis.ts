import { LEAST_CHECKED, LEAST_SHARE } from "#contract/evidence-words.ts";
import type { Basis, Interval } from "#contract/verdicts.ts";
import { roundedMean, type StatementResult } from "./statement-verdict.ts";

/** What of a statement goes into its video's score. */
type Scored = Pick<
	StatementResult,
	"basis" | "unverified_reason" | "ai_score" | "confidence_level" | "interval"
>;

export type VideoResult = {
	basis: Basis;
	bs_score: number;
	confidence_level: number;
	/** null on basis memory. */
	interval: Interval | null;
	coverage: { checkable: number; checked: number };
};

/** The confidence of a video in which there was nothing to check. */
const NO_STATEMENTS_CONFIDENCE = 95;

/** A video's score from its statements'; their order does not matter. */
export function decideVideo(statements: readonly Scored[]): VideoResult {
	const checked = statements.filter((it) => it.basis === "evidence");
	const checkable = statements.filter(
		(it) => it.unverified_reason !== "not_checkable",
	).length;
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
		confidence_level: roundedMean(
			scored.map(({ confidence_level }) => confidence_level),
		),
		interval: basis === "evidence" ? meanInterval(checked) : null,
		coverage,
	};
}

/** Whether enough of the checkable statements were checked for a score to rest on them. */
function isCovered({ checkable, checked }: VideoResult["coverage"]): boolean {
	return (
		checked > 0 &&
		checked >= Math.min(LEAST_CHECKED, checkable) &&
		checked >= LEAST_SHARE * checkable
	);
}

/** Errors of a panel go together, so that the ends are averaged rather than narrowed. */
function meanInterval(checked: readonly Scored[]): Interval {
	const intervals = checked.flatMap(({ interval }) => interval ?? []);
	return {
		low: roundedMean(intervals.map(({ low }) => low)),
		high: roundedMean(intervals.map(({ high }) => high)),
	};
}
