import { describe, expect, it } from "vitest";
import { StatementId } from "#contract/ids.ts";
import { compareVersions, summarize, VersionContent } from "#features/history/compare-versions.ts";

type Stored = VersionContent["statements"][number];

function statement(id: string, fields: Partial<Stored> = {}): Stored {
	return {
		id: StatementId.parse(id),
		content: `What ${id} says.`,
		quote_key: `what${id}says`,
		timestamp: 10,
		on_request: false,
		ai_score: 20,
		lean: null,
		verdict: "supported",
		basis: "evidence",
		pages: [],
		...fields,
	};
}

function version(statements: Stored[], fields: Partial<VersionContent> = {}): VersionContent {
	return {
		bs_score: 20,
		lean: null,
		basis: "evidence",
		scope: "full",
		checkable: 1,
		checked: 1,
		panel: ["openai"],
		models: ["openai small"],
		sources: ["wikipedia"],
		statements,
		...fields,
	};
}

const page = (url: string, content_hash = "a", canonical_version = 3) => ({
	url,
	content_hash,
	canonical_version,
	title: url,
	stance: "supports" as const,
});
const ids = (statements: { id: string }[]) => statements.map(({ id }) => id);

describe("compareVersions", () => {
	it("finds nothing between equal versions", () => {
		const held = version([statement("a", { pages: [page("p")] })]);
		const changes = compareVersions(held, structuredClone(held));
		expect(summarize(changes)).toEqual({
			added: 0,
			retired: 0,
			verdicts_moved: 0,
			pages_changed: 0,
		});
		expect(changes.changed).toEqual([]);
		expect(changes.panel).toEqual({ added: [], removed: [] });
	});

	it("lists added and retired statements by time, whatever their stored order", () => {
		const late = { timestamp: 99 };
		const changes = compareVersions(
			version([statement("d", late), statement("b"), statement("a")]),
			version([statement("e", late), statement("a"), statement("c")]),
		);
		expect(ids(changes.added)).toEqual(["c", "e"]);
		expect(ids(changes.retired)).toEqual(["b", "d"]);
	});

	it("pairs a statement with its successor of another id, if words and time are the same", () => {
		const words = { quote_key: "thesamewords" };
		const { added, retired, changed } = compareVersions(
			version([statement("old", words)]),
			version([
				statement("new", { ...words, verdict: "refuted", ai_score: 90 }),
				statement("elsewhere", { ...words, timestamp: 50 }),
			]),
		);
		expect(ids(added)).toEqual(["elsewhere"]);
		expect(retired).toEqual([]);
		expect(changed).toMatchObject([
			{ before: { id: "old", ai_score: 20 }, after: { verdict: "refuted" } },
		]);
	});

	it("counts a moved verdict, but not another score within it", () => {
		const moved = (before: Partial<Stored>, after: Partial<Stored>) =>
			summarize(
				compareVersions(version([statement("a", before)]), version([statement("a", after)])),
			).verdicts_moved;
		expect(moved({ ai_score: 10 }, { ai_score: 25 })).toBe(0);
		expect(moved({}, { verdict: "outdated" })).toBe(1);
		const unsourced = { verdict: null, basis: "memory" as const };
		expect(moved({ ...unsourced, ai_score: 10 }, { ...unsourced, ai_score: 80 })).toBe(1);
		expect(moved({ ...unsourced, ai_score: 10 }, { ...unsourced, ai_score: 20 })).toBe(0);
	});

	it("names pages that came, went, or have another text, each once", () => {
		const before = [page("kept"), page("gone"), page("edited", "a")];
		const after = [page("kept"), page("edited", "b"), page("new"), page("new")];
		const [change] = compareVersions(
			version([statement("a", { pages: before })]),
			version([statement("a", { pages: after })]),
		).changed;
		const urls = (pages?: { url: string }[]) => pages?.map(({ url }) => url);
		expect(urls(change?.pages.added)).toEqual(["new"]);
		expect(urls(change?.pages.removed)).toEqual(["gone"]);
		expect(urls(change?.pages.changed)).toEqual(["edited"]);
		expect(change?.pages.added[0]).not.toHaveProperty("content_hash");
	});

	it("compares no hashes of two versions of the rules for canonical text", () => {
		const of = (pages: unknown[]) => {
			const stored = version([statement("a", { pages: pages as Stored["pages"] })]);
			return VersionContent.parse(JSON.parse(JSON.stringify(stored)));
		};
		// As release 1.0.0 stored it.
		const { canonical_version: _, ...stored } = page("p", "a");
		expect(compareVersions(of([stored]), of([page("p", "b")])).changed).toEqual([]);
		const [change] = compareVersions(of([stored]), of([page("p", "b", 2)])).changed;
		expect(change?.pages.changed).toHaveLength(1);
	});

	it("names changes of panel, models and sources", () => {
		const changes = compareVersions(
			version([], { sources: [], models: ["openai small"] }),
			version([], {
				panel: ["openai", "claude"],
				models: ["openai large"],
				sources: ["wikipedia"],
			}),
		);
		expect(changes).toMatchObject({
			panel: { added: ["claude"], removed: [] },
			models: { added: ["openai large"], removed: ["openai small"] },
			sources: { added: ["wikipedia"], removed: [] },
		});
	});

	it("says that a statement counts from now on", () => {
		const [before, after] = [true, false].map((on_request) => statement("a", { on_request }));
		const changes = compareVersions(
			version([before as Stored], { scope: "moments" }),
			version([after as Stored]),
		);
		expect(changes.changed).toMatchObject([
			{ before: { on_request: true }, after: { on_request: false } },
		]);
		expect(summarize(changes)).toMatchObject({ added: 0, verdicts_moved: 0, pages_changed: 0 });
	});
});
