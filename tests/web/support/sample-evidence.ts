import type { Evidence } from "#contract/evidence.ts";
import { countFinding } from "#contract/finding.ts";
import type { StatementId } from "#contract/ids.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import type { UnverifiedReason } from "#contract/verdicts.ts";
import { UNVERIFIED_REASONS } from "#contract/verdicts.ts";
import type { Report } from "#contract/video.ts";
import { sampleRating, sampleStatement, sampleVideo } from "./sample-report.ts";

/** The statements of a talk on harbours, in every state that evidence can lead to. */

let pieces = 0;

export function sampleEvidence(change: Partial<Evidence> = {}): Evidence {
	pieces += 1;
	return {
		id: pieces.toString(16).padStart(24, "0"),
		url: "https://tides.example.org/sea-level",
		final_url: "https://tides.example.org/sea-level",
		title: "Sea level since Roman times",
		site: "example.org",
		kind: "academic",
		notice: null,
		published_at: "2021-05-02",
		published_by: "json_ld",
		fetched_at: "2026-01-31T10:00:00.000Z",
		content_hash: "0".repeat(64),
		canonical_version: 3,
		quote:
			"Dated harbours of the first century show that the sea has risen by about thirteen centimetres since they were built.",
		quote_start: 1_204,
		before: "The moles of Caesarea were surveyed again in 2019.",
		after: "Most of that rise falls into the last hundred and fifty years.",
		stance: "refutes",
		cited_by: ["openai", "claude"],
		cluster: pieces,
		archived_url: null,
		state: "found",
		reopened_at: null,
		reopened_hash: null,
		retracted_at: null,
		read_differently_at: null,
		review: null,
		by_member: false,
		doubted: false,
		...change,
	};
}

function judged(
	verdict: Rating["verdict"],
	scores: [number, number, number],
	lean: number,
): Rating[] {
	return (["openai", "claude", "gemini"] as const).map((provider, i) =>
		sampleRating(provider, scores[i] ?? 50, {
			verdict,
			lean: { score: lean, confidence: 70 },
			explanation: `${provider} says why`,
		}),
	);
}

/** The fields of a checked statement that depend on its verdict. */
type Checked = Partial<Statement> & Pick<Statement, "id" | "verdict">;

function checked(change: Checked): Statement {
	return sampleStatement({
		basis: "evidence",
		when_said: "supported",
		today: "same",
		independent_sources: 2,
		...change,
	});
}

export const REFUTED = checked({
	id: "refuted" as StatementId,
	timestamp: 430,
	verdict: "refuted",
	content: "Sea level has not changed since the Romans built at Caesarea.",
	quote: "and the sea, well, it's exactly where they left it",
	ai_score: 91,
	confidence_level: 80,
	interval: { low: 84, high: 97 },
	ratings: judged("refuted", [90, 95, 88], 24),
	explanation:
		"Surveys of dated Roman harbours and tide gauges show a rise of about thirteen centimetres.",
	evidence: [
		sampleEvidence({ cluster: 1, archived_url: "https://en.wikipedia.org/w/index.php?oldid=1201" }),
		sampleEvidence({
			cluster: 1,
			site: "coast.example",
			final_url: "https://coast.example/news/sea",
			kind: "news",
			published_at: "2026-03-01",
			cited_by: ["gemini"],
		}),
		sampleEvidence({
			site: "gauges.example",
			final_url: "https://gauges.example/records",
			title: "Tide gauge records",
			kind: "government",
			published_at: null,
			quote: "The oldest gauges rose by 1.4 millimetres a year on average.",
			cluster: 2,
			cited_by: ["claude"],
			state: "changed",
		}),
		sampleEvidence({
			stance: "repeats",
			site: "travel.example",
			final_url: "https://travel.example/caesarea",
			title: "A weekend in Caesarea",
			kind: "other",
			published_at: "2018-07-11",
			quote: "Guides like to say that the sea is where the Romans left it.",
			cluster: 3,
			cited_by: ["openai"],
		}),
	],
});

export const SUPPORTED = checked({
	id: "supported" as StatementId,
	timestamp: 64,
	verdict: "supported",
	content: "The builders of Caesarea poured concrete that set under water.",
	quote: "The builders of Caesarea poured concrete that set under water",
	ai_score: 7,
	confidence_level: 86,
	independent_sources: 3,
	interval: { low: 2, high: 13 },
	ratings: judged("supported", [6, 9, 7], 12),
	explanation: "Cores from the moles show lime and ash that hardened in the sea.",
	evidence: [
		sampleEvidence({
			stance: "supports",
			site: "wikipedia.org",
			final_url: "https://en.wikipedia.org/w/index.php?oldid=99",
			title: "Roman concrete",
			kind: "encyclopedia",
			published_at: "2025-11-02",
			quote: "The moles of Caesarea were built of hydraulic concrete, which set under sea water.",
			cluster: 4,
		}),
	],
});

export const OUTDATED = checked({
	id: "outdated" as StatementId,
	timestamp: 152,
	verdict: "outdated",
	today: "refuted",
	content: "Nobody has reproduced the recipe of Roman concrete.",
	quote: "and nobody knows the recipe any more",
	ai_score: 22,
	confidence_level: 60,
	independent_sources: 1,
	interval: { low: 12, high: 32 },
	ratings: judged("supported", [20, 24, 22], 40),
	evidence: [
		sampleEvidence({
			site: "lab.example",
			final_url: "https://lab.example/hot-mixing",
			title: "Hot mixing explains self-healing",
			published_at: "2026-06-14",
			quote: "We reproduced the ancient mix by slaking quicklime together with volcanic ash.",
			cluster: 5,
		}),
	],
});

export const MISSING_CONTEXT = checked({
	id: "missing" as StatementId,
	timestamp: 131,
	verdict: "missing_context",
	missing_context:
		"It lasts longer in the sea, but modern mixes reach several times its compressive strength.",
	content: "Roman concrete is stronger than anything we can make today.",
	quote: "Roman concrete is stronger than anything we can make today",
	ai_score: 55,
	confidence_level: 72,
	interval: { low: 45, high: 65 },
	ratings: judged("missing_context", [50, 60, 55], 58),
	evidence: [
		sampleEvidence({
			stance: "context",
			site: "materials.example",
			final_url: "https://materials.example/strength",
			title: "Compressive strength, then and now",
			quote:
				"Samples from Roman piers fail at 6 to 12 megapascals; ordinary concrete today reaches 30.",
			cluster: 6,
		}),
	],
});

export const CONFLICTING = checked({
	id: "conflicting" as StatementId,
	timestamp: 287,
	timestamp_source: "estimated",
	verdict: "conflicting",
	content: "The Thames Barrier closes about twice a month.",
	quote: "the Thames Barrier closes about twice a month",
	ai_score: 50,
	confidence_level: 64,
	interval: { low: 41, high: 59 },
	ratings: judged("conflicting", [48, 52, 50], 52),
	evidence: [
		sampleEvidence({
			stance: "supports",
			site: "river.example",
			final_url: "https://river.example/closures",
			kind: "news",
			quote:
				"In the winter of 2013 the barrier closed fifty times, about twice a month over the year and more.",
			cluster: 7,
		}),
		sampleEvidence({
			stance: "refutes",
			site: "gov.example",
			final_url: "https://gov.example/barrier",
			kind: "government",
			quote: "The barrier has closed 221 times since 1982, on average five times a year.",
			cluster: 8,
		}),
	],
});

const NOT_FOUND: Partial<Rating> = {
	status: "unsupported",
	verdict: "refuted",
	dropped: [
		{
			url: "https://tides.example.org/sea-level",
			quote: "the sea has risen by about thirty centimetres",
			reason: "numbers_differ",
		},
	],
};

export function unverified(
	unverified_reason: UnverifiedReason,
	change: Partial<Statement> = {},
): Statement {
	return sampleStatement({
		id: `unverified-${unverified_reason}` as StatementId,
		timestamp: 20 + 12 * UNVERIFIED_REASONS.indexOf(unverified_reason),
		basis: "memory",
		verdict: "unverified",
		unverified_reason,
		when_said: "unknown",
		today: "unknown",
		content: "So every new harbour is built that way.",
		quote: "so every new harbour is built that way",
		ai_score: null,
		confidence_level: null,
		openai_score: null,
		claude_score: null,
		gemini_score: null,
		lean: { score: 78, confidence: 70 },
		ratings: judged(null, [78, 80, 76], 78).map((rating) => ({
			...rating,
			...(unverified_reason === "quotes_not_found" && NOT_FOUND),
			score: null,
		})),
		explanation: "No page was found that speaks about it.",
		...change,
	});
}

/** One statement with each verdict, and two unverified ones. */
export const CHECKED_STATEMENTS = [
	SUPPORTED,
	MISSING_CONTEXT,
	OUTDATED,
	CONFLICTING,
	REFUTED,
	unverified("no_evidence_found"),
	unverified("too_new"),
].sort((a, b) => a.timestamp - b.timestamp);

export function checkedReport(change: Partial<Report> = {}): Report {
	return {
		video: sampleVideo({
			bs_score: 45,
			confidence_level: 72,
			basis: "evidence",
			coverage: { checkable: 7, checked: 5 },
			finding: countFinding(CHECKED_STATEMENTS),
			interval: { low: 37, high: 53 },
			evidence_sources: ["wikipedia", "pubmed"],
			claims_count: 7,
		}),
		statements: CHECKED_STATEMENTS,
		responses: [],
		moments: [],
		left_out: [],
		analysis: null,
		...change,
	};
}

/** The report after all quotes of these statements were found to be gone from their pages. */
export function withLostGround(report: Report, ...ids: string[]): Report {
	const evidence_changed_at = "2026-03-05T10:00:00.000Z";
	return {
		...report,
		video: { ...report.video, evidence_changed_at },
		statements: report.statements.map((statement) => ({
			...statement,
			evidence: statement.evidence.map((piece) =>
				ids.includes(statement.id) ? { ...piece, state: "gone" } : piece,
			),
		})),
	};
}

/** A report with too few verdicts: one, or none if no source answered. */
export function tooLittleReport(verdicts: 0 | 1): Report {
	const reasons = verdicts === 0 ? [] : UNVERIFIED_REASONS;
	const statements =
		verdicts === 0
			? [1, 2, 3, 4].map((n) =>
					unverified("search_failed", { id: `down-${n}` as StatementId, timestamp: 100 * n }),
				)
			: [SUPPORTED, ...reasons.map((reason) => unverified(reason))];
	const checkable = statements.filter((it) => it.unverified_reason !== "not_checkable").length;
	return {
		video: sampleVideo({
			bs_score: null,
			confidence_level: null,
			lean: { score: 73, confidence: 70 },
			basis: "memory",
			coverage: { checkable, checked: verdicts },
			finding: countFinding(statements),
			evidence_sources: ["wikipedia", "pubmed"],
			claims_count: statements.length,
		}),
		statements,
		responses: [],
		moments: [],
		left_out: [],
		analysis: null,
	};
}
