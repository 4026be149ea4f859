import { plural } from "./format.ts";
import type { Basis } from "./verdicts.ts";

/**
 * How a video's score is shown:
 * - "checked": in colour, with coverage and interval.
 * - "too_little": there is no score; without colour, as "too little could be checked".
 * - "panel": in colour; it rests on no sources.
 */
export type ScoreStanding = "checked" | "too_little" | "panel";

export function scoreStanding({
	bs_score,
	basis,
}: {
	bs_score: number | null;
	basis: Basis;
}): ScoreStanding {
	if (bs_score === null) return "too_little";
	return basis === "evidence" ? "checked" : "panel";
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

/** A result without a score. Versions and runs do not have a scope. */
export type Unscored = { coverage: Coverage; scope?: "full" | "moments" };

/**
 * The reason why a result has no verdict, for example "Too little could be checked (1 of 12)" or
 * "Moments only, 2 of 3 checked".
 */
export function hollowWords({ coverage, scope }: Unscored): string {
	const { checked, checkable } = coverage;
	if (scope === "moments")
		return checkable === 0 ? "Moments only" : `Moments only, ${coverageWords(coverage)}`;
	return checkable === 0 ? "Nothing to check" : `${HOLLOW_TITLE} (${checked} of ${checkable})`;
}

/** A report of moments in words: "2 moments checked; the whole video was not analyzed". */
export function momentsWords(count: number): string {
	return `${plural(count, "moment")} checked; the whole video was not analyzed`;
}

/**
 * A video's score as readers see it: null if too little could be checked, and if there was nothing
 * to check, for which a result stores 0.
 */
export function shownScore({
	bs_score,
	coverage,
}: {
	bs_score: number | null;
	coverage: Coverage;
}): number | null {
	return coverage.checkable === 0 ? null : bs_score;
}

export type Scored<T> = T & { ai_score: number };

/** Whether the statement has a score. An unverified one has only a lean, which is none. */
export function hasScore<T extends { ai_score: number | null }>(
	statement: T,
): statement is Scored<T> {
	return statement.ai_score !== null;
}

/** The mark of a statement that is not counted. */
export const ON_REQUEST_WORDS = "Checked on request, not part of the score";

/** Whether the video's score, coverage, counts and averages include the statement. */
export function isCounted({ on_request }: { on_request?: boolean | undefined }): boolean {
	return !on_request;
}

/** The icon for unverified results: an SVG path inside a dotted circle, on a 16 × 16 grid. */
export const UNVERIFIED_SIGN = "M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.3M8 11.5v.1";
