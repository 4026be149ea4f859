import { describe, expect, it } from "vitest";
import { StatementId, VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { WITHOUT_EVIDENCE } from "#features/analysis/rated-statement.ts";
import { narrowStatement } from "#features/analysis/read-requested-analysis.ts";
import { aCitedPage } from "#tests/support/fixtures/judgements.ts";
import { aRating } from "#tests/support/fixtures/publications.ts";

const STATEMENT: Statement = {
	id: StatementId.parse("s1"),
	video_id: VideoId.parse("vid00000001"),
	content: "The bridge was built in 1931.",
	quote: "built in 1931",
	context: { before: "", after: "" },
	timestamp: 12.5,
	timestamp_source: "cue",
	aimed_at_raters: false,
	ai_score: 40,
	confidence_level: 80,
	openai_score: 20,
	claude_score: 40,
	gemini_score: 60,
	explanation: "openai says 20",
	sources: [
		"https://example.org/openai",
		"https://example.org/claude",
		"https://example.org/gemini",
	],
	ratings: [aRating("openai", 20), aRating("claude", 40), aRating("gemini", 60)],
	...WITHOUT_EVIDENCE,
	upvotes: 2,
	downvotes: 1,
	created_at: "2026-01-01T00:00:00.000Z",
};

describe("narrowStatement", () => {
	it("returns the statement unchanged if everything is wanted", () => {
		const all = { models: null, include_sources: true };
		expect(narrowStatement(STATEMENT, all)).toEqual(STATEMENT);
	});

	it("keeps the wanted models' ratings, explanation and sources, and the panel's score", () => {
		const models = ["claude", "gemini"] as const;
		expect(narrowStatement(STATEMENT, { models, include_sources: true })).toEqual({
			...STATEMENT,
			openai_score: null,
			explanation: "claude says 40",
			sources: ["https://example.org/claude", "https://example.org/gemini"],
			ratings: STATEMENT.ratings.slice(1),
		});
	});

	it("prefers the explanation of a wanted model that answered", () => {
		const ratings = [aRating("claude", 50, "failed"), aRating("gemini", 60)];
		const { explanation } = narrowStatement(
			{ ...STATEMENT, ratings },
			{ models: ["claude", "gemini"], include_sources: true },
		);
		expect(explanation).toBe("gemini says 60");
	});

	it("returns no explanation or sources for a model that did not rate", () => {
		const ratings = STATEMENT.ratings.slice(0, 1);
		const narrowed = narrowStatement(
			{ ...STATEMENT, ratings, claude_score: null, gemini_score: null },
			{ models: ["claude"], include_sources: true },
		);
		expect(narrowed).toMatchObject({
			ai_score: 40,
			openai_score: null,
			claude_score: null,
			ratings: [],
			explanation: "",
			sources: [],
		});
	});

	it("removes everything that has an address if no sources are wanted", () => {
		const evidence = [aCitedPage()];
		const citations = evidence.map(({ id, stance }) => ({ evidence_id: id, stance }));
		const ratings = STATEMENT.ratings.map((rating) => ({ ...rating, citations }));
		const found = { ...STATEMENT, evidence, ratings };
		const narrowed = narrowStatement(found, { models: null, include_sources: false });
		expect(narrowed).toMatchObject({ explanation: "openai says 20", sources: [], evidence: [] });
		expect(narrowed.ratings).toMatchObject(Array(3).fill({ sources: [], citations: [] }));
		expect(JSON.stringify(narrowed)).not.toContain("://");
	});
});
