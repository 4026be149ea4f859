import type { Basis, SourceId } from "./verdicts.ts";

/**
 * How a video's score is shown. "checked": with its colour, beside coverage and interval.
 * "too_little": hollow, "too little could be checked". "panel": with its colour, as the run
 * asked no sources. "memory": hollow, "rated from memory", as the run is older than evidence.
 */
export type ScoreStanding = "checked" | "too_little" | "panel" | "memory";

export function scoreStanding({
	evidence_sources,
	basis,
}: {
	evidence_sources: readonly SourceId[] | null;
	basis: Basis;
}): ScoreStanding {
	if (evidence_sources === null) return "memory";
	if (evidence_sources.length === 0) return "panel";
	return basis === "evidence" ? "checked" : "too_little";
}

const FROM_MEMORY = "Rated from memory";
const TOO_LITTLE = "Too little could be checked";

export type Coverage = { checkable: number; checked: number };

/** "7 of 12 checked". */
export function coverageWords({ checked, checkable }: Coverage): string {
	return `${checked} of ${checkable} checked`;
}

/** What stands in a verdict's place. */
export function hollowTitle(standing: ScoreStanding): string {
	return standing === "memory" ? FROM_MEMORY : TOO_LITTLE;
}

/** Why a result has no verdict: "Too little could be checked (1 of 12)". */
export function hollowWords(
	standing: ScoreStanding,
	{ checked, checkable }: Coverage,
): string {
	const title = hollowTitle(standing);
	return standing === "memory"
		? title
		: `${title} (${checked} of ${checkable})`;
}

/** Whether a score is a verdict, in its band's colour. */
export function isVerdict(standing: ScoreStanding): boolean {
	return standing === "panel" || standing === "checked";
}

/** The sign of what is unverified, in a dotted circle in a square of 16. */
export const UNVERIFIED_SIGN =
	"M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.3M8 11.5v.1";
