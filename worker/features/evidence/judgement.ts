import type { Provider } from "#contract/ids.ts";
import {
	canDecide,
	clampToVerdict,
	type Lean,
	type PageKind,
	type QuoteProblem,
	type RaterVerdict,
	type Stance,
	type Today,
	type Verdict,
	type WhenSaid,
} from "#contract/verdicts.ts";
import type { FoundQuote } from "./quote-check.ts";

/** A quote that was found, with the data that determines its weight. */
export type Citation = {
	/** The stored id of the page. */
	page_id: string;
	/** Pages of one cluster are not independent. */
	cluster: number;
	stance: Stance;
	/** YYYY-MM-DD, or null if it is not known. */
	published_at: string | null;
	/** Whether a member added the page. Such pages never decide alone, nor do social networks. */
	by_member: boolean;
	/** Whether its passage bears a mark of doubt; not known of answers of release 1.0.0. */
	doubted?: boolean | undefined;
	kind: PageKind;
	found: FoundQuote;
};

export type DroppedCitation = { page_id: string | null; quote: string; reason: QuoteProblem };

/** A rater's answer after the quote check. Its score is within its verdict's range. */
export type Judgement = {
	verdict: RaterVerdict;
	/** Whether the claim was true when it was said, and whether it is true today. */
	when_said: WhenSaid;
	today: Today;
	score: number;
	confidence: number;
	explanation: string;
	/** What the statement leaves out; for the verdict "missing_context". */
	missing: string;
	lean: Lean | null;
	citations: readonly Citation[];
	dropped: readonly DroppedCitation[];
};

/** `judgement` is null if the provider did not answer. */
export type PanelAnswer = { provider: Provider; judgement: Judgement | null };

/** How an answer contributes to a statement's verdict. */
export type Weight = "counts" | "unsupported" | "abstains";

/**
 * An answer counts only if quotes from pages that may decide fit its verdict. Quotes from pages
 * that only members added or of social networks do not count here, not even as one side of a
 * conflict.
 */
export function weighJudgement(judgement: Judgement): Weight {
	const { verdict } = judgement;
	if (verdict === "not_enough_evidence" || verdict === "not_checkable") return "abstains";
	return isBacked(judgement) ? "counts" : "unsupported";
}

function isBacked(judgement: Judgement): boolean {
	const found = fittingCitations(judgement).filter(canDecide);
	if (found.length === 0) return false;
	switch (judgement.verdict) {
		case "conflicting":
			return haveTwoSides(found);
		case "missing_context":
			return judgement.missing.trim() !== "";
		default:
			return true;
	}
}

/** Whether the citations support both sides, on independent pages. */
function haveTwoSides(citations: readonly Citation[]): boolean {
	const clustersOf = (stance: Stance) =>
		citations.flatMap((it) => (it.stance === stance ? [it.cluster] : []));
	const refuting = clustersOf("refutes");
	return clustersOf("supports").some((one) => refuting.some((other) => other !== one));
}

/**
 * The judgement without a conflict that only pages which never decide alone make: the verdict is
 * then that of the other side. Otherwise one member could undo any verdict with a page that
 * contradicts it.
 */
export function withoutWeakConflict(judgement: Judgement): Judgement {
	const { verdict, citations, score } = judgement;
	if (verdict !== "conflicting" || !haveTwoSides(citations)) return judgement;
	const found = citations.filter(canDecide);
	const refuted = found.some(({ stance }) => stance === "refutes");
	const supported = found.some(({ stance }) => stance === "supports");
	if (refuted === supported) return judgement;
	const side = refuted ? "refuted" : "supported";
	return { ...judgement, verdict: side, score: clampToVerdict(score, side) };
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

/** The stances that a quote may have to justify this verdict. */
export function fittingStances(verdict: RaterVerdict | Verdict): readonly Stance[] {
	return FITTING[verdict];
}

/** The citations that justify the verdict. */
export function fittingCitations({ verdict, citations }: Judgement): readonly Citation[] {
	return citations.filter(({ stance }) => FITTING[verdict].includes(stance));
}
