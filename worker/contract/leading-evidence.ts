import type { Evidence } from "./evidence.ts";
import type { Stance, Verdict } from "./verdicts.ts";

/** The stances that a verdict rests on; where sources disagree, one quote of each side. */
const LEADING: Record<Verdict, readonly (readonly Stance[])[]> = {
	supported: [["supports"]],
	outdated: [["refutes"]],
	missing_context: [["context", "refutes"]],
	conflicting: [["supports"], ["refutes"]],
	refuted: [["refutes"]],
	unverified: [],
};

/** The strongest quotes for the verdict: one, or two where sources disagree. */
export function leadingEvidence({
	verdict,
	evidence,
}: {
	verdict: Verdict | null;
	/** The strongest first. */
	evidence: readonly Evidence[];
}): Evidence[] {
	if (verdict === null) return [];
	return LEADING[verdict].flatMap((stances) => {
		const fitting = evidence.filter(({ stance }) => stances.includes(stance));
		// One that has gone since cannot be looked up.
		const there = fitting.find(({ state }) => state === "found");
		return there ?? fitting[0] ?? [];
	});
}
