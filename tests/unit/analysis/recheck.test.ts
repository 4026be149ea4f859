import { describe, expect, it } from "vitest";
import type { EvidencePage } from "#contract/evidence.ts";
import { type Provider, RunId, StatementId } from "#contract/ids.ts";
import type { PageProblem } from "#contract/verdicts.ts";
import type { LiveRun } from "#features/analysis/live-run.ts";
import type { Publication } from "#features/analysis/publication.ts";
import type { PublishedResult } from "#features/analysis/published-result.ts";
import { readRunInput } from "#features/analysis/run-input.ts";
import { runStep } from "#features/analysis/run-step.ts";
import type { StepDeps } from "#features/analysis/step-deps.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import { publishRun } from "#features/analysis/steps/publish.ts";
import { type Task, taskKey } from "#features/analysis/task.ts";
import { pageId, type SearchAnswer, UNANSWERED_SEARCH } from "#features/evidence/find-pages.ts";
import { addedHit } from "#features/evidence/merge-hits.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import { runFailure } from "#http/run-failures.ts";
import { judgement } from "#tests/support/fixtures/judgements.ts";
import { engineOf, outputWithSources, worldOf } from "#tests/support/world/run-engine.ts";

const id = (text: string) => StatementId.parse(text);
const RECHECK = {
	adds_to: RunId.parse("earlier"),
	rechecks: id("two"),
	earlier_source: "captions" as const,
	evidence: ["wikipedia" as const],
};

/** Two claims in the same words at the same time, and one later. */
const STATEMENTS = (["one", "two", "three"] as const).map((name, at) => ({
	id: id(name),
	content: `Claim ${name}`,
	quote: "It is, and it was.",
	timestamp: at === 2 ? 90 : 5,
	timestamp_source: "cue" as const,
	quote_key: "it is and it was",
	ai_score: 10,
	verdict: "supported",
	upvotes: at,
	downvotes: 0,
	created_at: "2026-01-01T00:00:00.000Z",
	pages: [{ url: `https://example.org/${name}`, title: name }],
}));
const LEFT_OUT = [{ content: "Left out", reason: "over_limit" }];
const EXTRACTION = { by: "openai", found: 9, chosen: 3 };

const deps = (over: Partial<StepDeps> = {}) =>
	({
		published: async () => ({
			video: { extraction: EXTRACTION, panel: [], evidence_sources: [] },
			statements: STATEMENTS,
			left_out: LEFT_OUT,
			searches: [],
			pages: [],
		}),
		hiddenStatements: async () => [],
		hiddenPages: async () => new Set(),
		earlierStatements: async () => STATEMENTS,
		newStatementId: () => id("new"),
		budget: { prices: {}, reserve: async () => null },
		...over,
	}) as unknown as StepDeps;

/** What the run chooses. */
async function choose(over: Partial<StepDeps> = {}) {
	const { run } = engineOf(worldOf(undefined, RECHECK));
	if (run === null) throw new Error("There is no run.");
	const transcript = await one({ kind: "transcript" });
	run.apply({ kind: "transcript" }, transcript);
	return runStep(deps(over), run, { kind: "choose" });
}

describe("run that checks one statement again", () => {
	it("has the statement in its stored input", () => {
		const { store } = worldOf(undefined, RECHECK);
		const stored = JSON.parse(JSON.stringify(store.input));
		expect(readRunInput(stored)).toEqual({ input: store.input, readable: true });
		expect(stored.rechecks).toBe("two");
	});

	it("chooses it alone, even if another has the same words, and leaves out the same", async () => {
		const [, two] = STATEMENTS;
		expect(await choose()).toEqual({
			chosen: [
				{
					content: "Claim two",
					quote: two?.quote,
					context: { before: "", after: "" },
					quote_key: two?.quote_key,
					timestamp: 5,
					timestamp_source: "cue",
					speaker: null,
					out_of_budget: false,
					new_id: "new",
					earlier: two,
				},
			],
			extraction: EXTRACTION,
			left_out: LEFT_OUT,
			kept: [],
			rechosen: [],
		});
	});

	it("has the words around it, if the transcript of the video is not kept", async () => {
		const { run } = engineOf(worldOf(undefined, { ...RECHECK, earlier_source: null }));
		const context = { before: "So they say:", after: "" };
		const statements = STATEMENTS.map((it) => ({ ...it, context }));
		const kept = { source: "ai_transcription", language: "en", cues: [], transcript: "" };
		const published = async () => ({ statements, transcript: kept });
		const text = "So they say: It is, and it was.";
		const with_published = deps({ published } as unknown as Partial<StepDeps>);
		expect(await runStep(with_published, run as LiveRun, { kind: "transcript" })).toEqual({
			transcript: {
				source: "ai_transcription",
				language: "en",
				track: null,
				cues: [{ start: 5, text }],
				text,
			},
		});
	});

	it("stays on request if it was", async () => {
		const on_request = [STATEMENTS[0], { ...STATEMENTS[1], on_request: true }];
		const published = { video: { extraction: EXTRACTION }, statements: on_request, left_out: [] };
		const chosen = await choose({ published: async () => published } as unknown as StepDeps);
		expect(chosen).toMatchObject({ chosen: [{ content: "Claim two", on_request: true }] });
	});

	it.each<[string, Partial<StepDeps>]>([
		["its result is no longer shown", { published: async () => null }],
		["it is no longer live", { earlierStatements: async () => [] }],
	])("fails if %s", async (_, over) => {
		expect(await choose(over)).toEqual({ error: runFailure("result_withdrawn") });
	});

	it("fails if the day's budget is spent", async () => {
		const refused = runFailure("provider_budget_spent");
		const budget = { prices: {}, reserve: async () => refused };
		expect(await choose({ budget } as unknown as Partial<StepDeps>)).toEqual({ error: refused });
	});

	it("plans nothing that reads the video again", async () => {
		const world = worldOf(async (task) => (task.kind === "choose" ? choose() : one(task)), RECHECK);
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		const kinds = new Set(world.asked.map((key) => key.split(":")[0]));
		expect([...kinds]).toEqual([
			"metadata",
			"transcript",
			"choose",
			"plan",
			"search",
			"read",
			"rate",
			"publish",
		]);
		expect(world.asked.filter((key) => key.startsWith("search"))).toEqual([
			taskKey({ kind: "search", statement: 0, round: 1 }),
		]);
	});

	it.each<[string, Answers]>([
		[
			"no source answers",
			{
				search: () => ({ searches: [TIMED_OUT], hits: [], reviews: [], calls: [] }),
				rate: abstention,
			},
		],
		[
			"only the added page can be read",
			{
				search: () => ({ searches: [TIMED_OUT], hits: [addedHit(PAGE)], reviews: [], calls: [] }),
				rate: abstention,
			},
		],
		[
			"one of its sources does not answer",
			{
				search: (task) => {
					const { searches, ...found } = searched(task);
					return { searches: [...searches, TIMED_OUT], ...found };
				},
			},
		],
		["a page that was found times out", { read: silentOn("shared") }],
		[
			"a page that was found answers with a server error",
			{ read: silentOn("shared", { reason: "status", status: 503 }) },
		],
		["a model does not answer", { rate: (task) => without(task, ["claude"]) }],
		[
			"only one model answers, and abstains",
			{
				rate: (task) =>
					task.provider === "openai" ? abstention(task) : without(task, ["claude", "gemini"]),
			},
		],
		[
			"the day's budget has no room for the second round",
			{
				search: (task) => (task.round === 2 ? UNANSWERED_SEARCH : searched(task)),
				rate: (task) => ({ ...abstention(task), next_query: "two again" }),
			},
		],
	])("keeps the earlier result if %s", async (_, answers) => {
		expect(await publications(answers)).toMatchObject([
			{ outcome: "failed", error: { code: "recheck_failed" } },
		]);
	});

	it.each<[string, Answers, Partial<EvidencePage>[]]>([
		["everything answers", {}, []],
		["a page is gone", { read: silentOn("shared", { reason: "status", status: 404 }) }, []],
		[
			"a page does not answer that did not answer before either",
			{ read: silentOn("shared") },
			[{ statement_ids: [], url: urlOf("shared"), reason: "unreachable", http_status: null }],
		],
	])("replaces the earlier result if %s", async (_, answers, pages) => {
		expect(await publications(answers, pages)).toMatchObject([
			{ outcome: "completed", statements: [{ verdict: "refuted" }] },
		]);
	});

	it("keeps what the result says of a page that other statements rest on", async () => {
		const shared = {
			statement_ids: ["other" as StatementId],
			url: urlOf("shared"),
			final_url: urlOf("shared"),
			title: "Shared",
			status: "opened" as const,
			reason: null,
			http_status: null,
			aimed_at_raters: true,
			by_member: false,
		};
		const hits = [{ ...addedHit(PAGE), url: urlOf("shared") }];
		const found = await publications(
			{
				search: (task) => ({ ...searched(task), hits }),
				read: silentOn("shared", { reason: "not_text", status: null }),
				rate: abstention,
			},
			[shared],
		);
		expect(found).toMatchObject([
			{
				outcome: "completed",
				pages: [{ ...shared, statement_ids: ["other", expect.any(String)] }],
			},
		]);
	});
});

type Asked<K extends Task["kind"]> = Extract<Task, { kind: K }>;
/** What replaces the usual outputs of the run's searches, reads and ratings. */
type Answers = {
	[K in "search" | "read" | "rate"]?: (task: Asked<K>) => TaskOutput;
};

/** What the run publishes for the second statement, whose result has these pages. */
async function publications(
	answers: Answers,
	pages: Partial<EvidencePage>[] = [],
): Promise<Publication[]> {
	const made: Publication[] = [];
	const result = await deps().published({} as never);
	const own = deps({
		published: async () => ({ ...result, pages }) as PublishedResult,
		publish: async (publication) => void made.push(publication),
		lastSeq: () => 0,
		now: () => 0,
	});
	let run: LiveRun | null = null;
	const world = worldOf(async (task) => {
		if (task.kind === "choose") return choose();
		if (task.kind === "search") return (answers.search ?? searched)(task);
		if (task.kind === "read") return (answers.read ?? one)(task);
		if (task.kind === "rate") return (answers.rate ?? one)(task);
		if (task.kind !== "publish" || run === null) return one(task);
		await publishRun(own, run);
		return { done: true };
	}, RECHECK);
	const engine = engineOf(world);
	engine.open();
	run = engine.run;
	for (let turns = 0; turns < 8 && !world.store.ended; turns += 1) await engine.work();
	return made;
}

const urlOf = (name: string) => `https://en.wikipedia.org/wiki/${name}`;

function searched(task: Asked<"search">): SearchAnswer {
	return outputWithSources(task) as SearchAnswer;
}

/** Reads of all pages but this one, which fails. */
function silentOn(
	name: string,
	failed: { reason: PageProblem; status: number | null } = { reason: "timeout", status: null },
) {
	const silent = pageId({ url: urlOf(name), as_of: null });
	return (task: Asked<"read">): TaskOutput =>
		task.page === silent ? { ok: false, ...failed } : one(task);
}

/** The rating of a panel in which these providers do not answer. */
function without(task: Asked<"rate">, silent: Provider[]): TaskOutput {
	if (!silent.includes(task.provider)) return one(task);
	return {
		rating: ratingFallback(task.provider, "m", "No answer."),
		judgement: null,
		next_query: null,
		calls: [],
	};
}

const PAGE = { url: "https://example.org/two", title: "two", can_move: false };
const TIMED_OUT = {
	source: "wikipedia" as const,
	query: "two",
	hits: 0,
	failure: "timeout" as const,
};

/** A rating that finds too little on the pages. */
function abstention(task: Asked<"rate">) {
	return {
		...outputWithSources(task),
		judgement: judgement({ verdict: "not_enough_evidence", citations: [] }),
		next_query: null,
	};
}

/** The output of a task if nothing fails, for one statement. */
function one(task: Task) {
	const output = outputWithSources(task);
	return "plans" in output ? { ...output, plans: output.plans.slice(0, 1) } : output;
}
