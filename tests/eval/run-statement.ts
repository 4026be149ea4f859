import { setTimeout as wait } from "node:timers/promises";
import { type Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import { type UnverifiedReason, VERDICT_RANGES, type Verdict } from "#contract/verdicts.ts";
import { evidenceResult } from "#features/analysis/evidence-result.ts";
import { settledRound } from "#features/analysis/evidence-state.ts";
import { givenPassages } from "#features/analysis/given-to-raters.ts";
import { LiveRun } from "#features/analysis/live-run.ts";
import { planTasks } from "#features/analysis/plan-steps.ts";
import { ratingsFor } from "#features/analysis/run-state.ts";
import { runStep } from "#features/analysis/run-step.ts";
import type { StepDeps } from "#features/analysis/step-deps.ts";
import { ratingKey, taskKey } from "#features/analysis/task.ts";
import type { Judgement } from "#features/evidence/judgement.ts";
import type { SourceCalls } from "#features/evidence/source-calls.ts";
import { decideStatement, type StatementResult } from "#features/evidence/statement-verdict.ts";
import { computeConsensus } from "#features/raters/consensus.ts";
import {
	callProvider,
	type ProviderRequest,
	type Providers,
} from "#features/raters/provider-calls.ts";
import { createGates } from "#providers/provider-gate.ts";
import type { CallContext } from "#providers/retrying-call.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import type { EvaluationStatement } from "./evaluation-set.ts";
import { digestOf } from "./load-set.ts";
import type { Graded } from "./metrics.ts";
import type { TimedFetch } from "./recorded-calls.ts";

/** What one statement is evaluated with. */
export type StatementTools = {
	providers: Providers;
	panel: Provider[];
	/** null: the raters answer from memory. */
	sources: SourceCalls | null;
	source_ids: LiveRun["input"]["evidence"];
	fetch: TimedFetch;
	/** Pauses before another attempt; recorded answers need none. */
	pauses: boolean;
	timeout_ms: number;
	max_pages: number;
	/** Whether the quotes of a verdict are read a second time. */
	second_reading: boolean;
	/** YYYY-MM-DD on which the statement is checked. */
	as_of: string;
	seed: number;
};

type Given = Pick<Graded, "given" | "confidence" | "interval">;

/** What the product says of a statement, and what its raters said. */
export type StatementOutcome = Given & {
	id: string;
	reason: UnverifiedReason | null;
	independent_sources: number;
	/** By provider: the verdict if it were the whole panel. */
	alone: Partial<Record<Provider, Given>>;
	/** The word that most raters gave, whether their quotes were found or not. */
	without_checks: Given;
	quotes: { found: number; dropped: number };
	pages: { read: number; unread: number };
	calls: { requests: number; failed: number };
	usage: { tokens: number | null; cost_usd: number | null; ms: number };
};

/** Takes a statement the way that every statement of an analysis takes. */
export async function runStatement(
	item: EvaluationStatement,
	tools: StatementTools,
): Promise<StatementOutcome> {
	const run = chosenRun(item, tools);
	await finishRatings(stepDeps(item.id, tools), run);
	return tools.sources === null ? rateFromMemory(item, run) : judgeByEvidence(item, run);
}

/** A run of a video that is not on YouTube, before its first step. */
export function evaluationRun(
	{ panel, as_of, second_reading }: StatementTools,
	evidence: LiveRun["input"]["evidence"],
): LiveRun {
	return new LiveRun({
		run_id: RunId.parse("evaluation"),
		video_id: VideoId.parse("evaluation0"),
		url: "https://www.youtube.com/watch?v=evaluation0",
		started_by: null,
		started_at_ms: Date.parse(as_of),
		panel,
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
		evidence,
		second_reading,
	});
}

/** A run of a video in which nothing but the statement was chosen. */
function chosenRun(item: EvaluationStatement, tools: StatementTools): LiveRun {
	const { statement, said_on, language, channel, transcript } = item;
	const run = evaluationRun(tools, tools.sources === null ? [] : tools.source_ids);
	const metadata = {
		title: "",
		channel_name: channel ?? "",
		channel_id: null,
		thumbnail_url: "",
		duration: null,
		view_count: null,
		published_at: said_on === null ? null : `${said_on}T00:00:00.000Z`,
		description: "",
	};
	run.apply({ kind: "metadata" }, { metadata, player: null });
	const text = [statement, transcript].join("\n").trim();
	run.apply(
		{ kind: "transcript" },
		{ transcript: { source: "captions", language, track: null, cues: [], text } },
	);
	const chosen = {
		content: statement,
		quote: statement,
		context: { before: "", after: "" },
		quote_key: item.id,
		timestamp: 0,
		timestamp_source: "unknown" as const,
		out_of_budget: false,
		new_id: STATEMENT_ID,
		earlier: null,
	};
	run.apply(
		{ kind: "choose" },
		{ chosen: [chosen], extraction: null, left_out: [], kept: [], rechosen: [] },
	);
	return run;
}

const STATEMENT_ID = StatementId.parse("evaluated");

/** Does what the run's engine would have done next, until the statement is rated. */
async function finishRatings(deps: StepDeps, run: LiveRun): Promise<void> {
	const done = new Set<string>();
	for (;;) {
		const open = planTasks(run).filter(
			(task) => task.kind !== "publish" && !done.has(taskKey(task)),
		);
		if (open.length === 0) return;
		const outputs = await Promise.all(open.map((task) => runStep(deps, run, task)));
		open.forEach((task, at) => {
			const output = outputs[at];
			if (output) run.apply(task, output);
			done.add(taskKey(task));
		});
	}
}

function refuseToCall(): never {
	throw new Error("An evaluation does not need this.");
}

/** The steps' surroundings without a site: no budget, no database, no video platform. */
export function stepDeps(id: string, tools: StatementTools): StepDeps {
	const { providers, sources, max_pages } = tools;
	return {
		call: (async (request: ProviderRequest) =>
			callProvider(providers, request, callContext(id, request, tools))) as StepDeps["call"],
		sources: sources ?? { prepare: refuseToCall, search: refuseToCall, read: refuseToCall },
		wording_readers: [],
		planners: providers.planners.map(({ provider }) => provider),
		extractors: providers.extractors.map(({ provider }) => provider),
		budget: { prices: {}, reserve: async () => null, reconcile: async () => {} },
		countAnalyses: refuseToCall,
		max_pages,
		max_statements: 24,
		transcriber: null,
		hiddenStatements: async () => [],
		hiddenPages: async () => new Set(),
		earlierStatements: async () => [],
		newStatementId: () => STATEMENT_ID,
		now: () => Date.parse(tools.as_of),
		metadata: {} as StepDeps["metadata"],
		captions: {} as StepDeps["captions"],
		findSample: () => null,
		published: async () => null,
		publish: refuseToCall,
		forgetRun: refuseToCall,
		lastSeq: () => 0,
	};
}

/**
 * The same questions and the same clock in each repetition: random numbers follow from seed and
 * statement, and time is what the answers took when they were given.
 */
function callContext(
	id: string,
	{ kind, provider }: ProviderRequest,
	{ fetch, pauses, timeout_ms, seed }: StatementTools,
): CallContext {
	const digest = digestOf([seed, id, kind, provider].join("\n"));
	let clock = 0;
	return {
		patience_ms: 300_000,
		gateOf: createGates(),
		fetch: async (...call) => {
			try {
				const { response, ms } = await fetch(...call);
				clock += ms;
				return response;
			} catch (error) {
				clock += (error as { ms?: number }).ms ?? 0;
				throw error;
			}
		},
		timeout_ms,
		now: () => clock,
		random: seededRandom(Number.parseInt(digest.slice(0, 8), 16)),
		sleep: async (ms) => {
			if (pauses) await wait(ms);
			clock += ms;
		},
	};
}

function judgeByEvidence(item: EvaluationStatement, run: LiveRun): StatementOutcome {
	const { result } = evidenceResult(run, 0);
	const round = settledRound(run, 0) ?? 1;
	const has_passages = givenPassages(run, 0, round).given.length > 0;
	const answers = run.input.panel.map((provider) => ({
		provider,
		judgement: run.judgements.get(ratingKey(0, provider, round))?.judgement ?? null,
	}));
	const judgements = answers.flatMap(({ judgement }) => judgement ?? []);
	const alone = answers.map((answer) => {
		const decided = decideStatement({
			answers: [answer],
			said_on: item.said_on,
			today: new Date(run.input.started_at_ms).toISOString().slice(0, 10),
			time_sensitive: run.plans?.[0]?.time_sensitive ?? false,
			has_passages,
			search_failed: false,
			out_of_budget: false,
			support: null,
			simulated: false,
		});
		return [answer.provider, givenBy(decided)] as const;
	});
	const reads = [...run.reads.values()];
	return {
		id: item.id,
		...givenBy(result),
		reason: result.unverified_reason,
		independent_sources: result.independent_sources,
		alone: Object.fromEntries(alone),
		without_checks: mostSaid(judgements),
		quotes: {
			found: sum(judgements.map((it) => it.citations.length)),
			dropped: sum(judgements.map((it) => it.dropped.length)),
		},
		pages: {
			read: reads.filter(({ ok }) => ok).length,
			unread: reads.filter(({ ok }) => !ok).length,
		},
		...used(run),
	};
}

function givenBy(result: StatementResult): Given {
	const { verdict, confidence_level, interval } = result;
	return { given: verdict, confidence: (confidence_level ?? 0) / 100, interval };
}

/** What more than half of the raters who answered say; their words alone, nothing looked up. */
function mostSaid(judgements: readonly Judgement[]): Given {
	const words = judgements.map(
		({ verdict }): Verdict =>
			verdict === "not_enough_evidence" || verdict === "not_checkable" ? "unverified" : verdict,
	);
	const given =
		words.find((word) => words.filter((it) => it === word).length * 2 > words.length) ??
		"unverified";
	const agreeing = judgements.filter((_, at) => words[at] === given);
	const confidence = sum(agreeing.map((it) => it.confidence));
	return {
		given,
		confidence: agreeing.length ? confidence / agreeing.length / 100 : 0,
		interval: null,
	};
}

/** Without sources there is a score alone; the band that it is in stands for a verdict. */
function rateFromMemory(item: EvaluationStatement, run: LiveRun): StatementOutcome {
	const ratings = ratingsFor(run, 0) ?? [];
	const answered = ratings.filter(({ status }) => status !== "failed");
	const { ai_score, confidence_level } = computeConsensus(ratings);
	const whole = answered.length > 0 ? givenByScore(ai_score, confidence_level) : NOTHING_GIVEN;
	const alone = answered.map(
		({ provider, score, confidence }) => [provider, givenByScore(score, confidence)] as const,
	);
	return {
		id: item.id,
		...whole,
		independent_sources: 0,
		reason: answered.length > 0 ? null : "raters_failed",
		alone: Object.fromEntries(alone),
		without_checks: whole,
		quotes: { found: 0, dropped: 0 },
		pages: { read: 0, unread: 0 },
		...used(run),
	};
}

const NOTHING_GIVEN: Given = { given: "unverified", confidence: 0, interval: null };

function givenByScore(score: number, confidence: number): Given {
	const { supported, refuted } = VERDICT_RANGES;
	const given =
		score <= supported.high ? "supported" : score >= refuted.low ? "refuted" : "missing_context";
	return { given, confidence: confidence / 100, interval: null };
}

function used({ calls }: LiveRun): Pick<StatementOutcome, "calls" | "usage"> {
	const costs = calls.flatMap(({ usage }) => usage.cost_usd ?? []);
	const tokens = calls.flatMap(({ usage }) => [
		...(usage.input_tokens === null ? [] : [usage.input_tokens]),
		...(usage.output_tokens === null ? [] : [usage.output_tokens]),
	]);
	return {
		calls: {
			requests: sum(calls.map(({ attempts }) => attempts)),
			failed: calls.filter(({ ok }) => !ok).length,
		},
		usage: {
			tokens: tokens.length > 0 ? sum(tokens) : null,
			cost_usd: costs.length > 0 ? sum(costs) : null,
			ms: sum(calls.map(({ duration_ms }) => duration_ms)),
		},
	};
}

function sum(values: readonly number[]): number {
	return values.reduce((total, it) => total + it, 0);
}
