import type { Provider } from "#contract/ids.ts";
import type { CheckedVerdict, Shows, Stance } from "#contract/verdicts.ts";
import { fittingStances, type PanelAnswer } from "./judgement.ts";

/*
 * A quote that is on its page need not show the statement. A reader that has seen no rating
 * therefore reads the quotes of each verdict once more.
 */

/**
 * Why the verdict does not stand after the second reading; null if it stands. Missing context and
 * a conflict are more than a reader of one side can confirm, so only the whole statement shown
 * contradicts them.
 */
export function objectionTo(
	verdict: CheckedVerdict,
	shows: Shows,
): "part_only" | "not_confirmed" | null {
	switch (verdict) {
		case "missing_context":
		case "conflicting":
			return shows === "all" ? "not_confirmed" : null;
		case "supported":
		case "outdated":
		case "refuted": {
			const confirming = verdict === "refuted" ? "contrary" : "all";
			if (shows === confirming) return null;
			return shows === "part" ? "part_only" : "not_confirmed";
		}
	}
}

/**
 * The stances of the quotes that are read. An outdated statement was true when it was said, which
 * its supporting quotes show; the newer ones that refute it would contradict them.
 */
export function readStances(verdict: CheckedVerdict): readonly Stance[] {
	return verdict === "outdated" ? ["supports"] : fittingStances(verdict);
}

/**
 * Who reads: the first provider in the panel's order that cited nothing for the verdict, else the
 * first one. One that did not answer the rating would hardly answer now, so it comes last.
 */
export function chooseReader(
	answers: readonly PanelAnswer[],
	verdict: CheckedVerdict,
): Provider | null {
	const fits = fittingStances(verdict);
	const answering = answers.filter(({ judgement }) => judgement !== null);
	const uninvolved = answering.find(
		({ judgement }) => !judgement?.citations.some(({ stance }) => fits.includes(stance)),
	);
	return (uninvolved ?? answering[0] ?? answers[0])?.provider ?? null;
}
