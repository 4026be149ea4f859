import { UNANSWERED_SEARCH } from "#features/evidence/find-pages.ts";
import { withAddedPages } from "#features/evidence/merge-hits.ts";
import type { SpokenWords, VideoNames } from "#features/evidence/said-in-video.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { estimateCalls } from "#features/spending/estimate.ts";
import { isHiddenPage } from "#features/takedowns/hidden-pages.ts";
import { secondQuery } from "../evidence-state.ts";
import type { LiveRun } from "../live-run.ts";
import { isWorded, type RunState } from "../run-state.ts";
import type { StepDeps } from "../step-deps.ts";
import type { ChosenStatement, TaskOutputs } from "../step-output.ts";
import { type Round, roundKey } from "../task.ts";
import { ratingNeed } from "./reserve-budget.ts";

/**
 * Plans the searches of all statements in one call. If the call fails, each statement is searched
 * for by its names and numbers.
 */
export async function planSearches(deps: StepDeps, run: LiveRun): Promise<TaskOutputs["plan"]> {
	deps.sources.prepare();
	const chosen = run.selected ?? [];
	const by_themselves = chosen.map(({ content }) => planWithoutModel(content));
	const [planner] = deps.planners;
	if (!planner || chosen.length === 0) return { plans: by_themselves, calls: [] };
	const price = deps.budget.prices[planner] ?? null;
	const refused = await deps.budget.reserve(run.input.run_id, [
		{ step: "plan", ...estimateCalls("plan", 1, price) },
	]);
	if (refused) return { plans: by_themselves, calls: [] };
	const statements = chosen.map((it) => ({ content: it.content, spoken: spokenWords(it) }));
	const input = { statements, video: videoNames(run), said_on: saidOn(run) };
	const outcome = await deps.call({ kind: "plan", provider: planner, input });
	return {
		plans: outcome.ok ? outcome.answer : by_themselves,
		calls: [toCallRecord("plan", planner, outcome)],
	};
}

/** Searches the run's sources for pages about one statement. */
export async function searchForStatement(
	deps: StepDeps,
	run: LiveRun,
	statement: number,
	round: Round,
): Promise<TaskOutputs["search"]> {
	const plan = run.plans?.[statement];
	if (!plan) throw new Error(`Statement ${statement} has no plan.`);
	const neutral = round === 1 ? plan.neutral : secondQuery(run, statement);
	if (neutral === null) throw new Error("There is no second query.");
	if (round === 2 && !run.input.simulated) {
		// If the budget has no room for a second round, the statement stays unsettled.
		const { step, ...amount } = ratingNeed(deps, run, 1);
		const refused = await deps.budget.reserve(run.input.run_id, [
			{ step: `${step}:${roundKey(statement, 2)}`, ...amount },
		]);
		if (refused) return UNANSWERED_SEARCH;
	}
	const answer = await deps.sources.search({
		query: {
			...plan,
			neutral,
			// The raters' own query is what the second round asks.
			opposing: round === 1 ? plan.opposing : null,
			language: run.transcript?.language ?? null,
			said_on: saidOn(run),
		},
		sources: run.input.evidence,
		max_pages: deps.max_pages,
		channel_name: channelName(run),
		run_id: run.input.run_id,
		video_id: run.input.video_id,
		claim: run.chosen?.[statement]?.content ?? "",
		round,
		afresh: run.input.searches_afresh,
		task: `search:${roundKey(statement, round)}`,
	});
	const added = run.chosen?.[statement]?.earlier?.pages ?? [];
	const all = round === 1 ? withAddedPages(answer, added) : answer;
	const hidden = await deps.hiddenPages(run.input.video_id);
	return { ...all, hits: all.hits.filter((it) => !isHiddenPage(it, hidden)) };
}

/** The output for a page that could not be read. */
const UNREAD: TaskOutputs["read"] = { ok: false, reason: "interrupted", status: null };

/** Reads one page for all statements that may need its passages. */
export async function readPage(
	deps: StepDeps,
	run: LiveRun,
	page: string,
): Promise<TaskOutputs["read"]> {
	const hit = run.hitOf(page);
	if (hit === null) return UNREAD;
	const wanted = (run.chosen ?? []).flatMap(({ content, quote }, statement) => {
		const plan = run.plans?.[statement];
		if (!plan || !run.mayWant(statement, page)) return [];
		const second = secondQuery(run, statement);
		// Until its wording is decided, the statement may come to be its quote.
		const said = isWorded(run, statement) ? [content] : [content, quote];
		const queries = [plan.neutral, plan.opposing, second].filter((it) => it !== null);
		return [{ statement, said, queries }];
	});
	const today = startedOn(run);
	const channel_name = channelName(run);
	const read = await deps.sources.read({ hit, wanted, today, channel_name }, run.input.run_id);
	if (!read.ok) return read;
	// A redirect may lead to a page that is hidden.
	const hidden = await deps.hiddenPages(run.input.video_id);
	const { final_url } = read.facts;
	return isHiddenPage({ url: hit.url, final_url }, hidden)
		? { ok: false, reason: "blocked_host", status: null }
		: read;
}

function channelName({ metadata }: LiveRun): string | null {
	return metadata?.channel_name || null;
}

/** The words in which a statement was made, with the speech around them. */
export function spokenWords({ quote, context, speaker }: ChosenStatement): SpokenWords {
	return { quote, speaker, ...context };
}

/** How the uploader names the video and the channel. */
export function videoNames({ metadata }: LiveRun): VideoNames {
	return { title: metadata?.title ?? "", channel: metadata?.channel_name ?? "" };
}

/** The video's publication date as YYYY-MM-DD, or null. */
export function saidOn(run: Pick<RunState, "metadata">): string | null {
	return run.metadata?.published_at?.slice(0, "2026-01-31".length) ?? null;
}

/** The date of the analysis as YYYY-MM-DD. */
export function startedOn(run: Pick<RunState, "input">): string {
	const started = new Date(run.input.started_at_ms).toISOString();
	return started.slice(0, "2026-01-31".length);
}
