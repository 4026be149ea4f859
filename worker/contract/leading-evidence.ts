import type { Evidence } from "./evidence.ts";
import { canDecide, type Stance, type Verdict } from "./verdicts.ts";

/** The stances that a verdict is based on. For "conflicting", one quote of each side is shown. */
const LEADING: Record<Verdict, readonly (readonly Stance[])[]> = {
	supported: [["supports"]],
	outdated: [["refutes"]],
	missing_context: [["context", "refutes"]],
	conflicting: [["supports"], ["refutes"]],
	refuted: [["refutes"]],
	unverified: [],
};

/** Whether the page still has the quote, and was not retracted since. */
function stands({ state, retracted_at }: Evidence): boolean {
	return state === "found" && retracted_at === null;
}

/** Returns the strongest quote for the verdict, or two if sources disagree. */
export function leadingEvidence({
	verdict,
	evidence,
}: {
	verdict: Verdict | null;
	/** Strongest first. */
	evidence: readonly Evidence[];
}): Evidence[] {
	if (verdict === null) return [];
	return LEADING[verdict].flatMap((stances) => {
		const fitting = evidence.filter(({ stance }) => stances.includes(stance));
		// Prefers a quote that readers can still find on its page.
		return fitting.find(stands) ?? fitting[0] ?? [];
	});
}

/** Whether a quote that the verdict needs is read differently by today's rules. */
export function isReadDifferently(statement: {
	verdict: Verdict | null;
	/** Strongest first. */
	evidence: readonly Evidence[];
}): boolean {
	return leadingEvidence(statement).some(({ read_differently_at }) => read_differently_at !== null);
}

/**
 * Whether quotes that the verdict needs are no longer on their pages, or these were retracted. A page
 * that never decides alone does not replace another one.
 */
export function hasLostGround({
	verdict,
	evidence,
}: {
	verdict: Verdict | null;
	/** Strongest first. */
	evidence: readonly Evidence[];
}): boolean {
	const deciding = evidence.filter(canDecide);
	// A leading quote is one that still stands, if there is any.
	return [evidence, deciding]
		.flatMap((pieces) => leadingEvidence({ verdict, evidence: pieces }))
		.some((piece) => !stands(piece));
}
