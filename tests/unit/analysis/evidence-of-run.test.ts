import { describe, expect, it } from "vitest";
import type { Evidence } from "#contract/evidence.ts";
import { RunId, VideoId } from "#contract/ids.ts";
import type { Stance } from "#contract/verdicts.ts";
import { evidenceResult } from "#features/analysis/evidence-result.ts";
import { describeRun } from "#features/analysis/live-analysis.ts";
import { LiveRun } from "#features/analysis/live-run.ts";
import { planTasks } from "#features/analysis/plan-steps.ts";
import { ratingsFor } from "#features/analysis/run-state.ts";
import { taskKey } from "#features/analysis/task.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { pageId, type ReadAnswer } from "#features/evidence/find-pages.ts";
import type { Citation, Judgement } from "#features/evidence/judgement.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { citation, judgement } from "#tests/support/fixtures/judgements.ts";
import {
	engineOf,
	outputOf,
	outputWithSources,
	PANEL,
	STATEMENTS,
	worldOf,
} from "#tests/support/world/run-engine.ts";

const TEXT = "The wall cannot be seen from the Moon with the naked eye.";

/** A run whose statements have been chosen and planned. */
function plannedRun(): LiveRun {
	const run = new LiveRun({
		run_id: RunId.parse("run1"),
		video_id: VideoId.parse("abcdefghijk"),
		url: "https://www.youtube.com/watch?v=abcdefghijk",
		started_by: null,
		started_at_ms: 0,
		panel: PANEL,
		simulated: false,
		member_transcript: null,
		captions_read_by: null,
		earlier_source: null,
		selected: null,
		adds_to: null,
		rechecks: null,
		moment: null,
		keeps: null,
		keeps_asked: null,
		searches_afresh: false,
		origin: "",
		evidence: ["wikipedia", "pubmed"],
		second_reading: false,
	});
	for (const kind of ["metadata", "transcript", "choose"] as const)
		run.apply({ kind }, outputOf({ kind }));
	const plans = (run.chosen ?? []).map(({ content }) => planWithoutModel(content));
	run.apply({ kind: "plan" }, { plans, calls: [] });
	return run;
}

function hit(name: string): Hit {
	return {
		source: "wikipedia",
		title: name,
		language: "en",
		as_of: null,
		key: name,
		url: `https://en.wikipedia.org/wiki/${name}`,
		review: null,
	};
}

type Search = { source: "wikipedia" | "pubmed"; failure: "limited" | "timeout" | null };

function search(run: LiveRun, round: 1 | 2, searches: Search[], hits: Hit[]): void {
	run.apply(
		{ kind: "search", statement: 0, round },
		{
			searches: searches.map((it) => ({ ...it, query: "wall", hits: hits.length })),
			hits,
			reviews: [],
			calls: [],
		},
	);
}

function opened(of: Hit, passages: number[]): ReadAnswer {
	return {
		ok: true,
		facts: {
			final_url: of.url,
			title: of.title,
			site: `${of.key}.org`,
			kind: "encyclopedia",
			language: "en",
			content_hash: "0",
			published_at: null,
			published_by: null,
		},
		fetched_at: "2026-01-01T00:00:00.000Z",
		reviews: [],
		passages: [{ start: 0, end: TEXT.length, text: TEXT, before: "", after: "" }],
		by_statement: [{ statement: 0, passages }],
	};
}

function read(run: LiveRun, of: Hit, answer: ReadAnswer): void {
	run.apply({ kind: "read", page: pageId(of) }, answer);
}

function rate(run: LiveRun, judgements: Judgement[], next_query: string | null = null) {
	PANEL.forEach((provider, at) => {
		run.apply(
			{ kind: "rate", statement: 0, provider },
			{
				rating: {
					provider,
					model: "m",
					status: "ok",
					score: 50,
					confidence: 50,
					explanation: "",
					sources: [],
					...WITHOUT_PAGES,
				},
				calls: [],
				judgement: judgements[at] ?? null,
				next_query,
			},
		);
	});
}

const ASKED: Search[] = [
	{ source: "wikipedia", failure: null },
	{ source: "pubmed", failure: null },
];
const ABSTAINS = judgement({ verdict: "not_enough_evidence", citations: [] });

describe("statement without passages", () => {
	const reasonOf = (run: LiveRun) => {
		rate(run, [ABSTAINS, ABSTAINS, ABSTAINS]);
		return evidenceResult(run, 0).result.unverified_reason;
	};

	it("has no evidence if all sources answered without hits", () => {
		const run = plannedRun();
		search(run, 1, ASKED, []);
		expect(reasonOf(run)).toBe("no_evidence_found");
	});

	it("has no evidence if one source timed out and the others found nothing", () => {
		const run = plannedRun();
		search(run, 1, [{ source: "wikipedia", failure: "timeout" }, ...ASKED.slice(1)], []);
		expect(reasonOf(run)).toBe("no_evidence_found");
	});

	it("has a failed search if a source's limit was reached", () => {
		const run = plannedRun();
		search(run, 1, [{ source: "wikipedia", failure: "limited" }, ...ASKED.slice(1)], []);
		expect(reasonOf(run)).toBe("search_failed");
	});

	it("has a failed search if a limit kept a page from being read", () => {
		const run = plannedRun();
		const [a, b] = [hit("a"), hit("b")];
		search(run, 1, ASKED, [a, b]);
		read(run, a, { ok: false, reason: "limited", status: null });
		read(run, b, opened(b, []));
		expect(reasonOf(run)).toBe("search_failed");
	});
});

describe("second round", () => {
	function askedAgain(answer: (of: Hit) => ReadAnswer): LiveRun {
		const run = plannedRun();
		const [a, b] = [hit("a"), hit("b")];
		search(run, 1, ASKED, [a]);
		read(run, a, opened(a, [0]));
		rate(run, [ABSTAINS, ABSTAINS, ABSTAINS], "wall Moon");
		search(run, 2, ASKED, [a, b]);
		read(run, b, answer(b));
		return run;
	}
	const secondRatings = (run: LiveRun) =>
		planTasks(run)
			.map(taskKey)
			.filter((key) => /^rate:0:.*:2$/.test(key));

	it("asks the panel again if it found passages", () => {
		const run = askedAgain((b) => opened(b, [0]));
		expect(secondRatings(run)).toHaveLength(PANEL.length);
		expect(ratingsFor(run, 0)).toBeNull();
	});

	it("lets a statement use any page until its last search has ended", () => {
		const run = plannedRun();
		const [a, b] = [hit("a"), hit("b")];
		search(run, 1, ASKED, [a]);
		expect(run.mayWant(0, pageId(b))).toBe(true);
		rate(run, [ABSTAINS, ABSTAINS, ABSTAINS], "wall Moon");
		expect(run.mayWant(0, pageId(b))).toBe(true);
		search(run, 2, ASKED, [a]);
		expect(run.mayWant(0, pageId(b))).toBe(false);
		expect(run.mayWant(0, pageId(a))).toBe(true);
	});

	it.each<[string, (of: Hit) => ReadAnswer]>([
		["its pages could not be opened", () => ({ ok: false, reason: "timeout", status: null })],
		["its pages say nothing of the statement", (b) => opened(b, [])],
	])("does not ask the panel again if %s", (_, answer) => {
		const run = askedAgain(answer);
		expect(secondRatings(run)).toEqual([]);
		expect(ratingsFor(run, 0)).toHaveLength(PANEL.length);
	});
});

describe("evidence of a statement", () => {
	const cites = (of: Hit, stance: Stance, place: number): Citation =>
		citation({
			page_id: pageId(of),
			stance,
			cluster: place + 1,
			found: { quote: TEXT, quote_start: place, before: "", after: "" },
		});

	it("lists quotes that fit the verdict first, even if one rater disagrees", () => {
		const sides: Evidence["stance"][][] = [];
		for (let place = 0; place < 8; place += 1) {
			const run = plannedRun();
			const [a] = [hit("a")];
			search(run, 1, ASKED, [a]);
			read(run, a, opened(a, [0]));
			const refutes = (at: number) =>
				judgement({ citations: [cites(a, "refutes", 10 * place + at)] });
			rate(run, [
				judgement({
					verdict: "supported",
					score: 10,
					citations: [cites(a, "supports", 10 * place)],
				}),
				refutes(1),
				refutes(2),
			]);
			const { result, evidence } = evidenceResult(run, 0);
			expect(result.verdict).toBe("refuted");
			sides.push(evidence.map(({ stance }) => stance));
		}
		expect(sides).toEqual(Array.from({ length: 8 }, () => ["refutes", "refutes", "supports"]));
	});
});

describe("score so far", () => {
	it("is null while every rated statement is unverified, whatever the models believe", () => {
		const run = plannedRun();
		search(run, 1, ASKED, []);
		rate(run, [ABSTAINS, ABSTAINS, ABSTAINS]);
		expect(ratingsFor(run, 0)?.map(({ score }) => score)).toEqual([50, 50, 50]);
		expect(describeRun(run).bs_score).toBeNull();
	});

	it("is the mean of the checked statements", () => {
		const run = plannedRun();
		const a = hit("a");
		search(run, 1, ASKED, [a]);
		read(run, a, opened(a, [0]));
		const cited = citation({
			page_id: pageId(a),
			stance: "refutes",
			found: { quote: TEXT, quote_start: 0, before: "", after: "" },
		});
		const refutes = judgement({ citations: [cited] });
		rate(run, [refutes, refutes, refutes]);
		const { ai_score, verdict } = evidenceResult(run, 0).result;
		expect(verdict).toBe("refuted");
		expect(describeRun(run).bs_score).toBe(ai_score);
	});
});

it("the explanation of a statement comes from a rater who cites the quote shown first", () => {
	const run = plannedRun();
	const a = hit("a");
	search(run, 1, ASKED, [a]);
	read(run, a, opened(a, [0]));
	const says = (explanation: string, quote_start: number) =>
		judgement({
			explanation,
			citations: [
				citation({
					page_id: pageId(a),
					stance: "refutes",
					found: { quote: TEXT, quote_start, before: "", after: "" },
				}),
			],
		});
	rate(run, [says("alone", 7), says("first of two", 0), says("second", 0)]);
	const { result, evidence } = evidenceResult(run, 0);
	expect(evidence[0]?.quote_start).toBe(0);
	expect(result.explanation).toBe("first of two");
});

it("a run completes despite a page id written by another version of the program", async () => {
	const world = worldOf(async (task) => outputWithSources(task), { evidence: ["wikipedia"] });
	const { store } = world;
	store.add("run1", [{ kind: "read", page: "0123456789abcdef" }], 0);
	const engine = engineOf(world);
	engine.open();
	await engine.work();
	expect(store.events.at(-1)?.name).toBe("completed");
});

it("a run completes despite a page that crashes its reader", async () => {
	const wall = hit("wall");
	const world = worldOf(async (task) => {
		switch (task.kind) {
			case "plan": {
				const plans = Array.from({ length: STATEMENTS }, () => planWithoutModel("wall"));
				return { plans, calls: [] };
			}
			case "search":
				return { searches: [], hits: [wall], reviews: [], calls: [] };
			case "read":
				throw new Error("The object was reset.");
			default:
				return outputOf(task);
		}
	});
	const { input } = world.store;
	Object.assign(world.store, { input: { ...input, evidence: ["wikipedia"] } });
	const engine = engineOf(world);
	engine.open();
	for (let round = 0; round < 40 && !world.store.ended; round += 1)
		world.clock.ms = Math.max(world.clock.ms, (await engine.work()) ?? 0);
	expect(world.asked.filter((key) => key.startsWith("read:"))).toHaveLength(3);
	expect(world.store.events.at(-1)?.name).toBe("completed");
});
