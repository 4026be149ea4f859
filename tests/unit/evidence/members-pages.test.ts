import { describe, expect, it } from "vitest";
import {
	type Judgement,
	weighJudgement,
	withoutMembersConflict,
} from "#features/evidence/judgement.ts";
import { decideStatement } from "#features/evidence/statement-verdict.ts";
import { citation, judgement, panelOf, statementCase } from "#tests/support/fixtures/judgements.ts";

type Stance = Judgement["citations"][number]["stance"];

const added = citation({ by_member: true });

describe("quote from a page that only a member added", () => {
	it("does not let an answer count by itself", () => {
		expect(weighJudgement(judgement({ citations: [added] }))).toBe("unsupported");
		const both = judgement({ citations: [added, citation()] });
		expect(weighJudgement(both)).toBe("counts");
	});

	it.each<[Stance[]]>([[["refutes"]], [["supports", "refutes"]]])(
		"is no side of a conflict: %j",
		(stances) => {
			const answer = judgement({
				verdict: "conflicting",
				citations: [
					citation({ stance: "supports", cluster: 1 }),
					...stances.map((stance, at) => citation({ stance, cluster: at + 2, by_member: true })),
				],
			});
			expect(weighJudgement(answer)).toBe("unsupported");
		},
	);

	it.each<[string, Parameters<typeof citation>[0][], object]>([
		[
			"gives the side of the source's page",
			[
				{ stance: "refutes", cluster: 1 },
				{ stance: "supports", cluster: 2, by_member: true },
			],
			{ verdict: "refuted", score: 70 },
		],
		[
			"leaves a conflict of sources alone",
			[
				{ stance: "refutes", cluster: 1 },
				{ stance: "supports", cluster: 2 },
				{ stance: "supports", cluster: 3, by_member: true },
			],
			{ verdict: "conflicting", score: 50 },
		],
		[
			"leaves a conflict of members' pages alone",
			[
				{ stance: "refutes", cluster: 1, by_member: true },
				{ stance: "supports", cluster: 2, by_member: true },
			],
			{ verdict: "conflicting", score: 50 },
		],
	])("in a conflict %s", (_, citations, expected) => {
		const answer = judgement({
			verdict: "conflicting",
			score: 50,
			citations: citations.map(citation),
		});
		expect(withoutMembersConflict(answer)).toMatchObject(expected);
	});

	it("is no independent source and raises no confidence", () => {
		const answer = judgement({
			confidence: 99,
			citations: [citation(), ...[2, 3].map((cluster) => citation({ cluster, by_member: true }))],
		});
		expect(decideStatement(statementCase(panelOf(answer, answer)))).toMatchObject({
			confidence_level: 57,
			independent_sources: 1,
		});
	});

	it("does not show by its date that recent news can be refuted", () => {
		const news = { said_on: "2026-01-05", today: "2026-01-06", time_sensitive: true };
		const answer = judgement({
			citations: [
				citation({ published_at: "2025-12-01" }),
				citation({ published_at: "2026-01-04", by_member: true }),
			],
		});
		expect(decideStatement(statementCase(panelOf(answer), news))).toMatchObject({
			verdict: "unverified",
			unverified_reason: "too_new",
		});
	});
});
