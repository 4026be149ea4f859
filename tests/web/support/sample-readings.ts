import { countFinding } from "#contract/finding.ts";
import type { StatementId } from "#contract/ids.ts";
import type { Rating, Statement, Support } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import {
	checkedReport,
	REFUTED,
	SUPPORTED,
	sampleEvidence,
	unverified,
} from "./sample-evidence.ts";
import { sampleRating, sampleVideo } from "./sample-report.ts";

/** Statements in every state that a second reading and published fact checks can lead to. */

export const CONTEXT: Statement["context"] = {
	before:
		"So we drove down to the old basin, and people there will tell you all sorts of things, and the guide, who has been at it for thirty years, he looks at the wall and he says",
	after:
		"that's what he told us, and I have to say, standing there, you almost want to believe it, but look at the steps over there on the left",
};

function support(change: Partial<Support> = {}): Support {
	return { shows: "all", missing_part: "", probability: 92, by: "gemini", ...change };
}

function said(verdicts: Rating["verdict"][]): Rating[] {
	return (["openai", "claude", "gemini"] as const).map((provider, i) => {
		const verdict = verdicts[i] ?? null;
		return sampleRating(provider, verdict === "supported" ? 9 : 88, {
			verdict,
			lean: { score: 40, confidence: 60 },
			explanation: `${provider} says why`,
		});
	});
}

/** The same ratings of a statement without a verdict, which has no number. */
const withoutScore = (ratings: Rating[]) => ratings.map((rating) => ({ ...rating, score: null }));

const FOR = sampleEvidence({
	stance: "supports",
	site: "works.example",
	final_url: "https://works.example/moles",
	title: "The moles of Caesarea",
	kind: "academic",
	quote: "Both moles were begun in the same year and built by the same company of divers.",
	cited_by: ["openai", "claude"],
	cluster: 21,
});

export const CONFIRMED: Statement = {
	...SUPPORTED,
	context: CONTEXT,
	support: support(),
	fact_checks: [
		{
			publisher: "The Harbour Register",
			published_at: "2025-03-04",
			rating: "Correct, with a note on the date",
			url: "https://register.example.org/checks/concrete",
		},
		{
			publisher: "Checkers",
			published_at: null,
			rating: "Mostly true",
			url: "https://www.checkers.example/2024/concrete-under-water",
		},
	],
};

/** Two models say refuted, one supported; the second reading shows the contrary. */
export const DIFFERING: Statement = {
	...REFUTED,
	context: CONTEXT,
	ratings: said(["refuted", "supported", "refuted"]),
	support: support({ shows: "contrary", by: "openai" }),
};

export const PART_ONLY: Statement = unverified("part_only", {
	timestamp: 212,
	content: "The two moles were built by the same divers within three years.",
	quote: "they put up both of those walls in three years, same divers and all",
	context: CONTEXT,
	ratings: withoutScore(said(["supported", "supported", "not_enough_evidence"])),
	evidence: [FOR],
	support: support({ shows: "part", missing_part: "that the work took three years", by: "gemini" }),
});

export const NOT_CONFIRMED: Statement = unverified("not_confirmed", {
	timestamp: 244,
	content: "The harbour's lighthouse was taller than that of Alexandria.",
	quote: "and their lighthouse was taller than the one in Alexandria",
	context: CONTEXT,
	ratings: withoutScore(said(["supported", "supported", "supported"])),
	evidence: [
		{
			...FOR,
			id: "a".repeat(24),
			quote: "Josephus calls the highest of the towers at the entrance very beautiful and tall.",
			cluster: 22,
		},
	],
	support: support({ shows: "nothing", by: "gemini" }),
});

/** Nobody could read the quotes a second time. */
export const UNREAD: Statement = {
	...SUPPORTED,
	id: "unread" as StatementId,
	timestamp: 300,
	context: CONTEXT,
	confidence_level: 50,
};

export function readingsReport(): Report {
	const statements = [CONFIRMED, PART_ONLY, NOT_CONFIRMED, UNREAD, DIFFERING];
	return checkedReport({
		video: sampleVideo({
			bs_score: 35,
			confidence_level: 72,
			basis: "evidence",
			coverage: { checkable: 5, checked: 3 },
			finding: countFinding(statements),
			interval: { low: 29, high: 42 },
			evidence_sources: ["wikipedia", "factcheck"],
			claims_count: statements.length,
		}),
		statements,
	});
}
