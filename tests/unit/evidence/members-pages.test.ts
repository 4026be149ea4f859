import { describe, expect, it } from "vitest";
import {
	type Judgement,
	weighJudgement,
	withoutWeakConflict,
} from "#features/evidence/judgement.ts";
import { decideStatement } from "#features/evidence/statement-verdict.ts";
import { citation, judgement, panelOf, statementCase } from "#tests/support/fixtures/judgements.ts";

type Stance = Judgement["citations"][number]["stance"];

describe.each([
	["of a page that only a member added", { by_member: true }],
	["of a social network", { kind: "social" as const }],
])("quote %s", (_, weak) => {
	it("does not decide alone", () => {
		const alone = judgement({ citations: [citation(weak)] });
		expect(weighJudgement(alone)).toBe("unsupported");
		expect(decideStatement(statementCase(panelOf(alone, alone)))).toMatchObject({
			verdict: "unverified",
			unverified_reason: "not_enough",
		});
		const both = judgement({ citations: [citation(weak), citation()] });
		expect(weighJudgement(both)).toBe("counts");
	});

	it("does not show that a claim is no longer true", () => {
		const supported = citation({ stance: "supports" });
		const later = citation({ stance: "refutes", published_at: "2025-01-01", ...weak });
		const answer = judgement({
			verdict: "supported",
			score: 10,
			when_said: "supported",
			today: "refuted",
			citations: [supported, later],
		});
		expect(decideStatement(statementCase(panelOf(answer))).verdict).toBe("supported");
	});

	it.each<[Stance[]]>([[["refutes"]], [["supports", "refutes"]]])(
		"is no side of a conflict: %j",
		(stances) => {
			const answer = judgement({
				verdict: "conflicting",
				citations: [
					citation({ stance: "supports", cluster: 1 }),
					...stances.map((stance, at) => citation({ stance, cluster: at + 2, ...weak })),
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
				{ stance: "supports", cluster: 2, ...weak },
			],
			{ verdict: "refuted", score: 70 },
		],
		[
			"leaves a conflict of sources alone",
			[
				{ stance: "refutes", cluster: 1 },
				{ stance: "supports", cluster: 2 },
				{ stance: "supports", cluster: 3, ...weak },
			],
			{ verdict: "conflicting", score: 50 },
		],
		[
			"leaves a conflict of such pages alone",
			[
				{ stance: "refutes", cluster: 1, ...weak },
				{ stance: "supports", cluster: 2, ...weak },
			],
			{ verdict: "conflicting", score: 50 },
		],
	])("in a conflict %s", (_, citations, expected) => {
		const answer = judgement({
			verdict: "conflicting",
			score: 50,
			citations: citations.map(citation),
		});
		expect(withoutWeakConflict(answer)).toMatchObject(expected);
	});

	it("is no independent source", () => {
		const answer = judgement({
			citations: [citation(), ...[2, 3].map((cluster) => citation({ cluster, ...weak }))],
		});
		const { independent_sources } = decideStatement(statementCase(panelOf(answer, answer)));
		expect(independent_sources).toBe(1);
	});
});

it("a page that only a member added does not show by its date that recent news can be refuted", () => {
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
