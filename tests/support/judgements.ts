import * as fc from "fast-check";
import { PROVIDERS } from "#contract/ids.ts";
import { RATER_VERDICTS, STANCES } from "#contract/verdicts.ts";
import type {
	Citation,
	Judgement,
	PanelAnswer,
} from "#features/evidence/judgement.ts";
import type { StatementCase } from "#features/evidence/statement-verdict.ts";

const FOUND = {
	quote: "as the page says",
	quote_start: 0,
	before: "",
	after: "",
};

export function citation(given: Partial<Citation> = {}): Citation {
	return {
		page_id: "page-1",
		cluster: 1,
		stance: "refutes",
		published_at: null,
		by_member: false,
		found: FOUND,
		...given,
	};
}

export function judgement(given: Partial<Judgement> = {}): Judgement {
	return {
		verdict: "refuted",
		when_said: "refuted",
		today: "same",
		score: 90,
		confidence: 80,
		explanation: "because",
		missing: "",
		lean: { score: 60, confidence: 40 },
		citations: [citation()],
		dropped: [],
		...given,
	};
}

/** In the order of the panel; null for a provider that did not answer. */
export function panelOf(
	...judgements: readonly (Judgement | null)[]
): PanelAnswer[] {
	return judgements.map((it, at) => ({
		provider: PROVIDERS[at] ?? "openai",
		judgement: it,
	}));
}

export function statementCase(
	answers: readonly PanelAnswer[],
	given: Partial<StatementCase> = {},
): StatementCase {
	return {
		answers,
		said_on: "2024-05-01",
		today: "2026-01-01",
		time_sensitive: false,
		has_passages: true,
		search_failed: false,
		out_of_budget: false,
		...given,
	};
}

const day = fc
	.integer({ min: 0, max: 900 })
	.map((days) =>
		new Date(Date.UTC(2024, 0, 1) + days * 86_400_000)
			.toISOString()
			.slice(0, 10),
	);
const percent = fc.integer({ min: 0, max: 100 });

const anyCitation: fc.Arbitrary<Citation> = fc.record({
	page_id: fc.constantFrom("a", "b", "c", "d"),
	cluster: fc.integer({ min: 1, max: 4 }),
	stance: fc.constantFrom(...STANCES),
	published_at: fc.option(day),
	by_member: fc.boolean(),
	found: fc.constant(FOUND),
});

/** Its score lies in its verdict's range, as the parser leaves it. */
export const anyJudgement: fc.Arbitrary<Judgement> = fc
	.record({
		verdict: fc.constantFrom(...RATER_VERDICTS),
		when_said: fc.constantFrom("supported", "refuted", "mixed", "unknown"),
		today: fc.constantFrom("same", "supported", "refuted", "unknown"),
		score: percent,
		confidence: percent,
		explanation: fc.constantFrom("one", "two", ""),
		missing: fc.constantFrom("", "what is missing"),
		lean: fc.option(fc.record({ score: percent, confidence: percent })),
		citations: fc.array(anyCitation, { maxLength: 4 }),
		dropped: fc.constantFrom(
			[],
			[{ page_id: "a", quote: "x", reason: "not_found" as const }],
		),
	})
	.map((it) => ({ ...it, score: inRange(it.verdict, it.score) }) as Judgement);

function inRange(verdict: Judgement["verdict"], score: number): number {
	switch (verdict) {
		case "supported":
			return Math.round(score * 0.29);
		case "refuted":
			return 70 + Math.round(score * 0.3);
		case "missing_context":
		case "conflicting":
			return 30 + Math.round(score * 0.39);
		default:
			return score;
	}
}

const anyPanel: fc.Arbitrary<PanelAnswer[]> = fc
	.array(fc.option(anyJudgement, { freq: 5 }), { minLength: 1, maxLength: 3 })
	.map((judgements) => panelOf(...judgements));

export const anyCase: fc.Arbitrary<StatementCase> = fc.record({
	answers: anyPanel,
	said_on: fc.option(day),
	today: day,
	time_sensitive: fc.boolean(),
	has_passages: fc.boolean(),
	search_failed: fc.boolean(),
	out_of_budget: fc.boolean(),
});
