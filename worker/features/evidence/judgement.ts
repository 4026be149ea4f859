import type { Provider } from "#contract/ids.ts";
import type {
	Lean,
	QuoteProblem,
	RaterVerdict,
	Stance,
	Today,
	Verdict,
	WhenSaid,
} from "#contract/verdicts.ts";
import type { FoundQuote } from "./quote-check.ts";

/** A quote that was found, and what decides how much it weighs. */
export type Citation = {
	/** Of the page, as it is stored. */
	page_id: string;
	/** Pages of one cluster do not speak independently. */
	cluster: number;
	stance: Stance;
	/** YYYY-MM-DD, or null if it is not known. */
	published_at: string | null;
	/** Added by a member; such pages never decide alone. */
	by_member: boolean;
	found: FoundQuote;
};

/** A quote that does not count, and why. */
export type DroppedCitation = {
	page_id: string | null;
	quote: string;
	reason: QuoteProblem;
};

/** What a rater said, after its quotes were checked. Its score lies in its verdict's range. */
export type Judgement = {
	verdict: RaterVerdict;
	/** Whether it was true when it was said, and whether it is true today. */
	when_said: WhenSaid;
	today: Today;
	score: number;
	confidence: number;
	explanation: string;
	/** What the statement leaves out, if that is its verdict. */
	missing: string;
	lean: Lean | null;
	citations: readonly Citation[];
	dropped: readonly DroppedCitation[];
};

/** `judgement` is null if the provider did not answer. */
export type PanelAnswer = { provider: Provider; judgement: Judgement | null };

/** How an answer goes into a statement's verdict. */
export type Weight = "counts" | "unsupported" | "abstains";

/**
 * An answer counts only with a found quote that fits its verdict, at least one
 * of them from a page that no member added.
 */
export function weighJudgement(judgement: Judgement): Weight {
	const { verdict } = judgement;
	if (verdict === "not_enough_evidence" || verdict === "not_checkable")
		return "abstains";
	return isBacked(judgement) ? "counts" : "unsupported";
}

function isBacked(judgement: Judgement): boolean {
	const fitting = fittingCitations(judgement);
	if (!fitting.some(({ by_member }) => !by_member)) return false;
	switch (judgement.verdict) {
		case "conflicting":
			return haveTwoSides(fitting);
		case "missing_context":
			return judgement.missing.trim() !== "";
		default:
			return true;
	}
}

/** Both sides, on pages that speak independently. */
function haveTwoSides(citations: readonly Citation[]): boolean {
	const clustersOf = (stance: Stance) =>
		citations.flatMap((it) => (it.stance === stance ? [it.cluster] : []));
	const refuting = clustersOf("refutes");
	return clustersOf("supports").some((one) =>
		refuting.some((other) => other !== one),
	);
}

const FITTING: Record<RaterVerdict | Verdict, readonly Stance[]> = {
	supported: ["supports"],
	outdated: ["supports", "refutes"],
	refuted: ["refutes"],
	missing_context: ["context", "refutes"],
	conflicting: ["supports", "refutes"],
	not_enough_evidence: [],
	not_checkable: [],
	unverified: [],
};

/** What a quote may do for a verdict that rests on it. */
export function fittingStances(
	verdict: RaterVerdict | Verdict,
): readonly Stance[] {
	return FITTING[verdict];
}

/** The citations whose stance is one that the verdict can rest on. */
export function fittingCitations({
	verdict,
	citations,
}: Judgement): readonly Citation[] {
	return citations.filter(({ stance }) => FITTING[verdict].includes(stance));
}
