import { describe, expect, it } from "vitest";
import { OWN_SET } from "#tests/eval/own/own-set.ts";
import { runOwnSet } from "#tests/eval/own/run-own-set.ts";
import { measureOwn } from "#tests/eval/own-results.ts";
import type { StatementOutcome } from "#tests/eval/run-statement.ts";
import committed from "#web/features/site/pages/accuracy-results.json" with { type: "json" };

let run: Promise<StatementOutcome[]> | null = null;

/** One run for all tests, within the time of the first. */
function outcomesOfRun(): Promise<StatementOutcome[]> {
	run ??= runOwnSet();
	return run;
}

describe("the results that /accuracy shows", () => {
	it("are those of this version of the rules: npm run eval -- --write renews them", async () => {
		expect(committed).toEqual(JSON.parse(JSON.stringify(await measureOwn(await outcomesOfRun()))));
		expect(committed.own.as_ruled).toBe(OWN_SET.length);
	});
});

describe("the own set, judged by the product with scripted raters", () => {
	it("has at least 60 statements of every kind that the rules are for", () => {
		expect(OWN_SET.length).toBeGreaterThanOrEqual(60);
		const ids = OWN_SET.map(({ item }) => item.id);
		expect(new Set(ids).size).toBe(ids.length);
		const kinds = new Set(OWN_SET.map(({ item }) => item.category));
		for (const kind of [
			"supported",
			"refuted",
			"outdated",
			"too new",
			"missing context",
			"conflicting",
			"copies",
			"injected",
			"changed numbers",
			"nothing found",
			"not checkable",
		])
			expect(kinds).toContain(kind);
		const labels = new Set(OWN_SET.map(({ item }) => item.label));
		expect(labels.size).toBe(6);
	});

	it.each(OWN_SET.map((own, at) => [own.item.id, own, at] as const))(
		"%s gets the verdict that the rules demand",
		async (_, { ruled }, at) => {
			const outcome = (await outcomesOfRun())[at];
			expect({ verdict: outcome?.given, reason: outcome?.reason }).toEqual({
				verdict: ruled.verdict,
				reason: ruled.reason,
			});
			if (ruled.sources !== undefined) expect(outcome?.independent_sources).toBe(ruled.sources);
		},
	);
});
