import type { Evidence } from "#contract/evidence.ts";
import type { Verdict } from "#contract/verdicts.ts";

export type Side = "against" | "for" | "context";

export type EvidenceGroup = { side: Side; pieces: Evidence[] };

/** A quote that only repeats the claim does not support it. */
function sideOf({ stance }: Evidence): Side {
	if (stance === "refutes") return "against";
	return stance === "supports" ? "for" : "context";
}

const ORDER: readonly Side[] = ["against", "for", "context"];

/** The evidence grouped by side, without empty sides. The side of the verdict comes first. */
export function groupEvidence({
	verdict,
	evidence,
}: {
	verdict: Verdict | null;
	evidence: readonly Evidence[];
}): EvidenceGroup[] {
	const first =
		verdict === "supported" ? "for" : verdict === "missing_context" ? "context" : "against";
	return [first, ...ORDER.filter((side) => side !== first)].flatMap((side) => {
		const pieces = evidence.filter((piece) => sideOf(piece) === side);
		return pieces.length === 0 ? [] : [{ side: side as Side, pieces }];
	});
}

/** How many sites, and how many pages of one site, form one source with this piece of evidence. */
export function clusterWords(piece: Evidence, evidence: readonly Evidence[]): string | null {
	const together = evidence.filter(({ cluster }) => cluster === piece.cluster);
	const sites = new Set(together.map(({ site }) => site)).size;
	if (sites > 1) return `Same text on ${sites} sites, counted once`;
	const pages = new Set(together.map(({ final_url }) => final_url)).size;
	return pages > 1 ? `${pages} pages of ${piece.site}, counted once` : null;
}
