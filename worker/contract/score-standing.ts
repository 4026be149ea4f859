import type { Basis } from "./verdicts.ts";

/**
 * How a video's score is shown:
 * - "checked": in colour, with coverage and interval.
 * - "too_little": without colour, as "too little could be checked".
 * - "panel": in colour; the run asked no sources.
 */
export type ScoreStanding = "checked" | "too_little" | "panel";

export function scoreStanding({
	evidence_sources,
	basis,
	panel,
}: {
	evidence_sources: readonly string[];
	basis: Basis;
	/** Who rated the result. Nobody: there is no score, whether or not sources were asked. */
	panel?: readonly unknown[];
}): ScoreStanding {
	if (panel?.length === 0) return "too_little";
	if (evidence_sources.length === 0) return "panel";
	return basis === "evidence" ? "checked" : "too_little";
}

export type Coverage = { checkable: number; checked: number };

/** "7 of 12 checked". */
export function coverageWords({ checked, checkable }: Coverage): string {
	return `${checked} of ${checkable} checked`;
}

/** The title shown in place of a verdict. */
export const HOLLOW_TITLE = "Too little could be checked";

/** The same for a result that no model has rated. */
export const NO_MODEL_TITLE = "Sources without a score";

/** The reason why a result has no verdict, for example "Too little could be checked (1 of 12)". */
export function hollowWords({ checked, checkable }: Coverage): string {
	return checkable === 0 ? "Nothing to check" : `${HOLLOW_TITLE} (${checked} of ${checkable})`;
}

/** Whether the score counts as a verdict and is shown in its band's colour. */
export function isVerdict(standing: ScoreStanding): boolean {
	return standing !== "too_little";
}

/** The icon for unverified results: an SVG path inside a dotted circle, on a 16 × 16 grid. */
export const UNVERIFIED_SIGN = "M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.3M8 11.5v.1";
